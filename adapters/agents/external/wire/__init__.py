"""The private ADB server and device port of one external program, and the relay behind them."""
