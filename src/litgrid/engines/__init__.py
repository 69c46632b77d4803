"""The engines, and the registry that lists them. An engine never knows a puzzle."""

from typing import Annotated

from litgrid.core.options import Named
from litgrid.core.registry import Registry
from litgrid.engines.base import Engine

DEFAULT = "auto"
"""What solves, if no engine is named."""
LISTING = "clingo"
"""What lists answers, where it is installed: it needs no clause for each of them."""

engines: Registry[Engine] = Registry(
    "an engine",
    "litgrid.engines",
    {
        "auto": "litgrid.engines.pysat:AUTO",
        "cadical": "litgrid.engines.pysat:CADICAL",
        "cadical153": "litgrid.engines.pysat:CADICAL153",
        "cadical300": "litgrid.engines.pysat:CADICAL300",
        "glucose": "litgrid.engines.pysat:GLUCOSE",
        "minisat": "litgrid.engines.pysat:MINISAT",
        "maplechrono": "litgrid.engines.pysat:MAPLECHRONO",
        "maplecm": "litgrid.engines.pysat:MAPLECM",
        "mergesat": "litgrid.engines.pysat:MERGESAT",
        "minicard": "litgrid.engines.pysat:MINICARD",
        "gluecard": "litgrid.engines.pysat:GLUECARD",
        "pycosat": "litgrid.engines.pycosat:PYCOSAT",
        "cpsat": "litgrid.engines.cpsat:CPSAT",
        "clingo": "litgrid.engines.clingo:CLINGO",
        "z3": "litgrid.engines.smtlib:Z3",
        "program:minisat": "litgrid.engines.program:MINISAT",
        "program:picosat": "litgrid.engines.program:PICOSAT",
        "program:cadical": "litgrid.engines.program:CADICAL",
        "program:kissat": "litgrid.engines.program:KISSAT",
        "program:cryptominisat": "litgrid.engines.program:CRYPTOMINISAT",
        "program:clasp": "litgrid.engines.program:CLASP",
        "walksat": "litgrid.engines.walksat:WALKSAT",
    },
    {"program": "litgrid.engines.program:ProgramEngine", "smtlib": "litgrid.engines.smtlib:SmtEngine"},
)
"""Every engine, by name: ``engines.get("minisat")``; ``program:NAME`` and ``smtlib:NAME`` are programs of others."""


def installed(name: str) -> Engine:
    """Return the engine of a name, which is here.

    Raises :class:`UnknownNameError` for an engine that does not exist, :class:`MissingPackageError` for one that is not
    installed, whether or not a puzzle would need it.
    """
    engine = engines.get(name)
    engine.need()
    return engine


EngineName = Annotated[str, Named(installed, engines.names)]
"""A name or an alias of an engine that is here."""


def lister() -> Engine:
    """Return the engine that lists answers, if none is named."""
    engine = engines.get(LISTING)
    return engines.get(DEFAULT) if engine.version() is None else engine
