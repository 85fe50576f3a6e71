"""What travels inside the streams of a connection, without I/O."""
