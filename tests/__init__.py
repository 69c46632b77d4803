"""The tests: they mirror the package, and everything they expect comes from elsewhere."""
