"""The worker's side: a process that answers one question after another, until nobody asks any more.

Questions come on standard input and answers leave on standard output, as *frames*: a letter, a length, and so many
bytes. An answer is frames, the last of them a final one. The process may take only so much memory, and is
killed where a question is not wanted any more: solvers cannot be interrupted.
"""

from __future__ import annotations

import json
import os
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import BinaryIO, NamedTuple, NoReturn

HEAD = struct.Struct(">cQ")
"""A frame's letter, and how many bytes follow."""
QUESTION, READY, ANSWER, FILE, EVENT, END, ERROR, FATAL = (letter.encode() for letter in "QRAFVNEX")
"""The letters: what is asked; that it can be; an answer, a file, an event of a stream, a stream's end, an error; one
that is the end of the worker too."""

PROGRAM = "from litgrid.web.work import serve; serve()"
DEBUG = "LITGRID_DEBUG"


class Frame(NamedTuple):
    """What is said at a time."""

    letter: bytes
    content: bytes

    @property
    def final(self) -> bool:
        """Whether nothing follows."""
        return self.letter != EVENT

    @property
    def packed(self) -> bytes:
        """The bytes that are sent."""
        return HEAD.pack(self.letter, len(self.content)) + self.content


def error(status: int, sentence: str, letter: bytes = ERROR, *, language: str | None = None) -> Frame:
    """Return a refusal as a frame; with the language that the question says, if it says one."""
    said = {} if language is None else {"language": language}
    return Frame(letter, _json({"status": status, "error": sentence, **said}))


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), allow_nan=False).encode()


def serve() -> None:
    """Be the worker: answer questions until standard input ends."""
    # What an engine prints goes elsewhere: what is kept is ours.
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    _limit(int(sys.argv[1]))
    _warm()
    _answer_all(out)


def _warm() -> None:
    """Import what most questions need, so that the first one need not wait."""
    from litgrid.explaining import hint
    from litgrid.puzzles import kinds
    from litgrid.web.tasks import TASKS

    for name in ("board", "solve", "hint"):
        TASKS[name].load()
    for kind in kinds:
        with suppress(Exception):  # a kind of others that fails does so where it is asked for
            hint(kind.from_text(kind.examples[0].split("\n")))


def _answer_all(out: BinaryIO) -> None:
    """Say that questions can come, and answer them until standard input ends."""
    out.write(Frame(READY, b"").packed)
    out.flush()
    while (head := sys.stdin.buffer.read(HEAD.size)) and len(head) == HEAD.size:
        _, size = HEAD.unpack(head)
        name, _, question = sys.stdin.buffer.read(size).partition(b"\n")
        for frame in answered(name.decode(), question):
            out.write(frame.packed)
            out.flush()
        if frame.letter == FATAL:
            return


def answered(name: str, question: bytes) -> Iterator[Frame]:
    """Yield the answer to a question, in frames; whatever goes wrong is one as well."""
    from litgrid.core.errors import InputError, LitgridError
    from litgrid.core.words import LANGUAGES
    from litgrid.web.records import File
    from litgrid.web.tasks import TASKS

    task, language = TASKS[name], None
    try:
        asked = _asked(question)
        language = next((one for one in LANGUAGES if one == asked.get("language")), None)
        found = task.load()(asked)
        if task.stream:
            yield from (Frame(EVENT, _json(event)) for event in found)
            yield Frame(END, b"")
        elif isinstance(found, File):
            yield Frame(FILE, _json({"name": found.name, "type": found.type}) + b"\n" + found.content)
        else:
            yield Frame(ANSWER, _json(found))
    except LitgridError as problem:
        # A place would be one in a text that nobody has seen: in a question there is none, and `read` says its own.
        sentence = problem.message if isinstance(problem, InputError) else str(problem)
        yield error(_status(problem), sentence, language=language)
    except MemoryError:
        # Afterwards a process is not to be relied on.
        yield error(507, "this takes more memory than a question may take", FATAL, language=language)
    except Exception as problem:  # the last line of defence: a sentence, never a traceback
        if os.environ.get(DEBUG):
            sys.excepthook(type(problem), problem, problem.__traceback__)
        sentence = f"this is a bug in litgrid ({type(problem).__name__}: {problem}); please report it"
        yield error(500, sentence, language=language)


def _asked(question: bytes) -> dict[str, object]:
    """Return the object that was posted; raise :class:`InputError` where it is none."""
    from litgrid.core.characters import shorten
    from litgrid.core.errors import InputError

    def refuse(word: str) -> NoReturn:
        raise InputError(f"expected JSON, which has no {word}")

    try:
        value = json.loads(question, parse_constant=refuse)
    except RecursionError:
        raise InputError("expected JSON of a few levels, got one that is nested too deeply") from None
    except InputError:
        raise
    except ValueError as problem:  # no JSON, no UTF-8, or a number that is too long
        what = str(problem).partition(";")[0]  # what follows there is advice for programmers
        raise InputError(f"expected JSON: {what}") from None
    if not isinstance(value, dict):
        raise InputError(f"expected a JSON object, got {shorten(value)}")
    return value


def _status(problem: Exception) -> int:
    """Return whose fault an error is, as HTTP has it."""
    from litgrid.core.errors import EngineError, MissingPackageError, OutOfTimeError

    known: tuple[tuple[type[Exception], int], ...] = (
        (MissingPackageError, 501),
        (OutOfTimeError, 504),
        (EngineError, 500),
    )
    return next((status for kind, status in known if isinstance(problem, kind)), 400)


def _limit(most: int) -> None:
    """Let the process take only so many bytes of memory, and leave no picture of it behind when it crashes."""
    from litgrid.core import memory

    memory.bound(most)
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
