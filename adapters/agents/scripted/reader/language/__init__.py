"""What the reader understands of instructions. Pure."""
