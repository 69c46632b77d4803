"""``litgrid render``: files, standard output, answers, marks, and what goes wrong."""

from __future__ import annotations

import io
import json
import re
import shlex
import shutil
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from litgrid.puzzles import kinds
from litgrid.render.picture import BULB, MARKED
from tests.cli.run import HERE, PROGRAM, ROOT, run
from tests.processes import finished

ONE = "lightup\n.1.\n...\n#.2\n"
TWO = ONE + "\nbinairo\n00..\n0...\n..1.\n....\n"
SEVERAL = "lightup\n..\n"
BEGINS = {"svg": b"<svg ", "png": b"\x89PNG", "pdf": b"%PDF", "txt": b"\xe2\x94\x8c"}


@pytest.fixture(autouse=True)
def _packages() -> None:
    pytest.importorskip("PIL", reason="Pillow is not installed: the extra `pictures` brings it")
    pytest.importorskip("fpdf", reason="fpdf2 is not installed: the extra `pictures` brings it")


@pytest.mark.parametrize("kind", list(kinds), ids=lambda kind: kind.name)
@pytest.mark.parametrize("ending", BEGINS)
@pytest.mark.parametrize("more", [[], ["--answer"]], ids=["puzzle", "answer"])
def test_every_kind_in_every_form(kind: Any, ending: str, more: list[str], tmp_path: Path) -> None:
    path = tmp_path / f"a.{ending}"
    result = run("render", "--kind", kind.name, "-o", str(path), *more, text=kind.examples[0])
    assert (result.exit_code, result.output) == (0, "")
    assert path.read_bytes().startswith(BEGINS[ending]) or ending == "txt"
    assert ending != "txt" or set("┌┏") & set(path.read_text(encoding="utf-8"))


def test_text_on_standard_output() -> None:
    result = run("render", "--ascii", "--answer", "--mark", "r1c1,R2C3", "--mark", "r3c1", text=ONE)
    assert result.exit_code == 0
    assert result.stdout == (
        "standard input:1  Light Up 3 x 3\n+-------+\n|[o]1 . |\n| . .[o]|\n|[#]o 2 |\n+-------+\n\n"
    )
    assert run("render", text=TWO).stdout.count("┌") == 2


def test_svg_on_standard_output() -> None:
    result = run("render", "--to", "svg", "--mark", "r1c1", text=ONE)
    assert result.exit_code == 0
    assert ElementTree.fromstring(result.stdout).findtext("{http://www.w3.org/2000/svg}title") == "Light Up 3 x 3"
    assert MARKED in result.stdout
    assert BULB not in result.stdout


def test_bytes_on_standard_output() -> None:
    done = finished(
        [*PROGRAM, "render", "--to", "png", "--cell", "20"], input=ONE.encode(), capture_output=True, env=HERE
    )
    assert done.returncode == 0
    from PIL import Image

    assert Image.open(io.BytesIO(done.stdout)).width == 3 * 20 + 9


def test_several_puzzles_are_files_with_numbers(tmp_path: Path) -> None:
    result = run("render", "-o", str(tmp_path / "all.svg"), text=TWO)
    assert result.exit_code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all-1.svg", "all-2.svg"]
    assert "Binairo 4 x 4" in (tmp_path / "all-2.svg").read_text(encoding="utf-8")
    result = run("render", "-o", str(tmp_path / "one.svg"), "--puzzle", "2", text=TWO)
    assert result.exit_code == 0
    assert "Binairo 4 x 4" in (tmp_path / "one.svg").read_text(encoding="utf-8")
    assert run("render", "--to", "svg", text=TWO).exit_code == 2


def test_the_answer_that_came_along_is_shown(tmp_path: Path) -> None:
    record = {"id": "a", "kind": "lightup", "clues": [".."]}
    # Of two answers, that of the record is shown, and nothing has to be said.
    result = run("render", "--answer", "--ascii", text=json.dumps({**record, "solution": [".o"]}))
    assert (result.exit_code, result.stderr) == (0, "")
    assert "| . o |" in result.stdout
    wrong = run("render", "--answer", "--ascii", text=json.dumps({**record, "solution": ["oo"]}))
    assert wrong.exit_code == 1
    assert (
        "the grid that came with it is no answer: it breaks the rule that the run r1c1 to r1c2 holds at most one bulb"
        in wrong.stderr
    )
    assert "+" not in wrong.stdout


