"""Pictures generated from a seed: every kind draws something, is deterministic, and depends on its seed."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from adapters.phone.pictures.art import render
from adapters.phone.pictures.clothes import HANGS, LYING
from adapters.phone.pictures.drawing_tools import soft
from adapters.phone.pictures.food.plates import DISHES
from adapters.phone.pictures.groceries import SHAPES
from adapters.phone.pictures.news import KINDS as PRESS
from adapters.phone.pictures.photos import FILTERS, SUBJECTS
from adapters.phone.pictures.posters import SCENES
from adapters.phone.pictures.scenery import KINDS, PALETTES
from adapters.phone.pictures.skies import SKIES

ALL = (
    *(f"food:{dish}" for dish in DISHES),
    *(f"land:{land}" for land in KINDS),
    *(f"land:{palette}:hills" for palette in PALETTES),
    *(f"cloth:{kind}:camel" for kind in (*HANGS, *LYING)),
    *(f"larder:{shape}:#4E8B3A" for shape in SHAPES),
    *(f"poster:{kind}" for kind in (*SCENES, "beam", "code", "popcorn")),
    *(f"photo:original:{subject}" for subject in SUBJECTS),
    *(f"photo:{name}:land:day:sea" for name in FILTERS),
    *(f"press:{kind}" for kind in PRESS),
    *(f"sky:{kind}" for kind in SKIES),
    "wallpaper", "wallpaper:dawn:sea", "avatar", "cover", "map", "product:watch",
    "appicon:#D8432B:#FFF4E6:lunch_dining",
)  # fmt: skip


@pytest.mark.parametrize("kind", ALL)
def test_a_picture_has_the_requested_size_and_is_deterministic(kind: str) -> None:
    """Each kind gives an RGB picture of the requested size that is not one flat colour, twice the same."""
    first, second = render(kind, 4, 61, 40), render(kind, 4, 61, 40)
    assert first.mode == "RGB"
    assert first.size == (61, 40)
    assert first.tobytes() == second.tobytes()
    assert np.ptp(np.asarray(first), axis=(0, 1)).max() > 24


@pytest.mark.parametrize("kind", ["food:burger", "land:dusk:hills", "avatar", "cover", "cloth:knit:navy", "poster:sun"])
def test_seeds_make_different_pictures(kind: str) -> None:
    """Eight consecutive seeds give eight different pictures."""
    assert len({render(kind, seed, 40, 40).tobytes() for seed in range(8)}) == 8


@pytest.mark.parametrize(
    "kind",
    [
        "food:stew",
        "food",
        "land:moon",
        "appicon:#FFFFFF",
        "painting",
        "product:no_such_icon",
        "cloth:coat:puce",
        "poster:none",
    ],
)
def test_an_unknown_kind_is_an_error(kind: str) -> None:
    """An unknown kind of picture raises ValueError with its name."""
    with pytest.raises(ValueError, match=kind):
        render(kind, 0, 20, 20)


def test_soft_layers_have_no_dark_rim() -> None:
    """A blurred translucent white ellipse on grey makes no pixel darker than the grey."""
    sheet = Image.new("RGB", (200, 120), (120, 130, 140))
    soft(sheet, lambda draw: draw.ellipse((60, 30, 140, 90), fill=(255, 255, 255, 120)), 12)
    pixels = np.asarray(sheet)
    assert pixels.min(axis=(0, 1)).tolist() == [120, 130, 140]
    assert pixels[60, 100, 0] > 150
