"""Texts that came to harm, read in every way that litgrid reads texts: ``python -m tests.fuzz --minutes 5``.

A text is a function of the seed and its number, so that a fault is told as the command that shows it again. It is made
from a text of some format (puzzles, answers, formulas, results of solvers, journals, descriptions of experiments) that
is cut, doubled, swapped, and sprinkled with control characters, foreign digits, huge numbers and deep brackets; what is
packed is harmed inside, outside, or cut off. Whatever then comes that is neither a puzzle nor an error of litgrid's
own, takes more than :data:`MOST_SECONDS`, or more than :data:`MOST_MEMORY`, is a fault. A process of its own reads the
texts, so that one that never ends, or ends the process, is found as well.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import json
import multiprocessing
import random
import re
import resource
import sys
import tempfile
import traceback
import zlib
from collections.abc import Callable, Iterator
from functools import cache, partial
from io import BytesIO
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from time import monotonic, process_time

import numpy as np

from litgrid.core.errors import LitgridError, ReaderError
from litgrid.core.grid import Shape
from litgrid.encode.puzzle import formula
from litgrid.formats import Record, formats, loads, loads_all
from litgrid.formats.files import read_file
from litgrid.formats.partial import read_partial
from litgrid.formats.penpa_link import pack
from litgrid.generating.order import Order
from litgrid.generating.picture import rows_in
from litgrid.lab import journal, tries
from litgrid.lab.experiment import Experiment
from litgrid.puzzles import kinds
from litgrid.sat import dimacs, results
from litgrid.solving import solve
from litgrid.web import links
from litgrid.web.records import record_in

MOST_SECONDS = 10.0
"""CPU time that all ways together may take for one text: reading takes milliseconds, and this machine may be slow."""
MOST_MEMORY = 2**30
"""Bytes that one text may add to the most memory that was ever taken."""
PATIENCE = 300.0
"""Seconds after which a text that is still being read is a fault, whatever the machine is busy with."""

BOARDS = [
    "lightup\n.1.o\n..x.\n#.2.",
    "lightup 3x3\n.1.\n...\n#.2",
    "binairo\n0..1\n....\n.1..\n....",
    "binairo no-unique-lines\n......\n0.....\n..1...\n......\n.0....\n......",
    "gappy\n1 - 2 0\n- 1 0 2\n?#..\n....\n....\n....",
]
NUMBERS = [
    *("٣", "३", "²", "₂", "Ⅷ", "①", "\uff11", "1_0", "+1", "-1", "-0", "00", "1e9", "1e999", "0x1", "1.0", "NaN"),
    *("9" * 9, "9" * 10, "1" * 19, "1" * 5000, "2147483648", "-2147483649", "4000001", "65536x65536", "0", "Infinity"),
    *("\x1e1", "1\x1f", "\x851", "\xa01", " 1", "1\x0b", "1 2"),
]
"""What may stand where a number does."""
PIECES = [
    *NUMBERS,
    *("\x1c", "\x1d", "\x1e", "\x1f", "\x85", "\xa0", "\0", "\x0b", "\x0c", "\r", "\u2028", "\ufeff", "\u3000"),
    *(
        "[" * 2000,
        "(" * 5000,
        "{" * 50,
        "<a>" * 300,
        '{"a":' * 300,
        "[]",
        "{}",
        "null",
        '"x"',
        "]",
        ")",
        "<!DOCTYPE x>",
    ),
    *("\ud800", "\udce9", "&#0;", "&amp;", "%00", "%", "%ff", "\\u0000", "\\ud800", "", "\n\n", " ", "\t", "0 0", "/"),
]
CHARACTERS = '.-_#xXoO@0123456789[]{}",: \n\t<>=/&%;()azéWB\0\x1e'


@cache
def shapes() -> list[str]:
    """Return the texts that are harmed: every format's example, every board in every format, all else that is read."""
    puzzles = [loads(board) for board in BOARDS]
    found = [one.example for one in formats] + BOARDS
    for puzzle in puzzles:
        answer = np.zeros((puzzle.shape.rows, puzzle.shape.columns), dtype=np.int8)
        answer[0, 0] = 1
        answer[1, 1] = -1
        solutions = solve(puzzle).solutions or (answer,)
        for one in formats:
            for filled in (None, answer, solutions[0]):
                try:
                    found.append(one.write_all([Record("a name", puzzle, filled, answer=filled)]))
                except LitgridError:
                    continue
        found.append("\n".join(puzzle.rows(answer)))
        found.append(links.fragment(Record("a name", puzzle, answer)))
        found.append(dimacs.write(formula(puzzle)))
    found += [
        "s SATISFIABLE\nv 1 -2 3\nv -4 0\n",
        "SAT\n1 -2 3 0\n",
        "UNSAT\n",
        "c x\ns UNKNOWN\n",
        "Answer: 1\nv 1 2 0\n",
    ]
    found += [
        "sat\n(\n  (define-fun x1 () Bool\n    true)\n (define-fun x2 () Bool false))\n",
        "sat\n((x1 true) (|x2| false))\n",
    ]
    found += [
        "s SATISFIABLE\nv 1 2 0\ns SATISFIABLE\nv -1 2 0\ns SOLUTIONS 2\n",
        "s SATISFIABLE\nv x1 -x2\n",
        "v 1 -2 0\n",
    ]
    found += [
        '{"litgrid":"1","seed":1}\n{"first":0,"number":1,"made":{}}\n',
        "10x12",
        "7",
        "#..#\n.##.\n",
        "r1c2, r3c4",
    ]
    found += [
        'instances = ["a.txt", "empty binairo 6"]\nnoises = [0, 0.5]\nmax_flips = [10]\nseed = 1\nexecutions = 10\n'
    ]
    return found


