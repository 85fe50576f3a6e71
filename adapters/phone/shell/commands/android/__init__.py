"""Android's own commands: am, pm, input, dumpsys, settings and others."""
