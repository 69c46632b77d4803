"""A format that cannot say what the cells of an answer are."""

from litgrid.core.forms import Tokens

FORMS = {"janko": Tokens("latin", {"-": ".", "x": "#", "y": "_"}, answer={})}
