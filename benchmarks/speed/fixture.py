"""A bare device and a bare adb server in one process: as little as their clients can be measured against.

It prints the ports of both as JSON and ends with its standard input. One thread, one epoll, no checks: it serves the
contenders of this package only, and must cost so little that they, not it, are measured.
"""

from __future__ import annotations

import json
import select
import socket
import sys
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from benchmarks.speed import adb_packets

_MODE: Final = 0o100644
_MTIME: Final = 1_700_000_000
_READ: Final = 256 << 10
_IN: Final = select.EPOLLIN | select.EPOLLHUP | select.EPOLLERR


class Content:
    """The served data, made once."""

    def __init__(self) -> None:
        pixels = np.arange(adb_packets.WIDTH * adb_packets.HEIGHT, dtype=np.uint32).tobytes()
        self.screen = adb_packets.SCREEN_HEADER.pack(adb_packets.WIDTH, adb_packets.HEIGHT, 1, 0) + pixels
        ending = adb_packets.FRAME.pack(adb_packets.EXIT, 1) + b"\0"
        room = adb_packets.LARGEST - adb_packets.FRAME.size
        frames = [self.screen[at : at + room] for at in range(0, len(self.screen), room)]
        self.screen_frames = _sized(
            *(adb_packets.FRAME.pack(adb_packets.STDOUT, len(frame)) + frame for frame in frames), ending
        )
        self.words_frames = _sized(
            adb_packets.FRAME.pack(adb_packets.STDOUT, len(adb_packets.WORDS)) + adb_packets.WORDS + ending
        )
        file = np.arange(adb_packets.FILE_BYTES // 8, dtype=np.uint64).tobytes()
        chunks = (file[at : at + adb_packets.CHUNK] for at in range(0, len(file), adb_packets.CHUNK))
        stream = b"".join(
            adb_packets.SYNC.pack(b"DATA", len(chunk)) + chunk for chunk in chunks
        ) + adb_packets.SYNC.pack(b"DONE", 0)
        self.file = _sized(
            *(stream[at : at + adb_packets.LARGEST] for at in range(0, len(stream), adb_packets.LARGEST))
        )
        self.stat = _sized(adb_packets.STAT.pack(b"STAT", _MODE, adb_packets.FILE_BYTES, _MTIME))
        stats = (0, 3, 7, _MODE, 1, 0, 0, adb_packets.FILE_BYTES, _MTIME, _MTIME, _MTIME)
        self.stat2 = {kind: _sized(adb_packets.STAT2.pack(kind, *stats)) for kind in (b"STA2", b"LST2")}


_Packets = Sequence[tuple[bytes, int]]
"""Data of packets, and the sum of their bytes."""


def _sized(*pieces: bytes) -> _Packets:
    return [(piece, int(np.frombuffer(piece, np.uint8).sum(dtype=np.uint64)) & 0xFFFFFFFF) for piece in pieces]


class Peer:
    """One accepted socket."""

    def __init__(self, connection: socket.socket, epoll: select.epoll, content: Content) -> None:
        self.socket = connection
        self.content = content
        self.out: deque[memoryview] = deque()
        self.held = b""
        self.ending = False
        """Nothing more will be sent; what the host still says is read and dropped until it hangs up."""
        self._epoll = epoll
        self._blocked = False

    def received(self, data: bytes) -> None:
        """Bytes came."""
        raise NotImplementedError

    def say(self, data: bytes) -> None:
        """Send it after what waits already."""
        self.out.append(memoryview(data))

    def flush(self) -> None:
        """Send what the socket takes now."""
        out = self.out
        try:
            while out:
                sent = self.socket.send(out[0]) if len(out) == 1 else self.socket.sendmsg(out)
                while out and sent >= len(out[0]):
                    sent -= len(out.popleft())
                if sent:
                    out[0] = out[0][sent:]
        except BlockingIOError:
            pass
        if bool(out) != self._blocked:
            self._blocked = not self._blocked
            self._epoll.modify(self.socket.fileno(), _IN | (select.EPOLLOUT if self._blocked else 0))
        if self.ending and not out:
            self.socket.shutdown(socket.SHUT_WR)
            self.ending = False


class Device(Peer):
    """A device: `ping:` takes packets, `sync:` stats and reads, `shell,v2` runs nothing at all."""

    def __init__(self, connection: socket.socket, epoll: select.epoll, content: Content) -> None:
        super().__init__(connection, epoll, content)
        self._checked = False
        self._streams: dict[int, deque[tuple[bytes, int]]] = {}
        self._files: set[int] = set()

    def received(self, data: bytes) -> None:
        """See `Peer`."""
        if self.held:
            data = self.held + data
        at, end = 0, len(data)
        while end - at >= 24:
            command, arg0, arg1, size, _, _ = adb_packets.HEADER.unpack_from(data, at)
            if end - at - 24 < size:
                break
            self._packet(command, arg0, arg1, data[at + 24 : at + 24 + size])
            at += 24 + size
        self.held = data[at:]

    def _packet(self, command: int, arg0: int, arg1: int, data: bytes) -> None:
        if command == adb_packets.WRTE:
            self.say(adb_packets.packet(adb_packets.OKAY, arg1, arg0))
            if arg1 in self._files:
                self._sync(arg1, data)
        elif command == adb_packets.OKAY:
            self._next(arg1)
        elif command == adb_packets.OPEN:
            self._open(arg0, data.rstrip(b"\0").decode())
        elif command == adb_packets.CLSE:
            if self._streams.pop(arg1, None) is not None:
                self.say(adb_packets.packet(adb_packets.CLSE, arg1, arg0))
            self._files.discard(arg1)
        elif command == adb_packets.CNXN:
            self._checked = arg0 < adb_packets.VERSION
            properties = "ro.product.name=bare;ro.product.model=bare;ro.product.device=bare"
            banner = f"device::{properties};features={adb_packets.FEATURES}"
            self._write(
                adb_packets.CNXN, min(arg0, adb_packets.VERSION), adb_packets.LARGEST, *_sized(banner.encode())[0]
            )

    def _open(self, stream: int, service: str) -> None:
        """Our number of a stream is the host's."""
        self._streams[stream] = deque()
        self.say(adb_packets.packet(adb_packets.OKAY, stream, stream))
        if service == "sync:":
            self._files.add(stream)
        elif service.startswith("shell,v2"):
            screen = service.endswith("screencap")
            self._send(stream, self.content.screen_frames if screen else self.content.words_frames)

    def _sync(self, stream: int, data: bytes) -> None:
        kind = data[:4]
        if kind == b"STAT":
            self._send(stream, self.content.stat)
        elif kind in self.content.stat2:
            self._send(stream, self.content.stat2[kind])
        elif kind == b"RECV":
            self._send(stream, self.content.file)

    def _send(self, stream: int, packets: _Packets) -> None:
        waiting = self._streams[stream]
        waiting.extend(packets)
        self._write(adb_packets.WRTE, stream, stream, *waiting.popleft())

    def _next(self, stream: int) -> None:
        """The host took a packet."""
        waiting = self._streams.get(stream)
        if waiting:
            self._write(adb_packets.WRTE, stream, stream, *waiting.popleft())
        elif waiting is not None and stream not in self._files:
            del self._streams[stream]
            self.say(adb_packets.packet(adb_packets.CLSE, stream, stream))

    def _write(self, command: int, arg0: int, arg1: int, data: bytes, check: int) -> None:
        if len(data) < 4096:
            self.say(adb_packets.packet(command, arg0, arg1, data, check if self._checked else 0))
            return
        sums = check if self._checked else 0
        self.say(adb_packets.HEADER.pack(command, arg0, arg1, len(data), sums, command ^ 0xFFFFFFFF))
        self.say(data)


class Server(Peer):
    """An adb server with one device."""

    def __init__(self, connection: socket.socket, epoll: select.epoll, content: Content) -> None:
        super().__init__(connection, epoll, content)
        self._done = False

    def received(self, data: bytes) -> None:
        """See `Peer`."""
        if self._done:
            return
        data = self.held + data
        while len(data) >= 4 and not self._finished():
            size = int(data[:4], 16)
            if len(data) < 4 + size:
                break
            text, data = data[4 : 4 + size].decode(), data[4 + size :]
            self._request(text)
        self.held = data

    def _finished(self) -> bool:
        """Whether the last request has been answered."""
        return self._done

    def _request(self, text: str) -> None:
        if text.startswith("host:tport:"):
            self.say(b"OKAY" + (1).to_bytes(8, "little"))
        elif text.startswith("host:transport"):
            self.say(b"OKAY")
        elif text == "host:version":
            self._end(b"OKAY", adb_packets.asked("0029"))
        elif text.endswith("features"):
            self._end(b"OKAY", adb_packets.asked(adb_packets.FEATURES))
        elif text.startswith("shell,v2"):
            screen = text.endswith("screencap")
            frames = self.content.screen_frames if screen else self.content.words_frames
            self._end(b"OKAY", *(data for data, _ in frames))
        elif text.startswith(("shell:", "exec:")):
            self._end(b"OKAY", self.content.screen if text.endswith("screencap") else adb_packets.WORDS)
        else:
            self._end(b"FAIL", adb_packets.asked("the bare server has no such service"))

    def _end(self, *data: bytes) -> None:
        for content in data:
            self.say(content)
        self._done = self.ending = True


def serve() -> None:
    """Until the standard input ends."""
    content = Content()
    epoll = select.epoll()
    listeners: dict[int, tuple[socket.socket, Callable[[socket.socket, select.epoll, Content], Peer]]] = {}
    ports = {}
    for name, kind in (("device", Device), ("server", Server)):
        listener = socket.create_server(("127.0.0.1", 0), backlog=512)
        listener.setblocking(False)
        ports[name] = listener.getsockname()[1]
        listeners[listener.fileno()] = listener, kind
        epoll.register(listener.fileno(), select.EPOLLIN)
    epoll.register(sys.stdin.fileno(), select.EPOLLIN)
    print(json.dumps(ports), flush=True)
    peers: dict[int, Peer] = {}
    while True:
        for number, event in epoll.poll():
            peer = peers.get(number)
            if peer is not None:
                if not _talk(peer, event):
                    del peers[number]
                    peer.socket.close()
            elif number in listeners:
                listener, make = listeners[number]
                connection, _ = listener.accept()
                connection.setblocking(False)
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, adb_packets.LARGEST)
                peers[connection.fileno()] = make(connection, epoll, content)
                epoll.register(connection.fileno(), _IN)
            else:
                return


def _talk(peer: Peer, event: int) -> bool:
    """Read and write what there is; False if the host is gone."""
    try:
        if event & ~select.EPOLLOUT:
            data = peer.socket.recv(_READ)
            if not data:
                return False
            peer.received(data)
        peer.flush()
    except BlockingIOError:
        pass
    except OSError:
        return False
    return True


if __name__ == "__main__":
    serve()