def test_answers_that_are_none_or_several(tmp_path: Path) -> None:
    several = run("render", "--answer", text=SEVERAL)
    assert several.exit_code == 1
    assert several.stderr == "litgrid: standard input:1: several answers: this is one of them\n"
    assert "┌" in several.stdout
    none = run("render", "--answer", "-o", str(tmp_path / "a.svg"), text="lightup\n4.\n")
    assert none.exit_code == 1
    assert not (tmp_path / "a.svg").exists()
    late = run("render", "--answer", "--timeout", "0", text=SEVERAL)
    assert late.exit_code == 4
    assert "no answer was found in time" in late.stderr


def test_an_empty_board(tmp_path: Path) -> None:
    assert run("render", "--empty", "gappy", "100", "-o", str(tmp_path / "a.pdf")).exit_code == 0
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")
    result = run("render", "--empty", "lightup", "400", "-o", str(tmp_path / "a.png"))
    assert result.exit_code == 4
    assert "pixels" in result.stderr


def test_a_packed_file(tmp_path: Path) -> None:
    assert run("render", "-o", str(tmp_path / "a.svg.gz"), text=ONE).exit_code == 0
    assert (tmp_path / "a.svg.gz").read_bytes().startswith(b"\x1f\x8b")


def test_what_goes_wrong(tmp_path: Path) -> None:
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text(ONE, encoding="utf-8")
    cases = {
        ("-o", "a.gif"): (2, "expected the name of a picture to end in .txt, .svg, .png, .pdf, got 'a.gif'"),
        ("-o", "a"): (2, "expected the name of a picture to end in"),
        ("-o", "a.svg", "--to", "png"): (2, "a.svg ends in .svg, and --to says png"),
        ("-o", str(tmp_path / "none" / "a.svg")): (4, "the file cannot be written: No such file or directory"),
        ("-o", str(puzzle)): (2, "would be overwritten"),
        ("--ascii", "--to", "svg"): (2, "--ascii does not go with svg"),
        ("--cell", "20"): (2, "--cell does not go with text"),
        ("--mark", "a1"): (2, "expected cells by row and column, as r3c4,r5c1, got 'a1'"),
        ("--mark", "r4c1"): (3, "expected a cell of the board, which is 3 x 3, got r4c1"),
        ("--mark", "r0c1", "--to", "svg"): (3, "got r0c1"),
        ("--cell", "1"): (2, "not in the range"),
        ("--timeout", "3"): (2, "--timeout does not go without --answer"),
        ("--puzzle", "7"): (3, "there is one puzzle here"),
    }
    for arguments, (code, said) in cases.items():
        result = run("render", str(puzzle), *arguments)
        assert result.exit_code == code, arguments
        assert said in result.stderr.replace("\n", " "), arguments
        assert "Traceback" not in result.stderr
    assert run("render", str(tmp_path / "none.txt"), "-o", str(tmp_path / "a.svg")).exit_code == 3
    bad = run("render", "-o", str(tmp_path / "b.svg"), text="lightup\n7\n\nlightup\n.\n")
    assert bad.exit_code == 3
    assert (tmp_path / "b.svg").exists()


def test_the_pictures_of_the_documentation_are_those_that_its_commands_make(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    docs = ROOT / "docs"
    page = (docs / "pictures.md").read_text(encoding="utf-8")
    commands = re.findall(r"^\$ litgrid (render .* -o \S+\.svg)$", page, re.MULTILINE)
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    for command in commands:
        assert run(*shlex.split(command)).exit_code == 0
    made = sorted(path.name for path in tmp_path.glob("*.svg"))
    assert made == sorted(path.name for path in docs.glob("pictures-*.svg"))
    for name in made:
        assert (tmp_path / name).read_bytes() == (docs / name).read_bytes()
        assert f"({name})" in page


@pytest.mark.parametrize("command", ["render", "booklet", "convert"])
def test_a_short_text_of_many_huge_boards_is_not_held(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("litgrid.cli.source.MOST_GATHERED", 25)
    text = "".join(f"https://puzz.link/p?akari/{side}/{side}/\n" for side in (4, 100, 3, 2))
    more = ["--to", "legup"] if command == "convert" else []
    ending = ".pdf" if command == "booklet" else ".svg"
    done = run(command, *more, "-o", str(tmp_path / f"a{ending}"), text=text)
    assert done.exit_code == 3
    assert "at most 25 cells together, got more: split the file, or name fewer (2 puzzles, the first" in done.stderr


@pytest.mark.parametrize("to", ["text", "svg", "png"])
def test_a_dash_is_standard_output(to: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    given = "lightup\n.1.\n...\n#.2\n"
    result = run("render", "-o", "-", "--to", to, text=given)
    assert result.exit_code == 0
    assert result.stdout_bytes == run("render", "--to", to, text=given).stdout_bytes != b""
    assert list(tmp_path.iterdir()) == []
