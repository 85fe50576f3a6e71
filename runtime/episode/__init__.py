"""One episode: the attempt that owns its resources, the session, the recorder, and the legal order of events."""
