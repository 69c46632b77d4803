"""A format that does not exist."""

from litgrid.core.forms import Tokens

FORMS = {"nowhere": Tokens("latin", {"-": "."}, answer={})}
