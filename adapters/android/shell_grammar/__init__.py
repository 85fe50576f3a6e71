"""The grammar of Android's shell (mksh's subset): text in, syntax tree out. Pure."""
