"""What a host does with a device."""
