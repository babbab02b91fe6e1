"""The rules: a module per action or phase, a function per rule."""
