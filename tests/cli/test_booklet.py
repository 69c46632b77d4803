"""``litgrid booklet``: what is in the file, what is said, and what it exits with."""

from __future__ import annotations

import inspect
import io
import json
from pathlib import Path

import click
import pytest

import litgrid
from litgrid.cli.collected import booklet
from litgrid.puzzles import kinds
from tests.cli.run import ROOT, process, run

pypdf = pytest.importorskip("pypdf", reason="pypdf is not installed: pip install pypdf")
pytest.importorskip("fpdf", reason="fpdf2 is not installed: the extra `pictures` brings it")

EXAMPLES = [str(ROOT / "examples" / f"{name}.txt") for name in kinds.names()]
ONE = '{"id":"one","kind":"lightup","clues":[".1.","...","#.2"],"level":"easy"}\n'
SEVERAL = '{"id":"two","kind":"lightup","clues":[".."]}\n'
NONE = '{"id":"none","kind":"lightup","clues":["4."],"level":3}\n'


def pages(path: Path) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in pypdf.PdfReader(io.BytesIO(path.read_bytes())).pages]


def test_kinds_and_sizes_mixed(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    result = run("booklet", *EXAMPLES, "-o", str(path), "--title", "Übung")
    assert (result.exit_code, result.stderr) == (0, f"litgrid: {path}: {2 * len(EXAMPLES)} puzzles\n")
    cover, *text = pages(path)
    assert cover.startswith("Übung")
    rules = " ".join(page for page in text if "•" in page)
    for kind in kinds:
        for sentence in kind.instructions:
            assert sentence in rules
    assert "No two rows and no two columns are equal, except in puzzle " in rules
    whole = " ".join(text)
    assert all(f"{number}. " in whole for number in range(1, 2 * len(EXAMPLES) + 1))
    assert "Answers" in text[-1]
    assert "Answers" not in "".join(text[:-1])
    plain = run("booklet", *EXAMPLES, "-o", str(path), "--no-rules", "--answers", "none", "--per-page", "9")
    assert plain.exit_code == 0
    assert len(pages(path)) == len(EXAMPLES)  # a section each
    one = run("booklet", *EXAMPLES, "-o", str(path), "--no-rules", "--answers", "none", "--sections", "none")
    assert one.exit_code == 0
    assert len(pages(path)) == -(-2 * len(EXAMPLES) // 4)


def test_it_is_the_same_each_time(tmp_path: Path) -> None:
    for name, seed in (("a", "1"), ("b", "2")):
        done = process("booklet", *EXAMPLES, "-o", str(tmp_path / f"{name}.pdf"), PYTHONHASHSEED=seed)
        assert done.returncode == 0
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


def test_levels(tmp_path: Path) -> None:
    run("booklet", "-o", str(tmp_path / "a.pdf"), "--sections", "none", text=ONE + NONE)
    text = " ".join(pages(tmp_path / "a.pdf"))
    assert "1. Light Up 3 \N{MULTIPLICATION SIGN} 3 easy · one" in text
    assert "2. Light Up 1 \N{MULTIPLICATION SIGN} 2 hard · none" in text


def test_puzzles_without_exactly_one_answer_are_told(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    result = run("booklet", "-o", str(path), text=ONE + SEVERAL + NONE)
    assert result.exit_code == 1
    assert "standard input:2: two has several answers" in result.stderr
    assert "standard input:3: none has no answer" in result.stderr
    answers = pages(path)[-1]  # the easy ones come first, then the hard one
    assert "2. has no answer" in answers
    assert "3. has several answers" in answers
    path.unlink()
    strict = run("booklet", "-o", str(path), "--strict", text=ONE + SEVERAL)
    assert strict.exit_code == 1
    assert "is not written" in strict.stderr
    assert not path.exists()
    assert run("booklet", "-o", str(path), "--strict", text=ONE).exit_code == 0
    assert run("booklet", "-o", str(path), "--timeout", "0", text=SEVERAL).exit_code == 4


def test_a_wrong_grid_is_told_and_not_shown(tmp_path: Path) -> None:
    wrong = json.dumps(
        {"id": "a", "kind": "lightup", "clues": [".1.", "...", "#.2"], "solution": ["o1o", "...", "#.2"]}
    )
    result = run("booklet", "-o", str(tmp_path / "a.pdf"), text=wrong)
    assert result.exit_code == 1
    assert "the grid that came with it is no answer" in result.stderr


def test_what_goes_wrong(tmp_path: Path) -> None:
    path, there = str(tmp_path / "a.pdf"), tmp_path / "there.pdf"
    there.write_text(ONE)
    cases = {
        (): (2, "Missing option"),
        ("-o", str(tmp_path / "none" / "a.pdf")): (4, "the file cannot be written"),
        ("-o", path, "--per-page", "5"): (2, "is not one of"),
        ("-o", path, "--title", "九"): (4, "has no '九'"),
        ("-o", path, "--font", str(tmp_path)): (4, "expected a TrueType or OpenType font"),
        ("-o", str(there), str(there)): (2, "would be overwritten"),
        ("-o", str(tmp_path / "b.txt")): (2, "expected a name that ends in .pdf"),
        ("-o", path, "nonesuch.txt"): (3, "expected a file"),
    }
    for arguments, (code, said) in cases.items():
        result = run("booklet", *arguments, text=ONE)
        assert result.exit_code == code, arguments
        assert said in result.stderr, arguments
        assert not (tmp_path / "a.pdf").exists()
    bad = run("booklet", "-o", path, text='{"kind":"lightup","clues":["7"]}\n' + ONE)
    assert bad.exit_code == 3
    assert "1. Light Up 3 \N{MULTIPLICATION SIGN} 3" in " ".join(pages(tmp_path / "a.pdf"))


def test_what_cannot_be_made_is_said_before_the_proofs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def solve(*_: object, **__: object) -> None:
        raise AssertionError("solved for a file that cannot be made")

    monkeypatch.setattr("litgrid.printing.contents.solve", solve)
    for arguments, text in (
        (("-o", str(tmp_path / "none" / "a.pdf")), ONE),
        (("-o", str(tmp_path)), ONE),
        (("-o", ""), ONE),
        (("-o", str(tmp_path / "a.pdf"), "--title", "九"), ONE),
        (("-o", str(tmp_path / "a.pdf"), "--font", str(ROOT / "README.md")), ONE),
    ):
        result = run("booklet", *arguments, text=text)
        assert result.exit_code == 4, result.stderr
        assert result.stderr.count("\n") == 1, result.stderr


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_rules_of_three_kinds_fit_on_the_first_page(paper: str, tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    three = [kinds.get(name) for name in ("lightup", "binairo", "gappy")]
    puzzles = "\n\n".join(f"{kind.name}\n{kind.examples[0]}" for kind in three)
    run("booklet", "-o", str(path), "--paper", paper, "--title", "Lamps, Bits and Gaps", text=puzzles)
    cover, first, second, *_ = pages(path)
    assert cover.startswith("Lamps, Bits and Gaps")
    assert all(f"{kind.title} \N{BULLET}" in first for kind in three)
    assert "1. Light Up" in second


def test_every_option_is_one_of_the_function() -> None:
    parameters = inspect.signature(litgrid.booklet).parameters
    options = {option.name: option for option in booklet.params if isinstance(option, click.Option)}
    ours = {name: options[name] for name in parameters if name in options}
    assert set(parameters) - set(ours) == {"puzzles", "tick"}
    for option in ours.values():
        assert option.help


def test_a_dash_is_standard_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("booklet", "-o", "a.pdf", text=ONE).exit_code == 0
    result = run("booklet", "-o", "-", text=ONE)
    assert (result.exit_code, result.stdout_bytes) == (0, Path("a.pdf").read_bytes())
    assert [file.name for file in tmp_path.iterdir()] == ["a.pdf"]
    monkeypatch.setattr("litgrid.cli.collected.is_terminal", lambda stream: True)
    assert "a terminal shows no pdf" in run("booklet", "-o", "-", text=ONE).stderr
