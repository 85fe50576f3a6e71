"""What an external program does, read off its traffic."""
