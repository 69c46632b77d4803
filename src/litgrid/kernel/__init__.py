"""What is compiled when the package is built: loops over flat arrays of numbers, which know nothing of puzzles.

Each module but :mod:`~litgrid.kernel.cython` is Python that Cython compiles, in its "pure Python mode". Where nothing
could be compiled, Python runs the same file, to the same results, some fifty times as slowly. So they keep to what both
read alike:

- What is in the inside is ``noexcept nogil`` in the header: the compiler then refuses whatever would need Python's
  objects, such as a number above 2³¹ that is not declared.
- Numbers stay within the bounds of their types, for Python's have none: mask what may run over. A plain 1 is an ``int``
  of C, which ends at 31 bits: shift one that is declared.
- Arrays come as NumPy's and are read and written as pointers, ``memory.longs(array)``: a
  :class:`~litgrid.kernel.memory.Memory` keeps them alive. Nothing looks at bounds. Several axes are one:
  ``table[row * width + column]``.
- No division of negative numbers: C rounds towards 0. Nor a fraction of two whole numbers: that is whole in C.

Each has a header of C beside it, as ``trail.pxd``, which says what it uses of others, and names the attributes of its
classes and the functions of its inside: what is named there is compiled for C, without a word in the ``.py``.

``pip install -e .`` compiles them anew after a change; ``cython -a`` of a file shows what is not plain C.
"""

from functools import cache

SLOW = (
    "litgrid's kernels are not compiled here, so that Python does their work, slowly: where there is a C compiler "
    "(apt-get install gcc python3-dev), install litgrid anew"
)
"""What is said where they are not compiled."""


def names() -> list[str]:
    """Return the names of all modules that are compiled, where that can be: those that have a header."""
    from pathlib import Path  # imported here: who solves does not ask

    package = Path(__file__).parents[1]
    headers = sorted(package.rglob("*.pxd"))
    return [".".join((package.name, *header.relative_to(package).with_suffix("").parts)) for header in headers]


@cache
def is_compiled() -> bool:
    """Return whether they were compiled when the package was built; the folders are looked through once."""
    from importlib.util import find_spec

    return not any(str(getattr(find_spec(name), "origin", None)).endswith(".py") for name in names())
