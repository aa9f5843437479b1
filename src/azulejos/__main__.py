"""`python -m azulejos`, the same as the command `azulejos`."""

from .cli import main

if __name__ == "__main__":
    main()
