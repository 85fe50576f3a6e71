"""System windows: status bar, notification shade, recents, permission dialog, keyboard."""
