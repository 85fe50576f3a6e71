"""`parse`: a model's reply on standard input, the actions that it means on standard output."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from adapters.agents.formats.registry import format_names, load_format
from runtime.bench.streams import complain, say, say_json
from runtime.core.errors import UsageError
from runtime.core.given_files import read_given_json
from runtime.plugins.command_line import Parser
from runtime.plugins.specs import CommandSpec

if TYPE_CHECKING:  # the vocabulary brings pydantic along, and `--help` needs none of it
    from adapters.agents.formats.grammar.format import Format, Reading
    from runtime.screen.tree import Bounds

_EXAMPLES = """\
examples:
  echo "Thought: t
  Action: click(point='<point>510 150</point>')" | python -m runtime.bench parse ui-tars
  python -m runtime.bench parse ui-tars --scheme abs_smart28 --screen 1440x3200 < reply.txt
  python -m runtime.bench parse autoglm --mode official < reply.txt     what the official program makes of it
  python -m runtime.bench parse appagent --marks marks.json < reply.txt
  python -m runtime.bench parse qwen3-vl --about                        schemes, asking, quirks

marks.json says where the numbered elements are: {"7": [left, top, right, bottom], "8": [x, y]}; without it, elements
stay numbers in what is printed.

exit codes: 0 read, 1 the reply is not of this format (a line says where and why), 2 a request that cannot be met
"""
_SCREEN = re.compile(r"([1-9]\d{0,4})x([1-9]\d{0,4})")
_MOST_BYTES = 16 << 20


def run(arguments: Sequence[str]) -> int:
    """Parse one reply; 0 if it could be read, else 1."""
    options = _parser().parse_args(arguments)
    form = load_format(options.format)
    if options.about:
        say(*_about(form))
        return 0
    from adapters.agents.formats.grammar.coordinates import Screen, smart_resize
    from adapters.agents.formats.grammar.errors import FormatError

    screen = Screen(*options.screen)
    try:
        smart_resize(screen)
    except FormatError as error:
        raise UsageError(f"--screen: {error}") from error
    if options.scheme and options.scheme not in form.schemes:
        raise UsageError(f"--scheme {options.scheme}: {form.name} has {', '.join(form.schemes)}")
    if options.marks and not form.numbered:
        raise UsageError(f"--marks: {form.name} does not name elements by numbers")
    marks = _marks(options.marks) if options.marks else _Anywhere() if form.numbered else None
    surface = form.surface(screen, options.scheme or "", marks, options.mode)
    reading = form.decide(_reply(), surface, options.mode)
    return _print(reading, placed=options.marks is not None, as_json=options.whole)


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="python -m runtime.bench parse",
        description="What a model's reply means: text on standard input, one JSON object for each action.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("format", metavar="FORMAT", help=f"one of {', '.join(format_names())}")
    parser.add_argument(
        "--screen", type=_screen, default=(1080, 2400), metavar="WxH", help="the phone's screen in pixels (1080x2400)"
    )
    parser.add_argument("--scheme", metavar="NAME", help="what coordinates mean; --about lists them")
    parser.add_argument(
        "--mode",
        choices=("generic", "official"),
        default="generic",
        help="generic understands what leaves no doubt; official does what the agent's own program does (generic)",
    )
    parser.add_argument("--marks", type=Path, metavar="FILE", help="where the numbered elements are, as JSON")
    parser.add_argument("--whole", action="store_true", help="one JSON object, with the thought and the other parts")
    parser.add_argument("--about", action="store_true", help="describe the format instead")
    return parser


def _screen(text: str) -> tuple[int, int]:
    found = _SCREEN.fullmatch(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no size such as 1080x2400")
    return int(found[1]), int(found[2])


class _Anywhere(Mapping[int, "Bounds"]):
    """Elements of every number, nowhere in particular: what is printed of them is their number alone."""

    def __getitem__(self, number: int) -> Bounds:
        if number < 0:
            raise KeyError(number)
        return 0, 0, 1, 1

    def __iter__(self) -> Iterator[int]:
        return iter(())

    def __len__(self) -> int:
        return 0


def _marks(path: Path) -> dict[int, Bounds]:
    found = read_given_json(path)
    if not isinstance(found, dict) or not all(key.isascii() and key.isdigit() and len(key) < 10 for key in found):
        raise UsageError(f"--marks {path}: an object whose keys are numbers, such as {{'7': [0, 0, 100, 50]}}")
    return {int(key): _bounds(value, f"--marks {path}: {key}") for key, value in found.items()}


def _bounds(bounds_text: Any, where: str) -> Bounds:
    corners = bounds_text if isinstance(bounds_text, list) else []
    flat = [number for corner in corners for number in (corner if isinstance(corner, list) else [corner])]
    match flat:
        case [int() as x, int() as y]:
            return x, y, x, y
        case [int() as left, int() as top, int() as right, int() as bottom] if left <= right and top <= bottom:
            return left, top, right, bottom
        case _:
            raise UsageError(f"{where}: neither [left, top, right, bottom] nor [x, y], in whole pixels")


def _reply() -> str:
    if sys.stdin.isatty():
        complain("reading a reply from the terminal; Ctrl-D ends it")
    reply_text = sys.stdin.buffer.read(_MOST_BYTES + 1)
    if len(reply_text) > _MOST_BYTES:
        raise UsageError(f"more than {_MOST_BYTES >> 20} MB on standard input; no model says so much")
    return reply_text.decode("utf-8", "replace")


def _print(reading: Reading, *, placed: bool, as_json: bool) -> int:
    from adapters.agents.formats.grammar.action_json import written

    lines = written(reading, placed=placed)
    if as_json:
        lines_of = {"thought": reading.thought, "said": dict(reading.sections), "actions": lines}
        say_json(lines_of)
    else:
        for line in lines:
            say_json(line, indent=None)
    return 1 if any(line["op"] == "parse_error" for line in lines) else 0


def _about(form: Format) -> list[str]:
    rows = [
        f"{form.name}: {form.title}",
        f"asks its user by: {form.asks or 'nothing, it cannot'}",
        "schemes:",
        *(f"  {name}: {scheme.words}" for name, scheme in form.schemes.items()),
        f"usual scheme: {form.scheme}" + (f"; in official mode {form.official_scheme}" * bool(form.official_scheme)),
        f"pictures in a request: {form.images} at most",
        f"elements by number: {'yes' if form.numbered else 'no'}",
        f"a reply that cannot be read, in official mode: {_MALFORMED[form.malformed]}",
        *(f"- {note}" for note in form.notes),
    ]
    return rows


_MALFORMED = {
    "count": "a step of the budget, and on it goes",
    "stop": "the end of the episode, as a failure",
    "finish": "the end of the episode, as a success",
}


COMMAND: Final = CommandSpec(
    run=run, title="a model's reply on standard input, the actions that it means on standard output"
)
