"""The file system of the virtual phone and the view of it that apps get."""
