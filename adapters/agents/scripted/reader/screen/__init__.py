"""What the reader sees on a screen. Pure."""
