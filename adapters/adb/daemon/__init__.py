"""The device's side: what real hosts find when they connect."""
