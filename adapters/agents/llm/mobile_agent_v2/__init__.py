"""Mobile-Agent-v2."""
