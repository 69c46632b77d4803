"""The workbench: proofs, comparisons, experiments with local search. What is heavy is imported when it is used."""
