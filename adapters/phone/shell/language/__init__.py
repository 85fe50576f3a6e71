"""Expansion and interpretation of the shell language; its grammar is in `adapters.android.shell_grammar`."""
