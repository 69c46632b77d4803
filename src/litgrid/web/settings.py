"""How the server is set up: where it listens, and what a question may cost."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from litgrid.web.secret import fresh

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
"""What this machine is called by itself, as a Host header has it."""


@dataclass(frozen=True)
class Settings:
    """How the server is set up.

    Attributes
    ----------
    port
        where it listens
    host
        on which address
    token
        what every address begins with
    body
        the most bytes of a question
    heads
        seconds for a question to begin
    patience
        seconds for a question to arrive, and for one to wait until a worker is free
    workers
        how many questions are worked on at once
    waiting
        how many more may wait
    memory
        the most bytes of memory that a worker may take
    """

    port: int
    host: str = LOOPBACK[0]
    token: str = field(default_factory=fresh, repr=False)
    body: int = 2_000_000
    heads: float = 5.0
    patience: float = 20.0
    workers: int = field(default_factory=lambda: max(4, min(16, os.cpu_count() or 1)))
    waiting: int = 64
    memory: int = 2 << 30

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
