"""The framebuffer service: its header both ways, every truncation, every cut, every pixel format."""

from __future__ import annotations

import contextlib
import itertools
import struct
from pathlib import Path

import anyio
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.adb.daemon.server import listen_unix
from adapters.adb.framing.framebuffer import SIZE, FramebufferError, Header, Receiver, frame, parse
from adapters.adb.host.client import connect_unix
from adapters.adb.transport.stream import Stream
from runtime.core.errors import DeviceRefused
from tests.support.servicephone import HEIGHT, PIXELS, WIDTH, ServicePhone
from tests.support.tinyphone import TinyPhone

WORDS_2 = (2, 32, 1, WIDTH * HEIGHT * 4, WIDTH, HEIGHT, 0, 8, 16, 8, 8, 8, 24, 8)
WORDS_1 = (WORDS_2[0] - 1, *WORDS_2[1:2], *WORDS_2[3:])


def received(*pieces: bytes) -> Receiver:
    """A receiver that got these."""
    receiver = Receiver(lambda size: memoryview(bytearray(size)))
    for piece in pieces:
        receiver.feed(memoryview(piece))
    return receiver


def test_the_header_is_what_the_real_daemon_writes():
    """56 bytes; red, blue, green, alpha in this order; it is read back, as is the 52 bytes' one of version 1."""
    header = Header(WIDTH, HEIGHT, space=1)
    assert header.encode() == struct.pack("<14I", *WORDS_2)
    assert len(header.encode()) == SIZE == 56
    assert parse(header.encode()) == header
    first = parse(struct.pack("<13I", *WORDS_1))
    assert first == Header(WIDTH, HEIGHT, version=1)
    assert first.encode() == struct.pack("<13I", *WORDS_1)


@pytest.mark.parametrize("words", [WORDS_1, WORDS_2])
def test_a_header_cut_off_anywhere_is_no_picture(words: tuple[int, ...]):
    """At every offset of header and pixels a cut is distinguished from a picture, with its own message."""
    data = struct.pack(f"<{len(words)}I", *words)
    for end in range(len(data)):
        receiver = received(data[:end])
        assert not receiver.done
        with pytest.raises(FramebufferError, match=f"after {end} bytes of its header"):
            receiver.result()
    for end in (0, 1, len(PIXELS) - 1):
        with pytest.raises(FramebufferError, match=f"after {end} of {len(PIXELS)} bytes"):
            received(data + PIXELS[:end]).result()


@given(st.sampled_from([WORDS_1, WORDS_2]), st.lists(st.integers(0, 60 + len(PIXELS)), max_size=8), st.binary())
def test_any_cut_gives_the_same_picture(words: tuple[int, ...], cuts: list[int], tail: bytes):
    """However the bytes arrive, in place or fed, the picture is the same; what comes after it is dropped."""
    data = struct.pack(f"<{len(words)}I", *words) + PIXELS + tail
    receiver = received()
    edges = [0, *sorted(cuts), len(data)]
    for number, (start, end) in enumerate(itertools.pairwise(edges)):
        piece = data[start:end]
        space = receiver.space(len(piece)) if number % 2 else None
        if space is not None:
            space[:] = piece[: len(space)]
            receiver.buffer_updated(len(space))
            piece = piece[len(space) :]
        receiver.feed(memoryview(piece))
    assert receiver.done
    assert receiver.result().pixels.tobytes() == PIXELS


@pytest.mark.parametrize(
    ("at", "value", "text"),
    [
        (0, 16, "version 16"),
        (0, 0, "version 0"),
        (3, WIDTH * HEIGHT * 4 - 1, "expected 3840"),
        (3, 0xFFFFFFFF, "are not a screen"),
        (4, 1 << 15, "are not a screen"),
        (5, 0, "are not a screen"),
        (1, 8, "cannot be read"),
        (6, 7, "cannot be read"),
        (6, 32, "cannot be read"),
        (6, 8, "cannot be read"),
        (7, 5, "cannot be read"),
    ],
)
def test_a_wrong_header_is_refused_before_memory_is_allocated(at: int, value: int, text: str):
    """Impossible sizes and unknown pixel formats are refused, each with its own error message."""
    words = list(WORDS_2)
    words[at] = value

    def lend(size: int) -> memoryview:
        raise AssertionError(size)

    receiver = Receiver(lend)
    receiver.feed(memoryview(struct.pack("<14I", *words) + PIXELS))
    assert receiver.done
    with pytest.raises(FramebufferError, match=text):
        receiver.result()


@given(st.binary(max_size=200))
def test_no_bytes_break_it(data: bytes):
    """Whatever comes, there is a picture or the one error."""
    receiver = received(data, data)
    with contextlib.suppress(FramebufferError):
        receiver.result()


