"""toybox, awk and their kin."""
