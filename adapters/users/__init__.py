"""Users: who answers an agent's questions. `rules` answers by rules alone."""
