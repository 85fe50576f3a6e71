"""`awk`: parsing (`lexer`, `expressions`, `parser`) and execution (`values`, `functions`, `interpreter`)."""
