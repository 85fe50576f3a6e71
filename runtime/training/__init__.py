"""Training: sessions as values, rewards and rollouts."""
