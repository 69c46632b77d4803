"""The engines, and the registry that lists them. An engine never knows a puzzle."""

from litgrid.core.registry import Registry
from litgrid.engines.base import Engine

DEFAULT = "cadical"

engines: Registry[Engine] = Registry(
    "an engine",
    "litgrid.engines",
    {
        "cadical": "litgrid.engines.pysat:CADICAL",
        "glucose": "litgrid.engines.pysat:GLUCOSE",
        "minisat": "litgrid.engines.pysat:MINISAT",
        "walksat": "litgrid.engines.walksat:WALKSAT",
    },
    {"cadical195": "cadical", "glucose4": "glucose", "minisat22": "minisat"},
)
"""Every engine, by name: ``engines.get("minisat")``."""
