"""The programs of the phone's shell."""
