"""Formulas in conjunctive normal form and cardinality encodings. Nothing here knows a puzzle."""
