"""Basic value types: actions, tasks, events, errors, configuration and in-memory logs. Pure."""
