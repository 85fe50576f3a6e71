"""`python -m benchmarks.pictures`: every screen of every app on one picture, for people, and what drawing them
costs.
"""
