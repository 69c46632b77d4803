"""Making puzzles to order: what is wanted, and how a puzzle of that description is made."""

from litgrid.generating.order import Order

__all__ = ["Order"]
