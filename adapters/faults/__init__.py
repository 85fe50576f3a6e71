"""Faults of the transport: a proxy before any TCP or Unix socket. `specification` says which, `proxy` makes them."""
