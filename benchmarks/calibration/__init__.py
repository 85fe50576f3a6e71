"""Calibration: how far a judge's verdicts agree with what is known of trajectories because of how they were made."""
