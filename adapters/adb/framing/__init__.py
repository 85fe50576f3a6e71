"""The formats inside the streams of a connection, without I/O."""