def test_all_formats_of_the_real_daemon_become_rgba():
    """RGBX, BGRA, RGB and RGB565 give the colours that were meant."""
    red, green, blue = 0xFF, 0x82, 0x08
    bgra = Header(1, 1, 32, ((16, 8), (8, 8), (0, 8), (24, 8)))
    rgbx = Header(1, 1, 32, ((0, 8), (8, 8), (16, 8), (24, 0)))
    rgb = Header(1, 1, 24, ((0, 8), (8, 8), (16, 8), (24, 0)))
    rgb565 = Header(1, 1, 16, ((11, 5), (5, 6), (0, 5), (0, 0)))
    short = struct.pack("<H", (red >> 3) << 11 | (green >> 2) << 5 | blue >> 3)
    for header, pixels, alpha in (
        (bgra, bytes((blue, green, red, 7)), 7),
        (rgbx, bytes((red, green, blue, 0)), 255),
        (rgb, bytes((red, green, blue)), 255),
        (rgb565, short, 255),
    ):
        assert parse(header.encode()) == header
        shown = frame(header, memoryview(bytearray(pixels))).pixels
        assert shown.tolist() == [[[red, green, blue, alpha]]], header
    ramp = np.arange(32, dtype="<u2") << 11
    wide = frame(Header(32, 1, 16, rgb565.channels), memoryview(bytearray(ramp.tobytes()))).pixels[0, :, 0]
    assert (wide[0], wide[-1]) == (0, 255)
    assert (np.diff(wide.astype(int)) > 0).all()


async def test_the_service_sends_header_and_pixels_once(tmp_path: Path):
    """The bytes of the service are the header of version 2 and the pixels, then the stream ends."""
    async with listen_unix(tmp_path / "p", ServicePhone()), connect_unix(tmp_path / "p") as connection:
        stream = await connection.open("framebuffer:")
        data = b""
        while piece := await stream.receive():
            data += piece
        assert data == Header(WIDTH, HEIGHT, space=1).encode() + PIXELS
        shown = await connection.framebuffer()
        assert (shown.width, shown.height, shown.pixels.tobytes()) == (WIDTH, HEIGHT, PIXELS)


async def test_a_device_cut_off_in_its_header_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The stream that ends at any offset of the header is the device's fault, and the connection stays good."""
    phone = ServicePhone()
    sent = [0]

    async def truncated(self: object, stream: Stream, services: object) -> None:
        await stream.send(Header(WIDTH, HEIGHT).encode()[: sent[0]])
        stream.close()

    monkeypatch.setattr("adapters.adb.daemon.connection.DaemonConnection._photograph", truncated)
    async with listen_unix(tmp_path / "p", phone), connect_unix(tmp_path / "p") as connection:
        for sent[0] in range(57):
            with pytest.raises(DeviceRefused, match="the picture ended after"):
                await connection.framebuffer()
        assert (await connection.shell("echo on")).stdout == b"on\n"


async def test_no_picture_and_no_service_are_refused(tmp_path: Path):
    """A protected screen gives an empty stream, a device without the service refuses it, one that raises ends it."""
    phone = ServicePhone()
    phone.screens["framebuffer"] = bytes
    async with listen_unix(tmp_path / "p", phone), connect_unix(tmp_path / "p") as connection:
        with pytest.raises(DeviceRefused, match="after 0 bytes"):
            await connection.framebuffer()

        def broken() -> bytes:
            raise ValueError("boom")

        phone.screens["framebuffer"] = broken
        with pytest.raises(DeviceRefused, match="after 0 bytes"):
            await connection.framebuffer()
        assert (await connection.shell("echo on")).stdout == b"on\n"
    async with listen_unix(tmp_path / "q", TinyPhone()), connect_unix(tmp_path / "q") as connection:
        with pytest.raises(DeviceRefused, match="no service 'framebuffer:'"):
            await connection.framebuffer()


async def test_pixels_land_in_the_lent_buffer(tmp_path: Path):
    """A screen of 10 MB is received into the buffer that was lent, which the frame then is."""
    phone = TinyPhone()
    big = ServicePhone()
    big.screens["framebuffer"] = lambda: bytes(phone.screen)
    lent: list[bytearray] = []

    def lend(size: int) -> memoryview:
        lent.append(bytearray(size))
        return memoryview(lent[-1])

    async with listen_unix(tmp_path / "p", big), connect_unix(tmp_path / "p") as connection:
        with anyio.fail_after(10):
            shown = await connection.framebuffer(lend)
    assert len(lent) == 1
    assert lent[0] == phone.screen[16:]
    assert np.shares_memory(shown.pixels, np.frombuffer(lent[0], np.uint8))
