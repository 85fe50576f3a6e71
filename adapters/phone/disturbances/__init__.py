"""Declared, seeded disturbances: pop-ups, slow pages, lost taps, killed apps."""
