"""The documentation builds without a warning, and what it shows is what happens.

In README.md and docs/, a block with a title is a file; a ``console`` block is run line by line in a folder with the
files of its page and of examples/, and what it shows is compared; a ``pycon`` block is a doctest. Seconds may differ.
"""

from __future__ import annotations

import doctest
import inspect
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import click
import pytest

import litgrid
from litgrid.formats import formats
from litgrid.question import QUESTIONS
from tests import commands as told_by_commands
from tests.cli.run import line
from tests.cli.test_help import COMMANDS
from tests.docstrings import entry, filled
from tests.processes import finished

ROOT = Path(__file__).parent.parent
API, COMMAND_LINE, JSON = (ROOT / "docs" / name for name in ("api.md", "command-line.md", "json.md"))
MOST_WORDS = 5_800
"""So that the page on the command line can be read."""
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`]+`")
VARIES = {
    r'"seconds":[0-9.e-]+': '"seconds":0.0012',
    r'"(conflicts|propagations)":[0-9]+': '"conflicts":1',
    r"python-sat \S+": "python-sat 1.8",
    r"(?m)\b[\d,]+\.\d{3}(?= \|$|$)": "0.001",
    r" in [0-9.,]+ m?s(, [0-9,]+ flips a second)?": " in 1 ms",
    r" {2,}": "  ",
}
"""What may differ from run to run, and what to compare in its place."""


@dataclass(frozen=True)
class Block:
    language: str
    title: str | None
    body: str
    line: int


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for match in BLOCK.finditer(text):
        yield Block(match[1], match[2], match[3], text.count("\n", 0, match.start()) + 2)


def commands(body: str) -> list[tuple[str, str]]:
    """Return each command of a console block with what it shows."""
    return [
        (part.split("\n", 1)[0], part.partition("\n")[2]) for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]
    ]


def test_every_format_has_a_section() -> None:
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    for name in formats.names():
        assert f"\n## `{name}`" in page, name
        assert f"| [`{name}`](#" in page, name


