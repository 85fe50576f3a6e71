"""The device side of ADB: what hosts find when they connect."""
