"""``python -m litgrid``."""

from litgrid.cli import main

if __name__ == "__main__":
    main(prog_name="litgrid")
