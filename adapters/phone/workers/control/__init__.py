"""The control connection of a virtual phone: state, snapshots and forks, not reachable by agents."""
