"""From rule tables to what solvers read."""
