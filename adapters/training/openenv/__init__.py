"""Environments over OpenEnv's protocol, and virtual phones of another machine.

command         the command `serve-env`
server          the server: one environment for each WebSocket, one phone for each device connection
environment     the episodes that one client plays
phone_service   a leased phone, driven by another machine
device          `openenv://HOST:PORT`: those phones as devices of this machine
messages        the messages of OpenEnv's protocol, pure
address         parses `openenv://HOST:PORT/N`, pure
"""
