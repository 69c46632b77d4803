"""Star Battle: the kind, its words, and its own way of making."""
