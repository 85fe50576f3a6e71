"""Shared by the output grammars: calls, literals, coordinates, labels, and the parsed values. Pure."""
