"""What is used in a ``with`` statement, at whose end it is closed."""

from __future__ import annotations

from typing import Self


class Closing:
    """Is closed when a ``with`` statement is left."""

    def close(self) -> None:
        """Give back what is held; by default that is nothing."""
        return

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
