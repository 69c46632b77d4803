"""``python -m litgrid``, and the command ``litgrid``."""

import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command line; Ctrl-C ends it without a traceback even while that is imported."""
    try:
        from litgrid.cli import main as run
    except KeyboardInterrupt:
        sys.stderr.write("litgrid: interrupted\n")
        sys.exit(INTERRUPTED)
    run(prog_name="litgrid")


if __name__ == "__main__":
    main()
