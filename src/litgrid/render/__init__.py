"""Pictures of puzzles. A renderer draws a scene (:class:`litgrid.core.puzzle.Scene`) and knows no puzzle."""
