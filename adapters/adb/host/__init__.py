"""Operations that a host performs on a device."""
