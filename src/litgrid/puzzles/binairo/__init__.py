"""Binairo: the kind and its words."""
