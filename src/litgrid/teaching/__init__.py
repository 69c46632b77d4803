"""For classes: formulas and programs judged, a solver step by step, formulas and sheets to be read and filled in."""
