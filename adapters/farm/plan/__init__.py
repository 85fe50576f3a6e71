"""What a load test does: load over time, operations, profiles, scenarios and scripts."""
