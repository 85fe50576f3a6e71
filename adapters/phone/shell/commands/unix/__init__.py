"""Unix programs of the phone: toybox, awk, sqlite3 and others."""
