"""Adapters to the environment interfaces of training stacks, each an extra of its own."""
