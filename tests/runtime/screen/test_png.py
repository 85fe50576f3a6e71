"""Frames as PNG files: no pixel is lost, and the files are compatible with other readers and writers."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from PIL import Image

from runtime.screen.frames import Frame
from runtime.screen.frames.png import PngError, decode, encode, png_size


def frame(pixels: np.ndarray) -> Frame:
    """Make a frame from pixels."""
    return Frame(pixels.shape[1], pixels.shape[0], pixels)


SHAPES = st.tuples(st.integers(1, 20), st.integers(1, 20), st.just(4))


@given(arrays.arrays(np.uint8, SHAPES), st.booleans())
def test_a_round_trip_keeps_every_pixel_and_the_digest(pixels: np.ndarray, opaque: bool) -> None:
    """Encoding and decoding keep all pixels and the digest, also with another decoder."""
    if opaque:
        pixels[..., 3] = 255
    before = frame(pixels)
    data = encode(before)
    after = decode(data)
    assert np.array_equal(after.pixels, pixels)
    assert after.digest == before.digest
    assert png_size(data) == (before.width, before.height)
    with Image.open(io.BytesIO(data)) as picture:
        assert picture.mode == ("RGB" if (pixels[..., 3] == 255).all() else "RGBA")
        assert np.array_equal(np.asarray(picture.convert("RGBA")), pixels)


def test_one_transparent_pixel_keeps_the_alpha_channel() -> None:
    """Alpha is dropped only if all pixels are opaque."""
    pixels = np.full((50, 40, 4), 255, np.uint8)
    pixels[49, 39, 3] = 254
    assert decode(encode(frame(pixels))).pixels[49, 39, 3] == 254


def test_a_view_into_a_larger_buffer_can_be_written() -> None:
    """Pixels that are not contiguous in memory can be encoded."""
    buffer = np.random.default_rng(1).integers(0, 255, (30, 30, 4), np.uint8)
    view = buffer[5:25, 3:18]
    assert np.array_equal(decode(encode(frame(view))).pixels, view)


@pytest.mark.parametrize("mode", ["L", "RGB", "RGBA", "P", "1", "I;16"])
def test_pictures_that_others_wrote_are_read(mode: str) -> None:
    """Grey, palette, bilevel and 16-bit PNG files of other programs are decoded."""
    white = Image.new("RGBA", (6, 4), (255, 255, 255, 255))
    deep = Image.fromarray(np.full((4, 6), 65535, np.uint16))
    picture = deep if mode == "I;16" else white.convert(mode)
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    found = decode(buffer.getvalue())
    assert (found.width, found.height, found.pixels.shape) == (6, 4, (4, 6, 4))
    assert (found.pixels == 255).all()


@pytest.mark.parametrize(
    "data",
    [b"", b"GIF89a", b"\x89PNG\r\n\x1a\n", encode(frame(np.zeros((9, 9, 4), np.uint8)))[:-20]],
    ids=["empty", "gif", "signature", "cut"],
)
def test_what_is_no_whole_png_is_refused(data: bytes) -> None:
    """Data that are no complete PNG raise PngError."""
    with pytest.raises(PngError):
        decode(data)


def test_a_picture_of_impossible_size_is_refused_before_it_is_unpacked() -> None:
    """The stated size is checked first, so a small file cannot use all memory."""
    data = bytearray(encode(frame(np.zeros((2, 2, 4), np.uint8))))
    data[16:24] = (100_000).to_bytes(4) * 2
    with pytest.raises(PngError, match="100000x100000"):
        decode(bytes(data))


@pytest.mark.parametrize("height", [1, 63, 64, 65, 128, 200])
@pytest.mark.parametrize("alpha", [255, 7])
def test_bands_meet_without_a_seam(height: int, alpha: int) -> None:
    """Pictures with any number of rows are decoded unchanged, also by another decoder."""
    pixels = np.random.default_rng(height).integers(0, 255, (height, 11, 4), np.uint8)
    pixels[..., 3] = alpha
    data = encode(frame(pixels))
    assert np.array_equal(decode(data).pixels, pixels)
    with Image.open(io.BytesIO(data)) as picture:
        assert np.array_equal(np.asarray(picture.convert("RGBA")), pixels)


@pytest.mark.parametrize("share", [0.3, 0.5, 0.9])
def test_a_damaged_file_of_ours_is_refused(share: float) -> None:
    """A flipped bit in the compressed data raises PngError."""
    pixels = np.random.default_rng(3).integers(0, 255, (100, 90, 4), np.uint8)
    pixels[..., 3] = 255
    data = bytearray(encode(frame(pixels)))
    data[int(len(data) * share)] ^= 1
    with pytest.raises(PngError):
        decode(bytes(data))
