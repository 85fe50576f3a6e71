"""Virtual phones as processes: the worker, the farm that starts it, the control connection, the device."""
