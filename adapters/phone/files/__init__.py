"""The file system of the virtual phone."""
