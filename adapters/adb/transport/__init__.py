"""The connection: what travels, the protocol, one live connection and its streams, who may come in."""
