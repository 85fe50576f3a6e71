"""Pictures by name: `render(kind, seed, width, height)`. The same arguments give the same pixels on every machine.

Kinds (palette: dawn, day, dusk, night, mist, gold; land: hills, peaks, forest, city, sea):

    food:DISH                   burger, fishbun, chicken, fries, shake, soda, taco, pizza, ramen, salad, poke, curry,
                                sushi, coffee, latte, matcha, iced, donut, cookie, croissant, cake
    land:LAND                   palette by seed
    land:PALETTE:LAND
    wallpaper                   dusk:hills, softened and darkened for white labels
    wallpaper:PALETTE:LAND
    avatar                      somebody's face
    cover                       a poster
    product:GLYPH               goods, by icon name
    cloth:GARMENT:DYE           second-hand clothes
    larder:SHAPE:#COLOUR        groceries: apple, carton, jar, loaf … (`pictures.larder`)
    map                         streets
    sky:WEATHER                 clear, fair, cloudy, fog, drizzle, rain, storm, snow, night; fills a screen
    poster:SCENE                sun, moon, neon, wave, woods, space, face, door, paper, stage, vinyl; beam, code,
                                popcorn
    press:KIND                  chart, pitch, planet, stage, tram, pots
    photo:FILTER:SUBJECT        door, cat, bike, bridge, plants, lighthouse, books (filters: `pictures.photos`)
    photo:FILTER:KIND           any other picture as a camera takes it
    shot:SHAPE:KIND             any other picture as a file of the gallery, or screen, paper, board (`pictures.gallery`)
    tint                        a ground in the hue of the cover with the same seed
    appicon:#BG:#FG:GLYPH       a launcher icon before its round mask
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from adapters.phone.pictures.backgrounds import tint
from adapters.phone.pictures.clothes import cloth
from adapters.phone.pictures.covers import cover
from adapters.phone.pictures.drawing_tools import Sheet
from adapters.phone.pictures.food.plates import food
from adapters.phone.pictures.gallery import shot
from adapters.phone.pictures.goods import app_icon, product, street_map
from adapters.phone.pictures.groceries import larder
from adapters.phone.pictures.news import press
from adapters.phone.pictures.people import avatar
from adapters.phone.pictures.photos import photo
from adapters.phone.pictures.posters import poster
from adapters.phone.pictures.scenery import PALETTES, land, wallpaper
from adapters.phone.pictures.skies import draw_sky


def render(kind: str, seed: int, width: int, height: int) -> Sheet:
    """Draw a picture as an RGB image.

    Raises:
        ValueError: there is no such kind of picture, or it lacks a part of its name.
    """
    family, *rest = kind.split(":")
    try:
        return _render(family, rest, seed, width, height)
    except (KeyError, IndexError) as error:
        raise ValueError(f"no picture of kind {kind!r}") from error


def _land(rest: Sequence[str], seed: int, width: int, height: int) -> Sheet:
    palette = rest[0] if len(rest) > 1 else tuple(PALETTES)[seed % len(PALETTES)]
    return land(rest[-1], palette, seed, width, height)


def _wallpaper(rest: Sequence[str], seed: int, width: int, height: int) -> Sheet:
    palette, kind = (rest[0], rest[1]) if rest else ("dusk", "hills")
    return wallpaper(kind, palette, seed, width, height)


def _render(family: str, rest: list[str], seed: int, width: int, height: int) -> Sheet:
    return FAMILIES[family](rest, seed, width, height)


FAMILIES: Mapping[str, Callable[[list[str], int, int, int], Sheet]] = {
    "appicon": lambda rest, *of: app_icon(rest[0], rest[1], rest[2], *of),
    "avatar": lambda _, *of: avatar(*of),
    "cloth": lambda rest, *of: cloth(rest[0], rest[1], *of),
    "cover": lambda _, *of: cover(*of),
    "food": lambda rest, *of: food(rest[0], *of),
    "land": _land,
    "larder": lambda rest, *of: larder(rest[0], rest[1], *of),
    "map": lambda _, *of: street_map(*of),
    "photo": lambda rest, seed, width, height: photo(rest, seed, width, height, _render),
    "poster": lambda rest, *of: poster(rest[0], *of),
    "press": lambda rest, *of: press(rest[0], *of),
    "product": lambda rest, *of: product(rest[0], *of),
    "shot": lambda rest, seed, width, height: shot(rest, seed, width, height, _render),
    "sky": lambda rest, *of: draw_sky(rest[0], *of),
    "tint": lambda _, *of: tint(*of),
    "wallpaper": _wallpaper,
}
"""Family to what draws it from the rest of its name, seed, width and height."""
