"""`awk`, the one true: reading (`lexer`, `parser`) and playing (`values`, `player`) of its programs."""
