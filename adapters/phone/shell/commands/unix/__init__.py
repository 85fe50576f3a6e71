"""Unix programs of the phone: toybox, sqlite3 and others."""
