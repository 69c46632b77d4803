"""Puzzles as a page of their own: one file that plays like litgrid's page, without a server, from anywhere.

:mod:`~litgrid.web.publishing.contents` says what is in it, :mod:`~litgrid.web.publishing.packing` how that is written,
:mod:`~litgrid.web.publishing.bundle` makes one script of the page's modules.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from pathlib import Path

from litgrid import __version__
from litgrid.core.errors import LitgridError
from litgrid.core.files import expect_place, write_file
from litgrid.core.options import Jobs, Seconds
from litgrid.core.workers import spread
from litgrid.formats.loading import Puzzles, as_records
from litgrid.formats.record import well_formed
from litgrid.printing import Booklet
from litgrid.printing.contents import By, Proof, prove
from litgrid.question import Question, checked
from litgrid.web.publishing.bundle import script, text
from litgrid.web.publishing.contents import book
from litgrid.web.publishing.packing import packed, written

STYLES = ("tokens", "base", "board", "choosing", "play", "published")
INSTEAD = {"api.js": "published/answers.js"}
"""What answers in place of the server."""
ICON = "../icon.svg"


@dataclass(frozen=True, eq=False, repr=False)
class Published(Booklet):
    """What became of a page; true where each puzzle is right. See :class:`litgrid.printing.Booklet`."""


QUESTION = Question("litgrid.web.publishing:publish", without=("path",))


@checked
def publish(
    puzzles: Puzzles,
    path: str | Path,
    *,
    title: str = "",
    author: str = "",
    sections: By = "kind",
    grade: bool = False,
    hints: bool = True,
    code: str = "",
    strict: bool = False,
    jobs: Jobs = 1,
    timeout: Seconds = None,
    tick: Callable[[int, int], object] = lambda *_: None,
) -> Published:
    r"""Make a page on which puzzles are played: one file, that needs no server and no network.

    It opens from a disk, a mail, a phone or any web host, in English or French as the reader's browser asks, and can be
    printed. Each puzzle is solved, and explained for the hints. One that has no answer or several is there
    nevertheless, and says so. The same puzzles make the same file.

    Parameters
    ----------
    puzzles
        One puzzle or several; or records, as :func:`litgrid.load_all` gives them, with a name or a level.
    path
        Where to write; an HTML file.
    title
        What the page is called.
    author
        Who made the puzzles.
    sections
        What chapters are made by: by kind or by level, easy and small ones first; or none.
    grade
        Find out how hard those puzzles are that do not say it.
    hints
        Whether there are hints, and answers. Without, nothing in the file tells an answer, but that the rules do.
    code
        A text that is shown to who has solved all puzzles; until then it cannot be read in the file. Hints lead there
        too.
    strict
        Write nothing unless every puzzle has exactly one answer.
    jobs
        How many puzzles are worked on at once, each in a process of its own.
    timeout
        Seconds for each puzzle, after which its answer is unknown, and again for its hints.
    tick
        Called with how much is done, and of how much: each puzzle is one to be proved, and one more to be put down.

    Raises
    ------
    LitgridError
        for options that there are not, no puzzles, boards that are too large for a page, a code with puzzles that have
        not exactly one answer, and a file that cannot be written.

    Examples
    --------
    >>> import litgrid
    >>> from tempfile import TemporaryDirectory
    >>> puzzle = litgrid.load("lightup\n.1.\n...\n#.2")
    >>> with TemporaryDirectory() as folder:
    ...     made = litgrid.publish([puzzle], f"{folder}/lamps.html", title="Lamps")
    >>> made.path.name, made.right
    ('lamps.html', True)
    """
    expect_place(str(path), ".html")
    records = as_records(puzzles)
    if not records:
        raise LitgridError("expected puzzles, got none: there is nothing to publish")
    work = 2 * len(records)
    proofs = spread(
        prove, [(record, timeout, grade) for record in records], jobs=jobs, tick=lambda done: tick(done, work)
    )
    made = Published(Path(path), tuple(proofs))
    if strict and not made.right:
        return Published(None, made.proofs)
    content = page(
        proofs,
        title=well_formed(title),
        author=well_formed(author),
        sections=sections,
        hints=hints,
        code=well_formed(code),
        jobs=jobs,
        timeout=timeout,
        tick=lambda done: tick(len(records) + done, work),
    )
    write_file([content], str(path))
    return made


def page(
    proofs: Sequence[Proof],
    *,
    title: str = "",
    author: str = "",
    sections: By = "kind",
    hints: bool = True,
    code: str = "",
    jobs: int = 1,
    timeout: Seconds = None,
    tick: Callable[[int], object] = lambda _: None,
) -> bytes:
    """Return the page of puzzles that were proved, and say for how many there are hints: see :func:`publish`."""
    if code and any(proof.status != "unique" for proof in proofs):
        raise LitgridError("expected puzzles with exactly one answer each, as a code is locked with their answers")
    held = book(
        proofs, sections, title=title, author=author, hints=hints, code=code, jobs=jobs, timeout=timeout, tick=tick
    )
    style = "\n".join(text(f"css/{name}.css") for name in STYLES)
    icon = f"data:image/svg+xml;base64,{written(text('icon.svg').encode())}"
    parts = {
        "version": __version__,
        "title": escape(title or "litgrid"),
        "icon": icon,
        "main": text("play.html"),
        "style": style.replace(ICON, icon),
        "settings": text("js/settings.js"),
        "book": written(packed(held)),
        "script": script("published/page.js", INSTEAD),
    }
    parts["policy"] = _policy(parts["style"], parts["settings"], parts["script"])
    return re.sub(r"\{(\w+)\}", lambda found: parts[found[1]], text("published.html")).encode()


def _policy(style: str, *scripts: str) -> str:
    """Return what the page may load: nothing but what is in it."""
    allowed = " ".join(map(_digest, scripts))
    return (
        f"default-src 'none'; script-src {allowed}; style-src {_digest(style)}; img-src data:; form-action 'none'; "
        "base-uri 'none'"
    )


def _digest(content: str) -> str:
    """Return how a policy names a text that may be in the page."""
    return f"'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'"
