"""Boards, rules as data, deduction and checking. Nothing here knows a puzzle or SAT."""
