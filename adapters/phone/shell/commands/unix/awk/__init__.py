"""`awk`, the one true: reading (`lexer`, `expressions`, `parser`) and playing (`values`, `functions`, `player`)."""
