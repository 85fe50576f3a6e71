"""AppAgent: `Observation:`, `Thought:`, `Action:` with a call that names an element or a grid cell, `Summary:`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from adapters.agents.formats.grammar import labels
from adapters.agents.formats.grammar.calls import Call, call_at
from adapters.agents.formats.grammar.coordinates import PIXELS, Grid, Scheme, center, tenths
from adapters.agents.formats.grammar.errors import FormatError
from adapters.agents.formats.grammar.format import Act, Format, Reading, Surface
from adapters.agents.formats.grammar.scalars import direction, number_of
from runtime.core.actions import Finish, Key, LongPress, Noop, Swipe, Tap, Type
from runtime.core.geometry import Direction

_HEADINGS = labels.colons("Observation", "Thought", "Action", "Summary")
_KNOWN = re.compile(r"\b(?:tap|text|long_press|swipe|grid|back|home|enter)\s{0,4}\(")
_FINISH = re.compile(r"FINISH\b")
_PRESS_MS = 1000
_SWIPE_MS = 400
_FAR: Final = {"short": 1, "medium": 2, "long": 3}

ELEMENTS: Final = Scheme("numbers of the elements drawn on the picture", PIXELS.span, PIXELS.rounding)
GRID: Final = Scheme("numbers of the grid's cells, and a part of the cell", PIXELS.span, PIXELS.rounding)


def lenient(text: str, surface: Surface) -> Reading:
    """Labels marked up or missing, brackets in texts; `tap(5)` is an element and `tap(5, "top")` a grid cell."""
    _, text = labels.unthought(text)
    found = labels.parts(text, _HEADINGS)
    action = labels.first(found, "action")
    if action is None:
        raise FormatError("reply", "has no 'Action:'")
    sections = {part.name: part.text for part in found if part.name in ("observation", "summary")}
    return Reading((_lenient(action, surface),), labels.first(found, "thought") or "", sections)


def _lenient(action: str, surface: Surface) -> Act:
    known = _KNOWN.search(action)
    finish = _FINISH.search(action)
    if finish and (known is None or finish.start() < known.start()):
        return Act(Finish())
    call = call_at(action, known.start(), ("0",)) if known else None
    if call is None:
        raise FormatError("Action", f"holds no function: {action[:40]!r}")
    arguments = [argument.words for argument in call.arguments.values()]
    match call.name:
        case "tap" | "long_press" | "swipe":
            return _touch(call.name, arguments, surface)
        case "text":
            return Act(Type(_text(call)))
        case "grid":
            return Act(Noop(), {"switch": "grid"})
        case name:
            return Act(Key(name.upper()))


def _text(call: Call) -> str:
    if not call.arguments:
        raise FormatError("text(…)", "has no text")
    return call.words(next(iter(call.arguments)))


def _touch(name: str, arguments: Sequence[str], surface: Surface) -> Act:
    """By the number of arguments: an element, or one or two cells of the grid."""
    match name, arguments:
        case ("tap", [area]):
            number = number_of(area, "tap(…)")
            return Act(Tap(*surface.center(number)), {"element": number})
        case ("long_press", [area]):
            number = number_of(area, "long_press(…)")
            return Act(LongPress(*surface.center(number), _PRESS_MS), {"element": number})
        case ("tap", [area, part]):
            return Act(Tap(*_cell(area, part, surface)), _named(area, part))
        case ("long_press", [area, part]):
            return Act(LongPress(*_cell(area, part, surface), _PRESS_MS), _named(area, part))
        case ("swipe", [area, way, *far]) if len(far) <= 1:
            number = number_of(area, "swipe(…)")
            return _swipe(number, surface.center(number), direction(way), far[0] if far else "medium", surface)
        case ("swipe", [area, part, other, there]):
            return Act(Swipe(*_cell(area, part, surface), *_cell(other, there, surface), _SWIPE_MS))
        case _:
            raise FormatError(f"{name}(…)", f"{len(arguments)} arguments")


def _swipe(number: int, start: tuple[int, int], way: Direction, far: str, surface: Surface) -> Act:
    end = _stroke(start, way, far, surface)
    aside = {"element": number, "dx": end[0] - start[0], "dy": end[1] - start[1]}
    return Act(Swipe(*start, *surface.screen.clamp(*end), _SWIPE_MS), aside)


def _stroke(start: tuple[int, int], way: Direction, far: str, surface: Surface) -> tuple[int, int]:
    return tenths(surface.screen, start, way, _FAR.get(far.strip().lower(), 1))


def _cell(area: str, part: str, surface: Surface) -> tuple[int, int]:
    number, grid = number_of(area, "cell"), Grid(surface.screen)
    columns, rows = grid.size
    if not 1 <= number <= columns * rows:
        raise FormatError(f"cell {number}", f"the grid has {columns * rows} cells")
    return surface.screen.clamp(*grid.place(number, part.strip().lower()))


def _named(area: str, part: str) -> dict[str, object]:
    return {"cell": number_of(area, "cell"), "part": part.strip().lower()}


def strict(text: str, surface: Surface) -> Reading:
    """The authors' parser: all four labels, each with its text on its line; the grid only after `grid()`."""
    observation, thought, action, summary = (
        _line(text, name) for name in ("Observation: ", "Thought: ", "Action: ", "Summary: ")
    )
    sections = {"observation": observation, "summary": summary}
    return Reading((_official(action, surface),), thought, sections)


