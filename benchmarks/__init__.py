"""How fast litgrid is, measured beside its peers: run ``python -m benchmarks``; see README.md here."""
