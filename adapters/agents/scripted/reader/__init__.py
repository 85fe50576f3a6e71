"""The reader: plays by the words of the instruction and of the screen, without a model."""
