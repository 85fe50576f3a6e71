"""The typed surface for plug-ins: their Protocols, their specs, and the registry that finds them."""
