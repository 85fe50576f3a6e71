"""What screens are built from: nodes, widgets, layout, hit-testing, gestures, the App interface."""
