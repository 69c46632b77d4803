"""Gappy: the kind and its words."""
