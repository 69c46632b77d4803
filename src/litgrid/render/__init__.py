"""Pictures of puzzles. A renderer draws a scene (:class:`litgrid.core.scene.Scene`) and knows no puzzle."""
