"""``litgrid formats``, ``litgrid engines`` and ``litgrid examples``: what there is."""

from __future__ import annotations

import json
from textwrap import indent

import click

from litgrid.cli import YES
from litgrid.cli.asking import option_of
from litgrid.cli.options import Once, json_option
from litgrid.cli.words import json_line
from litgrid.collection import examples as collected
from litgrid.collection import text
from litgrid.engines import engines as all_engines
from litgrid.engines.base import Engine
from litgrid.formats import formats as all_formats
from litgrid.kernel import SLOW, is_compiled
from litgrid.question import MAKING
from litgrid.render.table import aligned


@click.command(cls=Once)
@json_option
def formats(as_json: bool) -> int:
    """List the formats that puzzles are read from and written in, each with an example.

    \b
    Example:
      litgrid formats --json
    """  # noqa: D301
    for item in all_formats:
        if as_json:
            names = ("name", "aliases", "kinds", "summary", "example")
            click.echo(json_line({name: getattr(item, name) for name in names}))
        else:
            aliases = f" ({', '.join(item.aliases)})" if item.aliases else ""
            click.echo(f"{item.name}{aliases}: {item.summary}\n\n{indent(item.example, '    ')}")
    return YES


@click.command(cls=Once)
@option_of(MAKING["examples"].options["kind"])
def examples(kind: str | None) -> int:
    """Print a hundred puzzles that come with litgrid, as JSON lines, each with its answer.

    \b
    Examples:
      litgrid examples --kind gappy | litgrid solve
      litgrid examples > puzzles.jsonl
    """  # noqa: D301
    wanted = {record.id for record in collected(kind)}
    for line in text().rstrip("\n").split("\n"):
        if json.loads(line)["id"] in wanted:
            click.echo(line)
    return YES


ABILITIES = {
    "complete": ("N", "proves that there is no answer"),
    "assumptions": ("A", "keeps what it has learnt when only assumptions change"),
    "cores": ("C", "finds out which assumptions clash"),
    "proofs": ("P", "writes proofs"),
    "limits": ("L", "keeps a time limit"),
    "counts": ("T", "takes counts as they are, without clauses"),
    "lists": ("M", "goes through all models by itself"),
}
"""What an engine may be able to do: the attribute that says so, a letter, and what it means."""


@click.command(cls=Once)
@json_option
def engines(as_json: bool) -> int:
    """List the engines that solve: their versions, what they can do, and how to install those that are not here.

    Beside these, program:NAME is any SAT program that reads a DIMACS file, and smtlib:NAME any that speaks SMT-LIB.

    \b
    Example:
      litgrid engines --json
    """  # noqa: D301
    listed = [(item, item.version()) for item in all_engines]
    if as_json:
        for item, version in listed:
            values = {"name": item.name, "aliases": item.aliases, "version": version}
            more = {name: getattr(item, name) for name in (*ABILITIES, "summary", "install")}
            click.echo(json_line(values | more))
        return YES
    here = [(item.name, version, _letters(item), item.summary) for item, version in listed if version]
    click.echo(aligned(("engine", "version", "can do", ""), here, numbers=False))
    click.echo()
    click.echo("\n".join(f"{letter}  {meaning}" for letter, meaning in ABILITIES.values()))
    missing = [(item.name, item.install, item.summary) for item, version in listed if not version]
    if missing:
        click.echo()
        click.echo(aligned(("not installed", "to install", ""), missing, numbers=False))
    if not is_compiled():
        click.echo(f"\n{SLOW}.")
    return YES


def _letters(engine: Engine) -> str:
    return "".join(letter if getattr(engine, ability) else "-" for ability, (letter, _) in ABILITIES.items())
