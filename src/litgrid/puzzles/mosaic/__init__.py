"""Mosaic: the kind and its words."""
