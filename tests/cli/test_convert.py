"""``litgrid convert``: what is written, what is said to be left out, and how it ends."""

from __future__ import annotations

import gzip
import json
import tracemalloc
from pathlib import Path

import pytest

from litgrid.cli.source import Source
from litgrid.formats import Record, formats, loads, loads_all
from litgrid.formats.files import read_file
from litgrid.puzzles import kinds
from tests.cli.run import run

LINK = "https://puzz.link/p?akari/3/3/gbh.gc\n"
ROWS = [".1.", "...", "#.2"]


def test_one_link_in_every_format_that_holds_it() -> None:
    for chosen in formats:
        if chosen.kinds and "lightup" not in chosen.kinds:
            continue
        done = run("convert", "--to", chosen.name, text=LINK)
        assert done.exit_code == 0, chosen.name
        assert loads(done.stdout, format=chosen.name, kind="lightup").clues == ROWS


def test_records_are_those_of_json_lines() -> None:
    done = run("convert", "--to", "jsonl", text="6x6:ejacbaHcd\n3x3:a1dBa2\n")
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        {
            "id": "standard input:1",
            "kind": "binairo",
            "size": [6, 6],
            "unique_lines": False,
            "clues": ["....0.", "......", "..00..", "0.00..", ".....1", "..0..."],
        },
        {"id": "standard input:2", "kind": "lightup", "size": [3, 3], "clues": ROWS},
    ]
    assert (done.stderr, done.exit_code) == ("", 0)


def test_thousands_are_written_in_order(tmp_path: Path) -> None:
    links, out = tmp_path / "links.txt", tmp_path / "out.txt"
    links.write_text("".join(f"https://puzz.link/p?akari/{width}/1/\n" for width in range(1, 2001)))
    done = run("convert", str(links), "--to", "text", "-o", str(out))
    assert done.exit_code == 0
    assert [record.puzzle.shape.columns for record in loads_all(out.read_text(), kind="lightup")] == [*range(1, 2001)]  # type: ignore[union-attr]
    # The warning is said once.
    assert done.stderr == (
        "litgrid: a link ends before its board is full: the cells that are missing are taken as free "
        f"(2,000 puzzles, the first {links}:1)\n"
    )


def test_what_is_left_out_is_said_once_a_sentence() -> None:
    record = '{"id":"a","kind":"lightup","clues":["o1","x."],"solution":["o1",".."]}\n'
    done = run("convert", "--to", "pzpr", text=record)
    assert done.exit_code == 0
    assert done.stdout == "https://puzz.link/p?akari/2/2/gb\n"
    assert done.stderr.splitlines() == [
        "litgrid: standard input:1: pzpr has no place for names",
        "litgrid: standard input:1: pzpr has no place for answers",
        "litgrid: standard input:1: pzpr cannot say that a cell is given as 'bulb'; such cells are left open",
        "litgrid: standard input:1: pzpr cannot say that a cell is given as 'marked as no bulb'; "
        "such cells are left open",
    ]
    done = run("convert", "--to", "puzzle-binairo", "--no-unique-lines", text="6x6:ejacbaHcd\n" * 3)
    assert "cannot say that the rule unique-lines is off (3 puzzles, the first standard input:1)" in done.stderr


def test_the_worst_counts_and_the_others_are_converted(tmp_path: Path) -> None:
    text = LINK + "https://puzz.link/p?slither/3/3/abc\n" + LINK
    done = run("convert", "--to", "tatham", text=text)
    assert (done.exit_code, done.stdout) == (3, "3x3:a1dBa2\n" * 2)
    known = ", ".join(kinds.names())
    assert done.stderr == f"litgrid: standard input:2:1: this is a slither link; litgrid knows {known}\n"
    done = run("convert", "--to", "tatham", text="lightup\n.#\n\nlightup\n..\n..\n")
    assert (done.exit_code, done.stdout) == (4, "2x2:d\n")
    assert done.stderr == "litgrid: standard input:1: not converted: Light Up takes boards from 2 x 2 on, not 1 x 2\n"


def test_a_file_is_written_or_stays_as_it_was(tmp_path: Path) -> None:
    out, packed = tmp_path / "out.txt", tmp_path / "out.txt.gz"
    out.write_text("precious")
    assert run("convert", "--to", "tatham", "-o", str(out), text="nonsense").exit_code == 3
    assert out.read_text() == "precious"
    assert run("convert", str(out), "--to", "tatham", "-o", str(out)).exit_code == 2
    assert run("convert", "--to", "tatham", "-o", str(out), text=LINK).exit_code == 0
    assert out.read_text() == "3x3:a1dBa2\n"
    assert run("convert", "--to", "tatham", "-o", str(packed), text=LINK).exit_code == 0
    assert gzip.decompress(packed.read_bytes()) == b"3x3:a1dBa2\n"
    for place in (tmp_path / "no folder" / "a", tmp_path, Path("a\0b")):
        done = run("convert", "--to", "tatham", "-o", str(place), text=LINK)
        assert done.exit_code == 4
        assert "the file cannot be written" in done.stderr


