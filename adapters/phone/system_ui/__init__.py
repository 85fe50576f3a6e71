"""Windows of the system: status bar, shade, recents, permissions, keyboard."""
