"""AppAgent."""
