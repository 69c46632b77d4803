"""Saved games of Simon Tatham's Portable Puzzle Collection.

A line a value: its key, the number of its bytes, and the value. What was played is not kept.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError
from litgrid.core.forms import Game
from litgrid.formats.base import Block, Frame, Record, Request, sections
from litgrid.formats.tatham import PARAMS, TATHAM, read_game

MAGIC = "Simon Tatham's Portable Puzzle Collection"
BEGIN = re.compile("^SAVEFILE:")
LINE = re.compile(r"(?P<key>[A-Z0-9]{1,8}) *:(?P<length>[0-9]{1,9}):(?P<value>.*)")
MOVES = "the moves of a saved game are not kept"


class TathamSave(Frame[Game]):
    """See the module's description."""

    name = "tatham-save"
    aliases = ("sgt-save",)
    form, about = Game, "{titles}: a saved game of Simon Tatham's collection ({names})"
    holds_switches = True

    @property
    def example(self) -> str:  # type: ignore[override]
        """See :class:`Format`."""
        params, _, board = TATHAM.example.split("\n")[0].partition(":")
        return _lines(next(iter(self.forms.values())).name, params, board)

    def sniff(self, text: str) -> Collection[str]:
        """See :meth:`Format.sniff`."""
        return self.kinds if BEGIN.match(text.lstrip()[:20]) else ()

    def _blocks(self, text: str) -> Iterable[Block]:
        return sections(text, BEGIN)

    def _write(self, record: Record) -> str:
        return _lines(self.of(record.puzzle).name, *TATHAM.parts(record.puzzle))

    def _read(self, block: Block, request: Request) -> Record:
        values: dict[str, tuple[str, int]] = {}
        for number, line in enumerate(block.lines, 1):
            found = LINE.fullmatch(line)
            if found is None:
                raise InputError(
                    f"expected a key, a length and a value, as GAME    :8:Light Up, got {shorten(line)}", line=number
                )
            bytes_there = len(found["value"].encode("utf-8", "surrogateescape"))
            # Blanks at the end of a line are gone here.
            if bytes_there > int(found["length"]) or (found["key"] == "DESC" and bytes_there < int(found["length"])):
                wanted = f"{int(found['length']):,} bytes after {found['key']}"
                message = f"expected {wanted}, as the line says, got {bytes_there:,}"
                raise InputError(message, line=number, column=found.start("value") + 1)
            values[found["key"]] = found["value"], number
        for key in ("SAVEFILE", "GAME", "DESC"):
            if key not in values:
                raise InputError(f"expected a line {key}, got none: is the file cut off?", line=len(block.lines))
        title, place = values["GAME"]
        kind = self.named(title)
        if kind is None:
            known = ", ".join(game.name for game in self.forms.values())
            message = f"this is a saved game of {shorten(title)[1:-1]}; of this collection litgrid knows {known}"
            raise InputError(message, line=place)
        request.check_kind(kind, place)
        params, place = values.get("CPARAMS") or values.get("PARAMS") or ("", values["DESC"][1])
        size = PARAMS.fullmatch(params)
        if size is None:
            raise InputError(f"expected parameters, as 7x7, got {shorten(params)}", line=place)
        board, place = values["DESC"]
        try:
            puzzle = read_game(kind, size, board)
        except InputError as error:
            column = None if error.column is None else error.column + len(block.lines[place - 1]) - len(board)
            raise InputError(error.message, line=place, column=column) from None
        moved = values.get("NSTATES", ("1", 0))[0] != "1"
        return request.record(puzzle, block.line, warnings=[MOVES] if moved else [])


TATHAM_SAVE = TathamSave()


def _lines(game: str, params: str, board: str) -> str:
    values = {
        "SAVEFILE": MAGIC,
        "VERSION": "1",
        "GAME": game,
        "PARAMS": params,
        "CPARAMS": params,
        "DESC": board,
        "NSTATES": "1",
        "STATEPOS": "1",
    }
    return "".join(f"{key:8}:{len(value)}:{value}\n" for key, value in values.items())
