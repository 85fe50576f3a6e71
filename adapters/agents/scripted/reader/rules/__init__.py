"""The reader's rules, each of which may propose the next action. Pure."""
