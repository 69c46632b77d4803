"""What is timed: a row of the page each, as commands. Another row is another :class:`Work`.

In a command ``{file}`` is the file of the boards, ``{size}`` their size, ``{made}`` a file to write. The first word of
a peer is a program, or an engine of ``peer.py``. A command with ``number`` of things to do is shown by what one costs.
"""

from __future__ import annotations

from typing import NamedTuple


class Command(NamedTuple):
    """A command, and how many things it makes of which one is shown."""

    line: str
    number: int = 1


class Work(NamedTuple):
    """A row: what it is, the boards (of ``boards.py``), three sizes, litgrid's command and those of its peers."""

    what: str
    boards: str
    sizes: tuple[int, ...]
    ours: Command
    peers: tuple[Command, ...] = ()
    headline: bool = False
    """Whether README.md has it."""


CADICAL, CP_SAT = Command("cadical {file}"), Command("cp-sat {file}")


def _batch(what: str, boards: str, sizes: tuple[int, ...], *, headline: bool = False) -> Work:
    return Work(f"solve {what}", boards, sizes, Command("solve --json {file}"), (CADICAL,), headline)


def _large(what: str, boards: str, sizes: tuple[int, ...], *, headline: bool = False) -> Work:
    return _batch(what, boards, sizes, headline=headline)._replace(peers=(CADICAL, CP_SAT))


def _counted(what: str, boards: str, sizes: tuple[int, ...], *, headline: bool = False) -> Work:
    ours = Command("count --no-unique-lines --json {file}")
    return Work(f"count {what}", boards, sizes, ours, (Command("ganak {file}"),), headline)


def _made(order: str, sizes: tuple[int, ...], number: int, *peers: Command, headline: bool = False) -> Work:
    kind, *options = order.split()
    line = " ".join(["generate", kind, "{size}", *options, f"-n {number} --seed 1 --anew -o {{made}}"])
    return Work(f"make {order}, each", "", sizes, Command(line, number), peers, headline)


def _tatham(program: str, number: int, difficulty: str = "") -> Command:
    """A program of Simon Tatham's collection (Debian's sgt-puzzles)."""
    return Command(f"{program} --generate {number} {{size}}x{{size}}{difficulty}", number)


WORKS = [
    _batch("one Light Up from the shell", "tiny", (1,), headline=True),
    _batch("Light Up of 3 x 3 to 7 x 7", "tiny", (250, 500, 1000)),
    _batch("published Light Up, % of them", "real-lightup", (25, 50, 100), headline=True),
    _batch("published Binairo", "real-binairo", (25, 50, 100)),
    _batch("published Gappy", "real-gappy", (25, 50, 100)),
    _batch("published Mosaic", "real-mosaic", (25, 50, 100)),
    _batch("published Star Battle", "real-starbattle", (25, 50, 100)),
    _large("Light Up, 25 % walls", "lightup", (100, 200, 400), headline=True),
    _large("Light Up without walls", "lightup-open", (50, 75, 100)),
    _large("Binairo, 25 % given", "binairo", (25, 50, 100)),
    _large("empty Binairo", "binairo-open", (50, 100, 200)),
    _large("Gappy, all labels", "gappy", (20, 40, 60)),
    _large("Mosaic, half of the numbers", "mosaic", (40, 60, 80)),
    _large("Star Battle, one star", "starbattle", (15, 20, 25)),
    _counted("Light Up, 20 % walls, no numbers", "lightup-plain", (12, 14, 16)),
    _counted("Gappy without labels", "gappy-open", (9, 10, 11), headline=True),
    _counted("Binairo, lines may be equal", "binairo-open", (6, 8, 10)),
    Work(
        "list answers of Gappy, each",
        "gappy-open",
        (10, 11, 12),
        Command("solve --all --max 20000 --json {file}", 20_000),
        (Command("clingo {file} 2000", 2000),),
    ),
    Work(
        "draw answers of Light Up, each",
        "lightup-plain",
        (6, 9, 12),
        Command("sample -n 20000 --seed 1 --json {file}", 20_000),
        (Command("unigen {file} 50", 50),),
    ),
    _made("lightup --level 1", (7, 10, 14), 1000, _tatham("sgt-lightup", 200, "d0")),
    _made("lightup --level 3..4", (7, 10, 14), 100, _tatham("sgt-lightup", 20, "d2")),
    _made("binairo --level 1 --no-unique-lines", (8, 10, 14), 1000, _tatham("sgt-unruly", 100, "de"), headline=True),
    _made("mosaic --level 1", (8, 10, 14), 100, _tatham("sgt-mosaic", 100)),
    _made("gappy", (9, 10, 11), 100),
    _made("starbattle", (6, 8, 10), 20),
    Work("grade published Binairo", "real-binairo", (5, 10, 20), Command("grade --json {file}")),
    Work("explain published Light Up", "real-lightup", (2, 4, 8), Command("explain --json {file}")),
    Work("convert published Light Up to puzz.link", "real-lightup", (25, 50, 100), Command("convert --to pzpr {file}")),
    Work(
        "write the formula of an empty Binairo",
        "binairo-open",
        (12, 14, 16),
        Command("lab encode --encoding pairwise -o {made} {file}"),
    ),
    Work(
        "search random 3-SAT, a million flips",
        "random-3sat",
        (1000, 5000, 25_000),
        Command("lab walksat --max-flips 5000000 --json {file}", 5),
        (Command("walksat -seed 1 -cutoff 5000000 -restart 1 {file}", 5),),
    ),
]
