"""An adb server that only carries: what the copying alone costs, by blocking calls, for one file after another.

It does nothing of what a sandbox is for: it knows one client, one device and one service, and checks nothing. It prints
its port as JSON and ends with its standard input.
"""

from __future__ import annotations

import json
import socket
import sys
import threading

from benchmarks.speed import adb_packets
from benchmarks.speed.floors import Blocking

_HOST = "127.0.0.1"


def serve(listener: socket.socket, port: int) -> None:
    """One client after another."""
    room = memoryview(bytearray(adb_packets.LARGEST))
    with Blocking(port) as device:
        while True:
            client, _ = listener.accept()
            with client:
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, adb_packets.LARGEST)
                carry(client, device, room)


def carry(client: socket.socket, device: Blocking, room: memoryview) -> None:
    """Carry one file."""
    asked = adb_packets.asked("host:tport:any") + adb_packets.asked("sync:")
    while len(asked):
        asked = asked[len(client.recv(len(asked))) :]
    device.open("sync:")
    client.sendall(b"OKAY" + bytes(8) + b"OKAY")
    device.say(adb_packets.WRTE, client.recv(4096))
    ending = b""
    while ending != b"DONE" + bytes(4):
        left = device.data()
        device.say(adb_packets.OKAY)  # the device makes the next packet meanwhile
        while left:
            count = device.some(room[:left])
            client.sendall(room[:count])
            ending = (ending + bytes(room[max(count - 8, 0) : count]))[-8:]
            left -= count
    device.say(adb_packets.CLSE)


if __name__ == "__main__":
    with socket.create_server((_HOST, 0)) as asked_for:
        print(json.dumps({"port": asked_for.getsockname()[1]}), flush=True)
        threading.Thread(target=serve, args=(asked_for, int(sys.argv[1])), daemon=True).start()
        sys.stdin.read()