def harmed(text: str, rng: random.Random) -> str:
    """Return a text that came to harm, in one place or many."""
    for _ in range(rng.choice([0, 1, 1, 1, 2, 5, 20])):
        place, other = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        piece = rng.choice([rng.choice(CHARACTERS), rng.choice(PIECES), rng.choice(PIECES), text[other : other + 30]])
        match rng.randrange(10):
            case 0:
                text = text[:other]
            case 1:
                text = text[:place] + text[other:]
            case 2:
                text = text[:other] + text[place:]
            case 3:
                lines = text.split("\n")
                rng.shuffle(lines)
                text = "\n".join(lines)
            case 4 | 5:
                numbers = list(re.finditer("[0-9]+", text))
                if numbers:
                    number = rng.choice(numbers)
                    text = text[: number.start()] + rng.choice(NUMBERS) + text[number.end() :]
            case _:
                text = text[:place] + piece + text[place + rng.choice([0, 1, 1, 3, 20]) :]
        text = text[:100_000]
    return text


def packed(text: str, rng: random.Random) -> bytes:
    """Return the bytes of a text, or of what is packed in links and files, perhaps cut off or with a wrong byte."""
    plain = text.encode("utf-8", "surrogateescape" if rng.random() < 0.5 else "replace") if _encodable(text) else b"?"
    raw = zlib.compress(plain, wbits=-15)
    code = base64.urlsafe_b64encode(raw).rstrip(b"=")
    data = rng.choice(
        [
            gzip.compress(plain, mtime=0),
            gzip.compress(gzip.compress(plain, mtime=0), mtime=0),
            b"\x1f\x8b\x08" + raw,
            b"m=edit&p=" + base64.b64encode(raw),
            b"m=solve&p=" + pack(plain.decode("utf-8", "replace")).encode() + b"&a=" + base64.b64encode(raw),
            b"http://127.0.0.1:8427/#z=" + code,
            plain,
        ]
    )
    place = rng.randrange(len(data) + 1)
    match rng.randrange(4):
        case 0:
            return data[:place]
        case 1:
            return data[:place] + bytes([rng.randrange(256)]) + data[place + 1 :]
        case _:
            return data


def _encodable(text: str) -> bool:
    try:
        text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return False
    return True


def made(seed: int, number: int) -> tuple[str, bytes]:
    """Return the text of a number, and bytes that hold a text."""
    rng = random.Random(f"{seed}/{number}")
    first = rng.choice(shapes())
    if rng.random() < 0.1:
        first += rng.choice(["\n", "\n\n", "", " "]) + rng.choice(shapes())
    text = harmed(first, rng)
    inside = text if rng.random() < 0.5 else json.dumps({"puzzle": {"kind": "lightup", "clues": text.split("\n")}})
    return text, packed(inside, rng)


Way = Callable[[str], object]


def _every(text: str, **how: str | None) -> None:
    """Read all puzzles; a reader that broke is the error that it raised."""
    for item in loads_all(text, **how):  # type: ignore[arg-type]
        if isinstance(item, ReaderError):
            raise item.__cause__ or item
        if isinstance(item, LitgridError):
            str(item).encode()
        elif isinstance(item, Record):
            item.puzzle.text()


