"""What the output grammars share: calls, literals, coordinates, labels, and the values they produce. Pure."""
