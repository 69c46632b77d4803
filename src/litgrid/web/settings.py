"""How the server is set up: where it listens, and what a question may cost."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
"""What this machine is called by itself, as a Host header has it."""


@dataclass(frozen=True)
class Settings:
    """How the server is set up.

    Attributes
    ----------
    port
        where it listens
    token
        what addresses must begin with, where others than this machine may ask; ``None``: this machine alone
    body
        the most bytes of a question
    patience
        seconds for a question to arrive, and for one to wait until a worker is free
    workers
        how many questions are worked on at once
    waiting
        how many more may wait
    share
        how many of one client's questions are worked on at once
    memory
        the most bytes of memory that a worker may take
    """

    port: int
    token: str | None = None
    body: int = 2_000_000
    patience: float = 20.0
    workers: int = field(default_factory=lambda: max(4, min(16, os.cpu_count() or 1)))
    waiting: int = 64
    share: int = 3
    memory: int = 2 << 30

    @property
    def hosts(self) -> frozenset[str]:
        """The Host headers that are meant for this server."""
        plain = frozenset(f"{name}:{self.port}" for name in LOOPBACK)
        return plain | frozenset(LOOPBACK) if self.port == 80 else plain
