"""The pool of devices, leases on them, and the circuit breaker of each."""
