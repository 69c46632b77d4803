"""How the server is set up: where it listens, and what a question may cost."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from litgrid.web.secret import fresh

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
"""What this machine is called by itself, as a Host header has it."""


@dataclass(frozen=True)
class Settings:
    """How the server is set up."""

    port: int  # where it listens
    host: str = LOOPBACK[0]  # on which address
    token: str = field(default_factory=fresh, repr=False)  # what every address begins with
    body: int = 2_000_000  # the most bytes of a question
    heads: float = 5.0  # seconds for a question to begin
    patience: float = 20.0  # seconds for a question to arrive, and for one to wait until a worker is free
    # how many questions are worked on at once
    workers: int = field(default_factory=lambda: max(4, min(16, os.cpu_count() or 1)))
    waiting: int = 64  # how many more may wait
    memory: int = 2 << 30  # the most bytes of memory that a worker may take

    @property
    def local(self) -> bool:
        """Whether this machine alone can ask."""
        return is_local(self.host)

    def answers_to(self, name: str) -> bool:
        """Return whether a Host header is meant for this server; where other machines ask, they know its names."""
        names = [f"{own}:{self.port}" for own in LOOPBACK] + list(LOOPBACK) * (self.port == 80)
        return not self.local or name.lower() in names


def is_local(host: str) -> bool:
    """Return whether what listens on an address can be reached from this machine alone."""
    return host in LOOPBACK or host == "::1"