@pytest.mark.parametrize("args", [[], ["--to", "nothing"], ["--to", "pzpr", "--format", "nothing"]])
def test_usage(args: list[str]) -> None:
    assert run("convert", *args, text=LINK).exit_code == 2


def test_warnings_are_said_by_every_command() -> None:
    said = "litgrid: standard input:1: a link ends before its board is full"
    for command in (["solve"], ["count"], ["check"], ["lab", "encode", "-o", "-"]):
        done = run(*command, text="https://puzz.link/p?akari/3/3/\n")
        assert said in done.stderr, command


def test_many_boards_of_a_few_bytes_are_not_kept_at_once() -> None:
    text = "https://puzz.link/p?akari/2000/2000/\n" * 20
    tracemalloc.start()
    try:
        record = Source(which="20").one_of(text, "a")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (record.line, record.puzzle.shape.size) == (20, 4_000_000)
    assert peak < 60_000_000


TWO = (
    '{"id":"a","kind":"lightup","clues":[".#"],"solution":["o#"]}\n'
    '{"id":"b","kind":"lightup","clues":["2.","..","#."]}\n'
)


def test_a_data_set_holds_many(tmp_path: Path) -> None:
    out = tmp_path / "set.json"
    done = run("convert", "--to", "puzzlekit-json", "-o", str(out), text=TWO)
    assert (done.exit_code, done.stderr) == (0, "")
    values = json.loads(out.read_text())
    assert (values["count"], values["count_sol"], list(values["data"])) == (2, 1, ["a", "b"])
    assert run("convert", "--to", "jsonl", str(out)).stdout == run("convert", "--to", "jsonl", text=TWO).stdout
    for more, sentence in ((TWO, "got 'a' twice"), ("6x6u:ejacbaHcd", "got Akari and Binairo")):
        other = tmp_path / "more.txt"
        other.write_text(more)
        done = run("convert", "--to", "puzzlekit-json", str(out), str(other))
        assert (done.exit_code, done.stdout) == (4, "")
        assert sentence in done.stderr


@pytest.mark.parametrize("name", [one.name for one in formats if one.separator is None and not one.gathers])
def test_a_format_of_one_puzzle_a_text_gets_a_file_each(name: str, tmp_path: Path) -> None:
    text = "binairo no-unique-lines\n01\n10\n\nbinairo no-unique-lines\n10\n01\n"
    done = run("convert", "--to", name, text=text)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "say with -o where to write them, or choose one with --puzzle" in done.stderr
    done = run("convert", "--to", name, "-o", str(tmp_path / "out.x"), text=text)
    assert done.exit_code == 0
    assert [loads((tmp_path / f"out-{number}.x").read_text()).clues for number in (1, 2)] == [
        ["01", "10"],
        ["10", "01"],
    ]
    assert not (tmp_path / "out.x").exists()
    done = run("convert", "--to", name, "--puzzle", "2", text=text)
    assert loads(done.stdout).clues == ["10", "01"]


def test_one_of_several_is_chosen() -> None:
    assert run("convert", "--to", "text", "--puzzle", "b", text=TWO).stdout == "lightup 3x2\n2.\n..\n#.\n"
    done = run("convert", "--to", "text", "--puzzle", "c", text=TWO)
    assert done.exit_code == 3
    assert "expected the number or the id of a puzzle, got 'c'; there are 2 puzzles here" in done.stderr


@pytest.mark.parametrize("command", [["convert"], ["improve"], ["generate", "lightup", "3", "--seed", "1"]])
def test_the_ending_of_a_file_says_its_format(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a.txt", "a.jsonl", "a.xml", "a.pzpr", "a.txt.gz"):
        assert run(*command, "-o", name, text="lightup\n.1.\n...\n#.2\n").exit_code == 0
        target = {"txt": "text", "xml": "legup"}.get(name.split(".")[1], name.split(".")[1])
        (puzzle,) = loads_all(read_file(name), format=target)
        assert isinstance(puzzle, Record)
        assert puzzle.puzzle.name == "lightup"


def test_where_a_format_and_an_ending_contradict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for command in (["convert"], ["generate", "lightup", "3"]):
        result = run(*command, "-o", "a.jsonl", "--to", "pzpr", text="lightup\n.1.\n...\n#.2\n")
        assert result.exit_code == 2
        assert "--to says pzpr: which of them?" in " ".join(result.stderr.split())
    assert "Missing option '--to'" in run("convert", text="lightup\n.1\n").stderr
    assert "Missing option '--to'" in run("convert", "-o", "a.what", text="lightup\n.1\n").stderr
    assert list(tmp_path.iterdir()) == []
