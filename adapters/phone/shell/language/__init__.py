"""The grammar and the interpreter of the phone's shell."""
