"""Environments over OpenEnv's protocol, and virtual phones of another machine.

    command         the command `serve-env`
    server          the server: one phone's place for each WebSocket
    environment     the episodes that one trainer plays
    phone_service   a leased phone, driven by another machine
    device          `openenv://HOST:PORT`: those phones as devices of this machine
    messages        the messages of OpenEnv's protocol, pure
    mcp             what agents may call, pure
    pictures        frames in the size that a client asks for
    address         parses `openenv://HOST:PORT/N`, pure

The package openenv is not needed here: it brings a client, with which the tests drive this server.
"""
