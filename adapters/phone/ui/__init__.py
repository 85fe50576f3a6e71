"""Building blocks of screens: nodes, widgets, layout, hit testing, gestures, and the App interface."""
