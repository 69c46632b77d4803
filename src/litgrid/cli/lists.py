"""``litgrid formats`` and ``litgrid engines``: what there is."""

from __future__ import annotations

import json
from textwrap import indent

import click

from litgrid.cli import YES
from litgrid.cli.options import json_option
from litgrid.engines import engines as all_engines
from litgrid.formats import formats as all_formats


@click.command()
@json_option
def formats(as_json: bool) -> int:
    """List the formats that puzzles are read from, each with an example.

    \b
    Example:
      litgrid formats --json
    """  # noqa: D301
    for item in all_formats:
        if as_json:
            values = {
                "name": item.name,
                "aliases": list(item.aliases),
                "kinds": list(item.kinds),
                "summary": item.summary,
                "example": item.example,
            }
            click.echo(json.dumps(values, separators=(",", ":")))
        else:
            aliases = f" ({', '.join(item.aliases)})" if item.aliases else ""
            click.echo(f"{item.name}{aliases}: {item.summary}\n\n{indent(item.example, '    ')}")
    return YES


@click.command()
@json_option
def engines(as_json: bool) -> int:
    """List the engines that solve, with what is installed of them.

    \b
    Example:
      litgrid engines --json
    """  # noqa: D301
    rows = [("engine", "version", "proves that there is none", "")]
    for item in all_engines:
        version = item.version()
        if as_json:
            values = {
                "name": item.name,
                "aliases": list(item.aliases),
                "version": version,
                "complete": item.complete,
                "summary": item.summary,
                "install": item.install,
            }
            click.echo(json.dumps(values, separators=(",", ":")))
        hint = item.summary if version else f"{item.summary}; to install: {item.install}"
        rows.append((item.name, version or "not installed", "yes" if item.complete else "no", hint))
    if not as_json:
        widths = [max(len(row[column]) for row in rows) for column in range(3)]
        for row in rows:
            cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
            click.echo("  ".join([*cells, row[3]]).rstrip())
    return YES
