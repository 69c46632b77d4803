"""What notebooks show, of puzzles and of verdicts."""

from __future__ import annotations

import sys
from base64 import b64decode
from xml.etree import ElementTree

import numpy as np
import pytest

import litgrid
from litgrid.core.errors import LitgridError
from litgrid.core.grid import Shape
from litgrid.lab.compare import Comparison
from litgrid.lab.measuring import Measurement
from litgrid.puzzles import kinds
from litgrid.render.notebook import MOST_CELLS
from litgrid.render.picture import MARKED
from tests.cli.run import HERE
from tests.processes import finished

ONE, SEVERAL, NONE = "lightup\n.1.\n...\n#.2", "lightup\n..", "lightup\n4."


@pytest.mark.parametrize("kind", list(kinds), ids=lambda kind: kind.name)
def test_a_puzzle_shows_itself(kind: type[litgrid.Puzzle]) -> None:
    puzzle = kind.from_text(kind.examples[0].split("\n"))
    shown = puzzle._repr_mimebundle_(include=None, exclude=None)
    assert set(shown) == {"image/svg+xml", "text/plain"}
    assert shown["text/plain"].startswith(f"{kind.title} {puzzle.shape}\n")
    ElementTree.fromstring(shown["image/svg+xml"])
    assert puzzle._repr_svg_() == shown["image/svg+xml"] == litgrid.svg(puzzle)


def test_a_verdict_shows_what_was_found() -> None:
    puzzle = litgrid.load(ONE)
    verdict = litgrid.solve(puzzle)
    assert verdict._repr_svg_() == litgrid.svg(puzzle, verdict.solutions[0])
    assert verdict._repr_mimebundle_()["text/plain"].startswith("Light Up 3 x 3: Exactly one answer.\n")
    several = litgrid.solve(litgrid.load(SEVERAL))
    assert several._repr_svg_() == litgrid.svg(several.puzzle, several.solutions[0], marked=[0, 1])
    none = litgrid.solve(litgrid.load(NONE))
    assert none.status == "none"
    assert MARKED in (none._repr_svg_() or "")
    assert none._repr_mimebundle_()["text/plain"].startswith("Light Up 1 x 2: No answer: these clues cannot all hold: ")


def test_a_board_that_is_too_large_is_named() -> None:
    side = int(MOST_CELLS**0.5) + 1
    puzzle = kinds.get("lightup").empty(Shape(side, side))
    assert puzzle._repr_mimebundle_() == {"text/plain": f"Light Up {side} x {side}"}
    assert puzzle._repr_svg_() is None


def test_a_grid_that_is_none_is_refused() -> None:
    puzzle = litgrid.load(ONE)
    with pytest.raises(LitgridError, match="shaped"):
        litgrid.svg(puzzle, [[0, 1]])
    with pytest.raises(LitgridError, match="got other values"):
        litgrid.svg(puzzle, np.full((3, 3), 7))
    with pytest.raises(TypeError, match="expected a Puzzle"):
        litgrid.svg(ONE)  # type: ignore[arg-type]


def test_a_picture_as_svg_needs_no_package() -> None:
    program = (
        "import sys, litgrid; litgrid.svg(litgrid.load('lightup\\n.1'));"
        "sys.exit(bool({'PIL', 'fpdf', 'fontTools'} & set(sys.modules)))"
    )
    assert finished([sys.executable, "-c", program], env=HERE, check=False).returncode == 0


def pictures(shown: dict[str, str]) -> list[ElementTree.Element]:
    """Return the pictures of what is shown, as SVG and inside the HTML, which must be well formed."""
    found = [ElementTree.fromstring(shown["image/svg+xml"])]
    for image in ElementTree.fromstring(shown["text/html"]).iter("img") if "text/html" in shown else ():
        begin, _, data = image.attrib["src"].partition(",")
        assert begin == "data:image/svg+xml;base64"
        found.append(ElementTree.fromstring(b64decode(data)))
    return found


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (litgrid.solve(litgrid.loads(ONE)), "Light Up 3 x 3: Exactly one answer."),
        (litgrid.count(litgrid.loads(SEVERAL)), "Light Up 1 x 2: 2 answers, counted by "),
        (
            litgrid.grade(litgrid.loads(ONE)),
            "Light Up 3 x 3: Level 1, easy (1.2). One rule at a time decides everything. ",
        ),
        (litgrid.forced(litgrid.loads(ONE)), "Light Up 3 x 3: 6 of 6 open cells are the same in all answers: "),
        (litgrid.hint(litgrid.loads(ONE)), "Light Up 3 x 3: Look at r2c2 to r3c3."),
        (litgrid.check(litgrid.loads(ONE)), "Light Up 3 x 3: No rule is broken so far; "),
        (litgrid.sample(litgrid.loads(ONE)), "Light Up 3 x 3: 1 answer, drawn"),
    ],
    ids=lambda found: type(found).__name__,
)
def test_what_was_found_stands_below_the_picture(found: litgrid.Verdict, words: str) -> None:
    shown = found._repr_mimebundle_(include=None, exclude=None)
    assert shown["text/plain"].startswith(words)
    assert str(ElementTree.fromstring(shown["text/html"]).findtext("figcaption")).startswith(words)
    assert len(pictures(shown)) == 2


def test_an_explanation_is_a_strip_of_pictures() -> None:
    found = litgrid.explain(litgrid.loads(ONE))
    shown = found._repr_mimebundle_(include=None, exclude=None)
    (strip,) = pictures(shown)
    said = "".join(strip.itertext())
    lines = shown["text/plain"].splitlines()
    assert lines[0] == "Light Up 3 x 3: unique"
    assert len(lines) == 2 + len(found) == 5
    for step, line in zip(found, lines[2:], strict=True):
        assert step.text() in line
        assert step.text().split()[0] in said
    wrong = litgrid.hint(litgrid.loads(ONE), np.array([[-1, -1, 1], [-1] * 3, [-1] * 3], dtype=np.int8))
    assert wrong.mistake is not None
    pictures(wrong._repr_mimebundle_())


def test_a_long_explanation_of_a_large_board_is_sentences_alone() -> None:
    puzzle = litgrid.generate("binairo", 40, level=1, seed=1)
    found = litgrid.explain(puzzle)
    assert len(found) * puzzle.shape.size > MOST_CELLS
    assert set(found._repr_mimebundle_()) == {"text/plain"}


def test_a_comparison_is_a_table() -> None:
    took = [
        Measurement("cadical", "auto", "sat", variables=4, clauses=1234, load=0.5),
        Measurement("<odd>", "auto", problem="a & b"),
    ]
    comparison = Comparison(litgrid.load(ONE), tuple(took))
    shown = comparison._repr_mimebundle_(include=None, exclude=None)
    table = ElementTree.fromstring(shown["text/html"])
    assert table.findtext("caption") == "Light Up 3 x 3"
    head, row, odd = [[cell.text for cell in row] for row in table.iter("tr")]
    assert head[:6] == ["engine", "encoding", "answer", "variables", "clauses", "load s"]
    assert row[:6] == ["cadical", "auto", "sat", "4", "1,234", "0.500"]
    assert odd[:4] == ["<odd>", "auto", "failed", "-"]
    assert shown["text/plain"] == str(comparison)
    assert [*comparison] == took == [comparison[0], comparison[1]]
    assert len(comparison) == 2
