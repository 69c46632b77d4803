"""``python -m litgrid``, and the command ``litgrid``."""

import atexit
import gc
import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command line; Ctrl-C ends it without a traceback even while that is imported, or ends."""
    gc.disable()  # until the command says how often
    try:
        from litgrid.cli import main as run
        from litgrid.cli.aborted import last_words

        kept = last_words()
        atexit.register(gc.freeze)  # else all is searched for cycles at the end, for a tenth of a small puzzle's time
        run(prog_name="litgrid")
        del kept
    except KeyboardInterrupt:
        sys.stderr.write("litgrid: interrupted\n")
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
