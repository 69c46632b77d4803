"""``litgrid play``: the page to play, set and look inside, in a browser."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from itertools import islice
from pathlib import Path

import click

from litgrid.cli import YES, complain
from litgrid.cli.batch import called, read_text
from litgrid.cli.numbers import IntRange
from litgrid.cli.options import command
from litgrid.cli.source import Source, reading_options, which_option
from litgrid.web.links import LINK, fragment, read
from litgrid.web.opening import has_browser, open_browser, way_to
from litgrid.web.serving import listen, serve
from litgrid.web.settings import LOOPBACK

GIVEN = "the link"
"""Where a puzzle comes from that was written on the command line."""
READING = 60
"""Seconds that a browser may take to begin."""


@command("ended by Ctrl-C", unknown="not possible, as on a port that is taken", interrupted="", note="")
@click.argument("place", required=False, metavar="[FILE|LINK]")
@which_option
@reading_options
@click.option(
    "--port",
    type=IntRange(0, 65535),
    metavar="N",
    help="Where to serve; 0 for a free one. Games and settings belong to a port: the browser keeps them.  "
    "[default: 8427, or where that is taken a free one]",
)
@click.option(
    "--host",
    default=LOOPBACK[0],
    show_default=True,
    metavar="ADDRESS",
    help="On which address. On others than this machine's own, the secret part of the page's address is a new one each "
    "time: who knows it can use this server. What is sent can be read on the way.",
)
@click.option("--no-browser", is_flag=True, help="Open no browser; the address is printed.")
def play(source: Source, place: str | None, port: int | None, host: str, no_browser: bool) -> int:
    """Open a page in the browser to play puzzles, to set them, and to look inside; with the puzzle of FILE or LINK.

    A link is one of puzz.link, Penpa+ or this page, or a game ID of Simon Tatham's collection. The page is served from
    this machine, to its user alone, until Ctrl-C: its address has a secret part, which stays the same.

    \b
    Examples:
      litgrid play
      litgrid examples > puzzles.jsonl
      litgrid play puzzles.jsonl --puzzle 2
      litgrid play 'https://puzz.link/p?akari/3/3/gbh.gc' --no-browser
    """  # noqa: D301
    end = "" if place is None else _fragment(place, source)
    if place is None and source.which is not None:
        raise click.UsageError("--puzzle says which puzzle of a file, and here is none.")
    found = listen(host, port)
    address = found.address + end

    @contextmanager
    def ready() -> Iterator[None]:
        click.echo(address)
        complain("the page is served at this address; Ctrl-C ends it")
        for remark in found.remarks:
            complain(remark)
        with nullcontext() if no_browser else _browser(address):
            yield

    serve(found, ready)
    return YES


def _fragment(place: str, source: Source) -> str:
    """Return the part of the address that holds the puzzle of a file or a link."""
    is_text = place != "-" and ":" in place and not Path(place).exists()
    text = place if is_text else read_text(place)
    if is_text and (ours := LINK.search(text)):
        read(text)  # says what is wrong with it
        return ours[0]
    name = GIVEN if is_text else called(place)
    if source.which is None:
        if next(islice(source.load(text, name), 1, None), None) is not None:
            complain(f"{name}: the first of several puzzles is opened; --puzzle chooses another")
        source = source._replace(which="1")
    return fragment(source.one_of(text, name))


@contextmanager
def _browser(address: str) -> Iterator[None]:
    """Open the page in a browser meanwhile, in a thread, as that may take its time."""
    with ExitStack() as stack:
        way = None
        if has_browser():
            with suppress(OSError):
                way = stack.enter_context(way_to(address))
        threading.Thread(target=_open, args=[way, stack.close], daemon=True).start()
        yield


def _open(way: str | None, close: Callable[[], None]) -> None:
    if way is None or not open_browser(way):
        complain("no browser could be opened here: open the address above in one")
    else:
        time.sleep(READING)
    close()
