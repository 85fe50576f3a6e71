"""Virtual phones as processes: the worker, the farm that starts workers, the control connection, the device."""
