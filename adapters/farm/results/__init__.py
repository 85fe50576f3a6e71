"""What a load test measures: latencies, failures, layers, thresholds, saturation. Pure."""
