"""`exactodds` and `python -m analyzer`."""

import gc
import os
import sys

# New objects between two collections: reading a game makes tens of thousands, and hardly any cycle.
COLLECT_AFTER = 50_000


def main() -> None:
    # numpy's threads for products of floats, of which there are none here, would wait in a loop and take a core.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(COLLECT_AFTER, 20, 20)
    try:
        from analyzer.cli.main import main as run
    except KeyboardInterrupt:  # before there was anything to stop
        sys.exit(130)
    sys.exit(run())


if __name__ == "__main__":
    main()