def ways() -> Iterator[tuple[str, Way]]:
    """Yield every way to read a text, and its name."""
    for one in formats:
        yield f"the detection of {one.name}", one.sniff
        yield f"the format {one.name}", partial(_every, format=one.name, source="a")
    for kind in (None, *kinds.names()):
        yield f"the kind {kind}", partial(_every, kind=kind)
    for board in BOARDS[::2]:
        yield "a half-filled grid", partial(read_partial, puzzle=loads(board))
    yield "a formula", dimacs.read
    yield "a result", results.read
    yield "the results", _results
    yield "a size", Shape.read
    yield "an order's pattern", _pattern
    yield "an experiment", Experiment.from_toml
    yield "a link of the page", _question


def _results(text: str) -> None:
    for result in results.read_all(BytesIO(text.encode("utf-8", "replace")).readline, kept=9):
        result.values(9)


def _pattern(text: str) -> None:
    rows = tuple(rows_in(text))
    for kind in kinds.names():
        if rows:
            Order(kind, Order.shape_of(kind, rows), pattern=rows)


def _journal(path: str) -> None:
    for number, line in enumerate(journal.read(path)[1], 2):
        tries.read(number, line, path)


def _question(text: str) -> None:
    said = links.read(text)
    if said is not None:
        record_in(said)


def faults(text: str, data: bytes, folder: Path) -> Iterator[str]:
    """Yield what is wrong with how a text, and bytes, are read."""
    file = folder / "text"
    file.write_bytes(data)
    texts = [text]
    begin = process_time()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for read in (lambda path: texts.append(read_file(path)), _journal):
        try:
            read(str(file))
        except LitgridError as error:
            str(error).encode()
        except Exception:
            yield f"the file:\n{traceback.format_exc()}"
    slowest = (0.0, "")
    for one in texts:
        for name, way in WAYS:
            at = process_time()
            try:
                way(one)
            except LitgridError as error:
                str(error).encode()
            except Exception:
                yield f"{name}:\n{traceback.format_exc()}"
            slowest = max(slowest, (process_time() - at, name))
    if (spent := process_time() - begin) > MOST_SECONDS:
        yield f"{spent:.1f} CPU seconds, {slowest[0]:.1f} of them: {slowest[1]}"
    if (more := (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024) > MOST_MEMORY:
        yield f"{more / 2**20:,.0f} MiB more memory than any text before"


WAYS = list(ways())


def _read_all(
    seed: int, first: int, last: int, seconds: float, at: Synchronized[int], found: Synchronized[int]
) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (2**33, 2**33))
    until = monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder:
        for number in range(first, last):
            if monotonic() > until:
                break
            at.value = number
            for fault in faults(*made(seed, number), Path(folder)):
                found.value += 1
                sys.stdout.write(f"python -m tests.fuzz --seed {seed} --first {number} --texts 1\n{fault}\n")
                sys.stdout.flush()
        else:
            number = last
        at.value = number


def run(seed: int, first: int = 0, texts: int = 2**60, seconds: float = 1e9) -> tuple[int, int]:
    """Read texts until so many are read or the time is over; return how many were, and how many faults they have."""
    at, found = multiprocessing.Value("q", first), multiprocessing.Value("q", 0)
    arguments = (seed, first, first + texts, seconds, at, found)
    process = multiprocessing.get_context("fork").Process(target=_read_all, args=arguments, daemon=True)
    process.start()
    seen, since = -1, monotonic()
    while process.is_alive():
        process.join(1.0)
        if at.value != seen:
            seen, since = at.value, monotonic()
        if monotonic() - since > PATIENCE:
            process.kill()
    process.join()
    if process.exitcode:
        found.value += 1
        sys.stdout.write(
            f"python -m tests.fuzz --seed {seed} --first {at.value} --texts 1\nthe process ended ({process.exitcode})\n"
        )
    return at.value - first, found.value


def main() -> int:
    """Run from the command line; return 1 where a fault is found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1e6, help="how long")
    parser.add_argument("--texts", type=int, default=2**60, help="how many texts at most")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="the number of the first text")
    asked = parser.parse_args()
    number, found = run(asked.seed, asked.first, asked.texts, 60 * asked.minutes)
    sys.stdout.write(f"{number:,} texts, {len(WAYS)} ways each (seed {asked.seed}): {found:,} faults\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