def _line(text: str, label: str) -> str:
    _, found, rest = text.partition(label)
    if not found:
        raise FormatError("reply", f"has no {label.strip()!r}")
    return rest.partition("\n")[0]


def _official(action: str, surface: Surface) -> Act:
    if "FINISH" in action:
        return Act(Finish())
    name = action.partition("(")[0]
    if name == "grid":
        return Act(Noop(), {"switch": "grid"})
    if name not in ("tap", "text", "long_press", "swipe"):
        raise FormatError("Action", f"{name[:40]!r} is no function")
    inside, closed, _ = action.partition(f"{name}(")[2].partition(")")
    if not closed:
        raise FormatError("Action", "has no closing bracket")
    if surface.scheme is GRID:
        return _official_grid(name, inside.split(","), surface)
    if name == "text":
        # What is typed loses its apostrophes on the way through the shell.
        return Act(Type(inside[1:-1].replace("'", "")))
    return _official_element(name, inside, surface)


def _official_element(name: str, inside: str, surface: Surface) -> Act:
    if name != "swipe":
        number = _int(inside)
        place = _counted(number, surface)
        made = Tap(*place) if name == "tap" else LongPress(*place, _PRESS_MS)
        return Act(made, {"element": number})
    parts = inside.split(",")
    if len(parts) != 3:
        raise FormatError("swipe(…)", f"{len(parts)} arguments instead of 3")
    number, way, far = _int(parts[0]), parts[1].strip()[1:-1], parts[2].strip()[1:-1]
    start = _counted(number, surface)
    if way not in ("up", "down", "left", "right"):
        raise FormatError("swipe(…)", f"{way[:40]!r} is no direction")
    unit = far if far in ("medium", "long") else "short"
    end = _stroke(start, direction(way), unit, surface)
    aside = {"element": number, "dx": end[0] - start[0], "dy": end[1] - start[1]}
    return Act(Swipe(*start, *end, _SWIPE_MS), aside)


def _counted(number: int, surface: Surface) -> tuple[int, int]:
    """The element as the program's list has it: 0 is the last one, and less counts from there."""
    numbers = sorted(surface.marks or ())
    if number < 1 and -len(numbers) <= number - 1:
        number = numbers[number - 1]
    return center(surface.bounds(number))


def _official_grid(name: str, parts: Sequence[str], surface: Surface) -> Act:
    grid = Grid(surface.screen)
    match name, parts:
        case ("tap" | "long_press", [area, part, *_]):
            place = grid.place(_int(area), part.strip()[1:-1])
            return Act(Tap(*place) if name == "tap" else LongPress(*place, _PRESS_MS))
        case ("swipe", [area, part, other, there, *_]):
            x, _ = grid.place(_int(area), part.strip()[1:-1])
            # The program sends its starting x for y as well.
            return Act(Swipe(x, x, *grid.place(_int(other), there.strip()[1:-1]), _SWIPE_MS))
        case _:
            raise FormatError(f"{name}(…)", "not as the grid has it")


def _int(number_text: str) -> int:
    try:
        return int(number_text)
    except ValueError as error:
        raise FormatError("Action", f"{number_text[:16]!r} is no whole number") from error


FORMAT: Final = Format(
    name="appagent",
    title="AppAgent",
    asks="",
    schemes={"elements": ELEMENTS, "grid": GRID},
    scheme="elements",
    images=1,
    malformed="stop",
    lenient=lenient,
    strict=strict,
    numbered=True,
    notes=(
        "After grid() the next picture shows the grid: official mode reads its replies by the scheme `grid`.",
        "The lenient reader tells elements and cells apart by the number of arguments.",
        "In official mode a missing label ends the run, and texts lose brackets and apostrophes, as in the program.",
        "In official mode element 0 is the last one, and a swipe over the grid starts at (x, x).",
        "It has neither Back nor Home; the lenient reader takes both.",
    ),
)
