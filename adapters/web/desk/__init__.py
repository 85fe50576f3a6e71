"""The desk: a page where people answer the questions of running episodes."""
