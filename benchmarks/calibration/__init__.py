"""Calibration: measures how far a judge's verdicts agree with trajectories whose truth is known by construction."""
