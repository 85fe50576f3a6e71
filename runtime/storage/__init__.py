"""The run directory on disk: its files, their writer, and the content-addressed blobs."""
