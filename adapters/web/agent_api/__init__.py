"""HTTP and WebSocket API for external agents: instruction, questions to the user, finish."""
