"""The control connection of a virtual phone: state, snapshots and forks, out of reach of every session."""
