"""Theme, colour schemes, typography, icons and fonts of the virtual phone."""
