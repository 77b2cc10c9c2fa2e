"""`exactodds` and `python -m analyzer`."""

import sys


def main() -> None:
    try:
        from analyzer.cli.main import main as run
    except KeyboardInterrupt:  # before there was anything to stop
        sys.exit(130)
    sys.exit(run())


if __name__ == "__main__":
    main()
