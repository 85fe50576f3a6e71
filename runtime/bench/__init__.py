"""The command line: `python -m runtime.bench`."""
