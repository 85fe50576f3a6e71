"""The device pool: leases, and a circuit breaker for each device."""
