"""Mutants: wrong end states and trajectories made from references, whose truth is their operator. They measure judges.

`state_operators` changes end states as data; `script_operators` changes scripts, which have to be played.
"""
