"""The long checks of `make soak`, a module for each part."""
