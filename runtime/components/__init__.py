"""Finding and making the parts of a run: agents, users, judges, models, prompts."""
