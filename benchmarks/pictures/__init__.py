"""`python -m benchmarks.pictures`: the pictures of README and docs, made from seeded runs; the contact sheet of all
screens of all apps, with what drawing them costs.
"""
