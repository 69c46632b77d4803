"""The catalogue of shapes that a step can have, cheapest first; each asks a state, and takes nothing.

- :mod:`~litgrid.explaining.shapes.singles`: what one rule forces;
- :mod:`~litgrid.explaining.shapes.refuting`: an assumption that rules refute one after another, at sight or as a chain;
- :mod:`~litgrid.explaining.shapes.coupling`: what two clues and the rules between them refute together;
- :mod:`~litgrid.explaining.shapes.confined`: room that some rules need and that others have, counted twice;
- :mod:`~litgrid.explaining.shapes.lines`: what the completions of a line have in common;
- :mod:`~litgrid.explaining.shapes.splits`: an assumption inside another one, or a core that an engine names.
"""
