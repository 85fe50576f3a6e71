"""Figures and tables of the papers, drawn from results."""
