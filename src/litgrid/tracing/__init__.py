"""A SAT solver to be looked at: what it decides, what follows, where it fails and what it learns from that.

Written to be read, not to be fast: :mod:`~litgrid.tracing.search` holds the two loops, which fit on a page each. What
is known stands on a :mod:`~litgrid.tracing.trail`, what follows is found by :mod:`~litgrid.tracing.propagation`, what
comes next is chosen by an :mod:`~litgrid.tracing.order`; each can be exchanged, so that their effect can be seen. All
that happens is an :class:`~litgrid.tracing.events.Event`.
"""
