"""Android knowledge that several adapters share: shell grammar, key codes, commands and actions."""
