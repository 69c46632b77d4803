"""The workbench's commands."""
