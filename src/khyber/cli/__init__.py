"""The command line: what a person types, and what a program reads with --json."""
