"""One episode: the attempt that owns its resources, the session, the recorder, the order of events."""
