"""Mobile-Agent-v3."""
