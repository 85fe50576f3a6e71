"""The ADB connection: packets, protocol, a live connection and its streams, authentication."""
