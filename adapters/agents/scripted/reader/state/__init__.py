"""What the reader knows and has tried so far in an episode. Pure."""
