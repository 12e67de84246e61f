"""`python -m haggis` is the `haggis` command."""

from .cli import main

if __name__ == "__main__":
    main()
