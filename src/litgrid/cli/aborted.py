"""Last words of a process that is ended from within: CaDiCaL aborts where it gets no more memory.

Python hears nothing of it. What C calls then is replaced by a function that says a sentence and leaves with the exit
code of no answer. Only the program does so: to whom litgrid is a library, signals are their own affair.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from litgrid.core import memory

NO_ANSWER = 4
SIGABRT = 6
"""Says POSIX; the module ``signal`` takes longer to import than what is said here."""
WORDS = f"litgrid: an engine aborted, most likely as there was no memory left; {memory.MORE}\n".encode()


def last_words() -> object:
    """Say a sentence where this process aborts, if the system lets us, as long as what is returned is kept."""
    if sys.platform == "win32":
        return None
    import ctypes

    def say(_: int) -> None:
        os.write(2, WORDS)
        os._exit(NO_ANSWER)

    handler = ctypes.CFUNCTYPE(None, ctypes.c_int)(say)
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).signal(SIGABRT, handler)
    return handler
