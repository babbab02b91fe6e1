"""The command `khyber`, also as `python -m khyber`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; answer `--version` without loading it."""
    if sys.argv[1:] == ["--version"]:
        import khyber

        print(f"khyber {khyber.__version__}")
        return
    from khyber.cli.app import main as run

    run()


if __name__ == "__main__":
    main()
