"""Declared, seeded difficulties: pop-ups, slow pages, lost taps, killed apps."""
