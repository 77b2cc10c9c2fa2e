"""`exactodds` and `python -m analyzer`."""

import sys


def main() -> None:
    from analyzer.cli import main as run

    sys.exit(run())


if __name__ == "__main__":
    main()
