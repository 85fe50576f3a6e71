"""The run directory on disk: its files, the one writer, and the content-addressed blobs."""