def run(command: str, folder: Path) -> str:
    """Return what a command prints, standard error included."""
    if alone := line(command, folder):
        return alone[1]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": "100"}
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT / "src"), environment.get("PYTHONPATH", "")])
    shell = f'litgrid() {{ "{sys.executable}" -m litgrid "$@"; }}\n{command}'
    done = finished(
        ["bash", "-c", shell], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    return str(done.stdout, "utf-8")


def furnish(page: Path, folder: Path) -> None:
    """Write the files of a page, and those of the project that commands name."""
    for block in blocks(page):
        if block.title:
            (folder / block.title).write_text(block.body, encoding="utf-8")
    if (ROOT / "examples").is_dir():
        shutil.copytree(ROOT / "examples", folder / "examples", dirs_exist_ok=True)


def normal(shown: str) -> str:
    """Return what is shown without what may differ."""
    for pattern, instead in VARIES.items():
        shown = re.sub(pattern, instead, shown)
    return shown.rstrip()


CONSOLE = [
    pytest.param(page, command, shown, id=f"{page.name}:{block.line}:{number}")
    for page in PAGES
    if page.exists()
    for block in blocks(page)
    if block.language == "console"
    for number, (command, shown) in enumerate(commands(block.body), 1)
    if "litgrid" in command
]


@pytest.mark.skipif(shutil.which("bash") is None, reason="the console blocks are written for bash")
@pytest.mark.parametrize(("page", "command", "shown"), CONSOLE)
def test_console_blocks_show_what_happens(page: Path, command: str, shown: str, tmp_path: Path) -> None:
    if re.search(r"\bminisat \w+\.cnf|program:minisat", command) and shutil.which("minisat") is None:
        pytest.skip("minisat is not installed: apt-get install minisat brings it")
    furnish(page, tmp_path)
    assert normal(run(command, tmp_path)) == normal(shown)


@pytest.mark.parametrize("page", [pytest.param(page, id=page.name) for page in PAGES if page.exists()])
def test_python_blocks_show_what_happens(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    furnish(page, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    names: dict[str, object] = {"__name__": "docs"}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for block in blocks(page):
        if block.language == "python" and block.title is None:
            exec(compile(block.body, f"{page.name}:{block.line}", "exec"), names)
        if block.language == "pycon":
            test = doctest.DocTestParser().get_doctest(block.body, names, page.name, page.name, block.line - 1)
            runner.run(test, clear_globs=False)
            names.update(test.globs)
    assert runner.summarize(verbose=False).failed == 0


def test_every_public_name_is_in_the_docs() -> None:
    text = API.read_text(encoding="utf-8")
    missing = [name for name in litgrid.__all__ if f"<!-- from litgrid.{name} -->" not in text]
    assert missing == ["kinds"]  # a registry: its class is told


def test_every_function_tells_what_it_takes_and_shows_what_comes() -> None:
    for name in litgrid.__all__:
        if inspect.isfunction(function := getattr(litgrid, name)):
            told = entry(f"litgrid.{name}")
            assert "```pycon\n" in told, name
            lists = "".join(line for line in told.splitlines() if line.startswith("- "))
            assert not [one for one in inspect.signature(function).parameters if f"{one}`" not in lists], name


def test_every_public_class_and_method_says_what_it_is_for_where_no_base_does() -> None:
    names = [one.name for one in walk_packages(litgrid.__path__, "litgrid.") if not one.name.endswith("__main__")]
    modules = [import_module(name) for name in names if ".kernel" not in name]
    classes = {one for module in modules for one in vars(module).values() if inspect.isclass(one)}
    public = {one for one in classes if one.__module__ in names and not one.__name__.startswith("_")}
    assert len(public) > 100
    for one in public:
        assert inspect.getdoc(one), one
        for name, member in vars(one).items():
            function = getattr(member, "fget", getattr(member, "func", member))
            if inspect.isfunction(function) and function.__name__ == name and not name.startswith("_"):
                above = any(name in {**vars(base), **vars(base).get("__annotations__", {})} for base in one.__mro__[1:])
                assert inspect.getdoc(member) or above, f"{one.__module__}.{one.__name__}.{name}"


def test_what_is_made_from_docstrings_is_what_they_say() -> None:
    text = API.read_text(encoding="utf-8")
    assert filled(text) == text, "python -m tests.test_docs writes it anew"


def test_the_page_on_the_command_line_is_what_the_commands_say() -> None:
    text = COMMAND_LINE.read_text(encoding="utf-8")
    assert told_by_commands.filled(text) == text, "python -m tests.test_docs writes it anew"


def test_every_command_is_told_and_no_help_is_copied() -> None:
    text = COMMAND_LINE.read_text(encoding="utf-8")
    names = [name for name, command in COMMANDS.items() if not isinstance(command, click.Group)]
    assert sorted(re.findall(r"^### (litgrid .*)$", text, re.MULTILINE)) == sorted(names)
    assert "Usage:" not in text
    assert len(re.findall(r"\S*\w\S*", text)) < MOST_WORDS


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_key_of_an_answer_is_told(name: str) -> None:
    sections = dict(re.findall(r"^## (.*)\n((?:(?!## ).*\n)*)", JSON.read_text(encoding="utf-8"), re.MULTILINE))
    begin, told = JSON.read_text(encoding="utf-8").partition("\n## ")[0], sections[name]
    told += begin + "".join(sections[other] for other in re.findall(r"[Aa]s \[(?:a )?\w+\]\(#(\w+)\)", told))
    known = set(re.findall(r"`(\w+)`", told))
    for text in ("lightup\n.1.\n...\n#.2", "lightup\n.1.\n...\n#..", "lightup\n.1.\n...\n#.0"):
        for record in QUESTIONS[name].function(litgrid.loads(text)).records():
            assert record.keys() <= known


def test_an_answer_is_called_an_answer() -> None:
    told = {f"{name} --help": command.help or "" for name, command in COMMANDS.items()}
    told |= {page.name: CODE.sub("", BLOCK.sub("", page.read_text(encoding="utf-8"))) for page in PAGES}
    catalogues = [*(ROOT / "src").rglob("en.toml"), *(ROOT / "src").rglob("*.en.toml")]
    told |= {str(words): words.read_text(encoding="utf-8") for words in catalogues}
    assert len(told) > 50
    assert [name for name, text in told.items() if re.search(r'(?i)(?<!")\bsolutions?\b', text)] == []


def test_the_documentation_builds_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs", reason="mkdocs is not installed: the extra `docs` brings it")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")]
    done = finished(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    pages = list((tmp_path / "site").rglob("*.html"))
    assert pages
    # A fence that the builder does not understand stays as it is, and the code in it turns into headings.
    assert not [page.name for page in pages if "```" in page.read_text(encoding="utf-8")]


def refresh(page: Path) -> None:
    """Write into a page what docstrings say and console blocks show now: ``python -m tests.test_docs``.

    Then read the difference.
    """

    def shown_now(match: re.Match[str]) -> str:
        if match[1] != "console":
            return match[0]
        parts = []
        for command, before in commands(match[3]):
            after = run(command, folder) if "litgrid" in command else before
            shown = before if normal(before) == normal(after) else after
            parts.append(f"$ {command}\n{shown}".rstrip() + "\n")
        return "```console\n" + "\n".join(parts) + "```"

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        furnish(page, folder)
        text = told_by_commands.filled(filled(page.read_text(encoding="utf-8")))
        page.write_text(BLOCK.sub(shown_now, text), encoding="utf-8")


if __name__ == "__main__":
    for each in PAGES:
        refresh(each)
