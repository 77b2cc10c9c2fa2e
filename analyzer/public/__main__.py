"""`python -m exactodds`."""

from analyzer.__main__ import main

if __name__ == "__main__":
    main()
