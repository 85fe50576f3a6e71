"""The subcommand `preview`: a screen of an app as the phone shows it, again after every change, until Ctrl-C."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from runtime.bench.streams import say
from runtime.core.errors import UsageError
from runtime.plugins.command_line import Parser, whole_number
from runtime.plugins.specs import CommandSpec

_EXAMPLES: Final = """\
examples:
  python -m runtime.bench preview bunwright                       the names of its screens
  python -m runtime.bench preview bunwright item key=copper-pan   a page that follows every change of the source
  python -m runtime.bench preview bunwright basket --state '{"basket": []}'
  python -m runtime.bench preview teahouse.app:SPEC menu --dark --png menu.png

--state has the form that an app's state has in the `setup` of an intent. The page is served on 127.0.0.1 only.
"""


def run(arguments: Sequence[str]) -> int:
    """List screens, write a picture, or serve the page. Returns 130 after Ctrl-C."""
    parser = Parser(
        prog="python -m runtime.bench preview",
        description="Show a screen of an app of the virtual phone while the app is written: on a page that is rendered "
        "again whenever the app's source changes, or as a PNG file.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("app", metavar="APP", help="a registered app, or MODULE:NAME of an App or AppSpec")
    parser.add_argument("screen", nargs="?", metavar="SCREEN", help="the route of the screen (default: list them)")
    parser.add_argument("arguments", nargs="*", metavar="NAME=VALUE", help="arguments of the route; JSON or text")
    parser.add_argument("--state", type=_json_object, default={}, metavar="JSON", help="what the app's state has")
    parser.add_argument("--dark", action="store_true", help="the dark theme")
    parser.add_argument("--size", type=_size, default=(1080, 2400), metavar="WxH", help="in pixels (1080x2400)")
    parser.add_argument("--png", type=Path, metavar="FILE", help="write the picture and end")
    parser.add_argument(
        "--port", type=whole_number(0, 65535), default=0, metavar="P", help="port on 127.0.0.1; 0: any free port (0)"
    )
    options = parser.parse_args(list(arguments))
    if options.screen is None:
        return _list(options.app)
    return _write(options) if options.png else _watch(options)


def _list(name: str) -> int:
    from adapters.preview.rendering import load_app, target_of

    app = load_app(target_of(name))
    for screen in app.activities:
        say(screen)
    return 0


def _write(options: argparse.Namespace) -> int:
    from adapters.preview.rendering import Look, Place, load_app, render, target_of

    app = load_app(target_of(options.app))
    place = Place(options.screen, dict(map(_argument, options.arguments)), options.state)
    width, height = options.size
    png = render(app, place, Look(dark=options.dark, width=width, height=height))
    try:
        options.png.write_bytes(png)
    except OSError as error:
        raise UsageError(f"--png {options.png}: {error.strerror}") from error
    return 0


def _watch(options: argparse.Namespace) -> int:
    import anyio

    try:
        anyio.run(_serve, options)
    except KeyboardInterrupt:
        return 130
    return 0


async def _serve(options: argparse.Namespace) -> None:
    from adapters.preview.rendering import folder_of, target_of
    from adapters.web.shared.pages import port_error, serve

    try:
        from adapters.preview.server import PreviewPage
    except ModuleNotFoundError as error:
        raise UsageError("the page needs watchfiles: pip install 'mobile-agent-runtime[preview]'") from error
    folder = folder_of(target_of(options.app))
    width, height = options.size
    rendered = [
        options.app, options.screen, *options.arguments,
        "--state", json.dumps(options.state), "--size", f"{width}x{height}", *(["--dark"] if options.dark else []),
    ]  # fmt: skip
    title = f"{options.app} · {options.screen}"
    try:
        async with PreviewPage(rendered, folder, title=title, port=options.port) as page:
            await serve({"preview": page.address, "watched": str(folder)})
    except OSError as error:
        raise port_error("127.0.0.1", options.port, error) from error


def _argument(text: str) -> tuple[str, Any]:
    name, equal, value = text.partition("=")
    if not equal:
        raise UsageError(f"{text!r} is no argument of a route: write NAME=VALUE")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _json_object(text: str) -> dict[str, Any]:
    try:
        content = json.loads(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"no JSON: {error}") from error
    if not isinstance(content, dict):
        raise argparse.ArgumentTypeError("no JSON object")
    return content


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal() and 300 <= int(width) <= 4000 and 300 <= int(height) <= 4000):
        raise argparse.ArgumentTypeError(f"{text!r} is no size such as 1080x2400")
    return int(width), int(height)


COMMAND: Final = CommandSpec(
    run=run, title="a screen of an app while it is written, again after every change of its source"
)
