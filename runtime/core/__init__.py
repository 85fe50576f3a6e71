"""Values that everything else is made of: actions, tasks, events, errors, configuration, logs in memory. Pure."""
