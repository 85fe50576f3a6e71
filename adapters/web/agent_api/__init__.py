"""The HTTP and WebSocket API by which external agents get their instruction, ask and finish."""
