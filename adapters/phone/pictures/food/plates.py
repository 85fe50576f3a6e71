"""Dishes from above or the side, on a table with blurred props at its edges."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from PIL import ImageChops

from adapters.phone.pictures.drawing_tools import (
    CREAM,
    GREEN,
    RED,
    Draw,
    Sheet,
    chance,
    circle,
    fineness,
    radial,
    reduced,
    soft,
    table,
)
from adapters.phone.pictures.food import dishes, fast_food, sweets

DISHES: Mapping[str, Callable[[Sheet, random.Random, float, float, float, int], None]] = {
    "burger": fast_food.burger,
    "fishbun": fast_food.fish_bun,
    "chicken": fast_food.chicken,
    "fries": fast_food.fries,
    "shake": fast_food.shake,
    "taco": fast_food.tacos,
    "soda": fast_food.soda,
    "pizza": dishes.pizza,
    "ramen": dishes.ramen,
    "salad": dishes.salad,
    "poke": dishes.poke,
    "curry": dishes.curry,
    "sushi": dishes.sushi,
    "coffee": sweets.coffee,
    "latte": sweets.latte,
    "matcha": sweets.matcha,
    "iced": sweets.iced,
    "donut": sweets.donut,
    "cookie": sweets.cookies,
    "croissant": sweets.croissant,
    "cake": sweets.cake,
}


def food(kind: str, seed: int, width: int, height: int, ground: int | None = None) -> Sheet:
    """Draw a picture of a dish; KeyError for an unknown one. `ground` selects the table."""
    dish = DISHES[kind]
    scale = fineness(width, height)
    w, h = int(width * scale), int(height * scale)
    luck = chance(kind, seed)
    sheet = table(w, h, luck, ground)
    cx, cy, r = w * 0.5, h * 0.53, min(w, h) * 0.43

    def props(draw: Draw) -> None:
        for _ in range(3):
            x = luck.choice([0, w]) + luck.uniform(-0.1, 0.1) * w
            y, q = luck.uniform(-0.1, 1.1) * h, r * luck.uniform(0.25, 0.5)
            draw.ellipse(circle(x, y, q), fill=(*luck.choice([*GREEN, *RED, *CREAM]), 190))

    soft(sheet, props, r * 0.05)
    dish(sheet, luck, cx, cy, r, seed)
    small = reduced(sheet, width, height)
    # One light over everything; then six bits per channel, which look the same and compress a third better.
    lit = radial(width, height, width * 0.3, height * 0.15, max(width, height) * 1.05, (255, 250, 240), (150, 138, 128))
    small = ImageChops.multiply(small, lit)
    return small.point([min(255, int(v * 1.06)) & 0xFC | 2 for v in range(256)] * 3)
