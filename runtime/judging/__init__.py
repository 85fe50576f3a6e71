"""Running judges over the logs of an episode, several beside each other, and their vote."""
