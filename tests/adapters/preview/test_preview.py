"""A screen of an app is looked at while the app is written: as a file, and on a page that follows its source."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from textwrap import dedent

import aiohttp
import anyio
import pytest

from adapters.preview.command import run
from adapters.preview.rendering import Look, Place, folder_of, load_app, render, target_of
from adapters.preview.server import PreviewPage
from runtime.core.errors import TaskFault, UsageError
from runtime.screen.frames.png import decode
from tests.support.chromium import CHROMIUM, browser

SOURCE = """\
from dataclasses import dataclass
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Icon, Screen, route
from adapters.phone.ui.widgets import form, text

@dataclass(frozen=True, slots=True)
class State:
    cups: int = 2

app = AppBuilder(State, name="teatime", package="org.example.teatime", label="Teatime",
                 icon=Icon("#37474F", "#FFFFFF", "add"), theme=Theme("#37474F"), home=route("cups"))

@app.screen("cups")
def cups(state, size="small"):
    return Screen(form(text(f"{state.cups} {size} cups")))

@app.screen("broken")
def broken():
    raise ZeroDivisionError("no cups")

SPEC = app.build().spec
"""


@pytest.fixture
def app_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of an app that nobody has installed."""
    package = tmp_path / "teatime"
    package.mkdir()
    (package / "__init__.py").write_text(dedent(SOURCE))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")
    for name in ("teatime", "teatime.parts"):
        sys.modules.pop(name, None)
    return package


def size_of(png: bytes) -> tuple[int, int]:
    """Width and height of a picture."""
    frame = decode(png)
    return frame.width, frame.height


def test_a_screen_is_rendered_as_the_phone_shows_it(app_folder: Path) -> None:
    """Its arguments, the app's state, the theme and the size of the phone are those that were asked for."""
    app = load_app(target_of("teatime:SPEC"))
    assert folder_of("teatime:SPEC") == app_folder
    plain = render(app, Place("cups"), Look())
    assert size_of(plain) == (1080, 2400)
    others = [
        render(app, Place("cups", {"size": "large"}), Look()),
        render(app, Place("cups", state={"cups": 5}), Look()),
        render(app, Place("cups"), Look(dark=True)),
    ]
    assert len({plain, *others}) == 4
    assert size_of(render(app, Place("cups"), Look(width=720, height=1600))) == (720, 1600)


def test_what_is_wrong_is_said(app_folder: Path) -> None:
    """An unknown app, module, name, screen and field; an error of the screen is passed on as it is."""
    app = load_app("teatime:SPEC")
    with pytest.raises(UsageError, match=r"no app 'nobody'; installed: .*bunwright"):
        target_of("nobody")
    with pytest.raises(UsageError, match="no module 'nowhere'"):
        folder_of("nowhere:SPEC")
    with pytest.raises(UsageError, match="teatime has no 'OTHER'"):
        load_app("teatime:OTHER")
    with pytest.raises(UsageError, match="teatime:State is no app"):
        load_app("teatime:State")
    with pytest.raises(UsageError, match="Teatime has no screen 'saucers'; it has: cups, broken"):
        render(app, Place("saucers"), Look())
    with pytest.raises(TaskFault):
        render(app, Place("cups", state={"saucers": 1}), Look())
    with pytest.raises(ZeroDivisionError, match="no cups"):
        render(app, Place("broken"), Look())


def test_a_wrong_argument_is_said_with_its_line(app_folder: Path) -> None:
    """Before anything is shown, without a traceback, also where it stands in another module of the package."""
    source = app_folder / "__init__.py"
    source.write_text(SOURCE.replace("@app", "from teatime.parts import more\n@app", 1))
    (app_folder / "parts.py").write_text(
        "from adapters.phone.framework.actions import go\n\ndef more():\n    return go('cups', sise='big')\n"
    )
    expected = f"{app_folder / 'parts.py'}:4: the route 'cups' takes no argument 'sise'; it takes size"
    with pytest.raises(UsageError) as error:
        run(["teatime:SPEC"])
    assert str(error.value) == expected


def test_the_command_lists_screens_and_writes_a_picture(
    app_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Values of arguments are JSON, or text."""
    assert run(["teatime:SPEC"]) == 0
    assert capsys.readouterr().out.splitlines() == ["cups", "broken"]
    file = tmp_path / "cups.png"
    assert run(["teatime:SPEC", "cups", "size=large", "--state", '{"cups": 3}', "--png", str(file)]) == 0
    assert file.read_bytes() == render(load_app("teatime:SPEC"), Place("cups", {"size": "large"}, {"cups": 3}), Look())
    with pytest.raises(UsageError, match="'large' is no argument"):
        run(["teatime:SPEC", "cups", "large", "--png", str(file)])
    with pytest.raises(UsageError, match=r"--png .*: No such file"):
        run(["teatime:SPEC", "cups", "--png", str(tmp_path / "gone" / "cups.png")])


@pytest.mark.anyio
async def test_the_page_follows_the_source(app_folder: Path) -> None:
    """A change gives a new picture; a mistake is shown with its line until it is mended; all of it needs the token."""
    source = anyio.Path(app_folder / "__init__.py")
    text = await source.read_text()
    async with PreviewPage(["teatime:SPEC", "cups"], app_folder, title="Teatime") as page:
        url, _, token = page.address.partition("#")
        async with aiohttp.ClientSession(headers={"Authorization": f"Bearer {token}"}) as http:

            async def picture() -> bytes:
                async with http.get(f"{url}v1/picture") as answer:
                    return await answer.read()

            async with http.get(f"{url}v1/newest") as answer:
                newest = json.loads(await answer.content.readline())
                while newest["message"]:
                    newest = json.loads(await answer.content.readline())
                first = await picture()
                await source.write_text(text.replace("cups}", "cups} nice"))
                newest = json.loads(await answer.content.readline())
                assert not newest["message"]
                assert await picture() != first
                await source.write_text(text.replace("return Screen", "return Scren"))
                newest = json.loads(await answer.content.readline())
                assert "line 16" in newest["message"]
                assert "name 'Scren' is not defined" in newest["message"]
                await source.write_text(text)
                newest = json.loads(await answer.content.readline())
                assert not newest["message"]
                assert await picture() == first
        async with aiohttp.ClientSession() as http, http.get(f"{url}v1/picture") as answer:
            assert answer.status == 401


@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed; it shows the page")
async def test_the_browser_shows_the_newest_picture(app_folder: Path) -> None:
    """Beside a mistake the last good picture stays, faint."""
    source = anyio.Path(app_folder / "__init__.py")
    text = await source.read_text()
    async with PreviewPage(["teatime:SPEC", "cups"], app_folder, title="Teatime") as page, browser() as tab:
        await tab.open(page.address)
        await tab.until("document.getElementById('screen').naturalWidth === 1080")
        assert await tab.text("#title") == "Teatime"
        await source.write_text(text.replace("return Screen", "return Scren"))
        await tab.until("document.getElementById('message').textContent.includes('Scren')")
        assert await tab.run("document.getElementById('screen').className") == "old"
        await source.write_text(text)
        await tab.until("document.getElementById('screen').className === ''")
        assert await tab.run("document.getElementById('message').hidden")
        assert tab.complaints == []
