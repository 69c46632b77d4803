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
        try:
            run(prog_name="litgrid")
        except SystemExit as end:
            leave(end.code)
            raise
        del kept
    except KeyboardInterrupt:
        sys.stderr.write("litgrid: interrupted\n")
        sys.exit(INTERRUPTED)


def leave(code: object) -> None:
    """End this process after what others want done at its end; where they have threads it goes on to end as usual.

    What it holds goes with it: to take that apart first, as Python does, costs a fiftieth of a small puzzle's time.
    """
    import os  # imported here, as below: Ctrl-C is heard only once :func:`main` begins
    import threading
    from contextlib import suppress

    if isinstance(code, int) and threading.active_count() == 1:
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            with suppress(AttributeError, OSError, ValueError):  # a closed one
                stream.flush()
        os._exit(code)


if __name__ == "__main__":
    main()
