"""Which episode plays next on which device, and the loop that carries it out."""
