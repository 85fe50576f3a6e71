"""The report in a real browser: views, keys, marks at the right pixels, and texts that stay texts."""

from __future__ import annotations

import base64
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import anyio.to_thread
import pytest

from adapters.web.report import page as page_text
from adapters.web.report.command import run as command
from adapters.web.report.document import (
    EpisodeDocument,
    EpisodeRow,
    ModelCost,
    Overview,
    ShownFinding,
    ShownRun,
    ShownScreen,
    ShownStep,
    ShownTurn,
    episode_json,
    overview_json,
)
from adapters.web.report.files import episode_part, read_front
from adapters.web.report.scores import AgentScores, Cell, GapCells
from runtime.metrics.reducers import METRICS
from tests.adapters.web.report.conftest import play, reported
from tests.adapters.web.report.test_report_files import parts
from tests.support.chromium import CHROMIUM, Tab, browser

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed; it shows the page")

FAILED = "monkey/shop.griddleshake.incomplete/0"
ASKED = "reader/shop.griddleshake.incomplete/0"


@contextmanager
def content(tab: Tab) -> Iterator[None]:
    """Nothing is complained about, and nothing is asked for but files beside the page."""
    yield
    assert tab.complaints == []
    assert [address for address in tab.requests if not address.startswith(("file:", "about:"))] == []


def steps_of(page: Path, name: str) -> list[dict[str, Any]]:
    """The steps of an episode as they are in the page."""
    found = parts(page)
    position = [row["id"] for row in found["overview"]["episodes"]].index(name)
    steps: list[dict[str, Any]] = found[episode_part(position)]["steps"]
    return steps


async def test_it_opens_with_the_scores_of_all_agents(page: Path):
    """Every metric with its value and interval, groups, and causes that lead to the filtered list."""
    async with browser() as tab:
        with content(tab):
            await tab.open(page)
            board = await tab.text(".board")
            for metric in METRICS:
                assert metric in board
            assert "monkey" in board
            assert len(await tab.texts(".group")) == 2
            await tab.click(".choices button:nth-child(5)")
            assert "requirement" in await tab.text(".groups")
            await tab.click(".causes .cause")
            assert (await tab.place()).startswith("#/episodes?cause=")
            assert all("solved" not in words for words in await tab.texts("td.col-outcome"))


async def test_episodes_are_found_filtered_and_sorted_and_the_address_says_how(page: Path):
    """Search, a menu and a column; the address alone gives the same list."""
    async with browser() as tab:
        with content(tab):
            await tab.open(page, "#/episodes")
            assert len(await tab.texts(".episodes tbody tr")) == 4
            await tab.press("/")
            await tab.call("Input.insertText", text="griddle reader")
            assert len(await tab.texts(".episodes tbody tr")) == 1
            await tab.choose("#search", "")
            await tab.choose(".filters select", "monkey")
            await tab.click("th.col-task button")
            names = await tab.texts("td.col-task")
            assert names == ["device.quiet.standard", "shop.griddleshake.incomplete"]
            assert await tab.run("document.querySelector('th.col-task').getAttribute('aria-sort')") == "ascending"
            shared = await tab.place()
            assert "agent=monkey" in shared
            await tab.open(page, shared.replace("sort=task", "sort=task.down"))
            assert await tab.texts("td.col-task") == names[::-1]


async def test_a_failed_line_is_one_click_from_the_step_that_shows_why(page: Path):
    """The step is shown with its screen, and the sentence leads there again."""
    (row,) = [row for row in parts(page)["overview"]["episodes"] if row["id"] == FAILED]
    async with browser() as tab:
        with content(tab):
            await tab.open(page, "#/episodes?agent=monkey&search=griddle")
            await tab.click(".episodes tbody td.col-sentence")
            await tab.until("document.querySelector('.phones img')?.complete")
            assert await tab.place() == f"#/episode/{FAILED}/step/{row['step']}"
            assert await tab.run("document.querySelector('.strip [aria-current]').dataset.step") == row["step"]
            assert await tab.run("document.querySelector('.phones img').naturalWidth") >= 360
            await tab.press("Home", "f")
            assert (await tab.place()).endswith(f"/step/{row['step']}")


async def test_back_in_the_list_the_line_is_where_it_was_left(page: Path):
    """With the same filter, and ready for the arrow keys."""
    async with browser() as tab:
        with content(tab):
            await tab.open(page, "#/episodes?agent=monkey&sort=task")
            await tab.press("ArrowDown", "Enter")
            await tab.until("document.querySelector('.strip')")
            await tab.run("history.back()")
            await tab.until("document.activeElement.matches('a.open')")
            await tab.press("ArrowDown")
            assert await tab.run("document.activeElement.textContent") == "shop.griddleshake.incomplete"


async def test_an_episode_is_walked_through_by_keys(page: Path):
    """Arrows, Home, End and Space; list, strip and address follow."""
    steps = steps_of(page, ASKED)
    async with browser() as tab:
        with content(tab):
            await tab.open(page, f"#/episode/{ASKED}/step/0")
            await tab.until("document.querySelector('.strip')")
            await tab.press("ArrowRight", "ArrowRight")
            assert (await tab.place()).endswith(f"/step/{steps[2]['id']}")
            await tab.press("ArrowLeft")
            assert await tab.text(".place") == f"2 of {len(steps)}"
            await tab.press("End")
            assert await tab.run("document.querySelector('.steps [aria-current]').dataset.step") == steps[-1]["id"]
            await tab.press("Home", " ")
            await tab.until("document.querySelector('.place').textContent.startsWith('2 ')")
            await tab.press(" ")
            assert await tab.run("document.querySelector('.play').textContent") == "▶"


async def test_steps_can_be_left_out_by_kind(page: Path):
    """Without taps, arrows go from question to question."""
    steps = steps_of(page, ASKED)
    async with browser() as tab:
        with content(tab):
            await tab.open(page, f"#/episode/{ASKED}/step/0")
            await tab.until("document.querySelector('.kinds')")
            await tab.run(
                "[...document.querySelectorAll('.kinds button')].find(item => /^Taps/.test(item.textContent)).click()"
            )
            await tab.press("End", "Home", "ArrowRight")
            rest = [step["id"] for step in steps if step.get("kind") != "tap"]
            assert (await tab.place()).endswith(f"/step/{rest[1]}")
            assert len(await tab.texts(".steps > li:not([hidden])")) == len(rest)


async def test_marks_are_at_the_recorded_pixels(page: Path):
    """The ring of a tap and the boxes of what changed, measured on the screen, at two sizes of the window."""
    step = next(item for item in steps_of(page, ASKED) if item.get("kind") == "tap" and item.get("changes"))
    (x, y), (left, top, right, bottom) = step["points"][0], step["changes"][0]
    async with browser() as tab:
        with content(tab):
            for width, height in ((1440, 900), (1100, 800)):
                await tab.window(width, height)
                await tab.open(page, f"#/episode/{ASKED}/step/{step['id']}")
                await tab.until("document.querySelector('.changes rect')")
                screen, ring = await tab.box("figure:first-of-type .phone img"), await tab.box(".touches .touch")
                scale = screen[2] / 1080
                assert scale == pytest.approx(screen[3] / 2400, rel=0.02)
                assert ring[0] + ring[2] / 2 == pytest.approx(screen[0] + x * scale, abs=1)
                assert ring[1] + ring[3] / 2 == pytest.approx(screen[1] + y * scale, abs=1)
                screen = await tab.box("figure:last-of-type .phone img")
                found = await tab.box(".changes rect")
                assert found[0] == pytest.approx(screen[0] + left * scale, abs=2)
                assert found[1] == pytest.approx(screen[1] + top * scale, abs=2)
                assert found[2] == pytest.approx((right - left) * scale, abs=2)
                assert found[3] == pytest.approx((bottom - top) * scale, abs=2)
            await tab.press("c", "m")
            for layer in (".changes", ".touches"):
                assert await tab.run(f"getComputedStyle(document.querySelector('{layer}')).display") == "none"


async def test_evidence_leads_to_its_step(page: Path):
    """Each line of the checklist that has a step shows it."""
    async with browser() as tab:
        with content(tab):
            await tab.open(page, f"#/episode/{ASKED}/step/0")
            await tab.until("document.querySelector('.finding[data-at]')")
            wanted = await tab.run("[...document.querySelectorAll('.finding[data-at]')].at(-1).dataset.at")
            await tab.run("[...document.querySelectorAll('.finding[data-at]')].at(-1).click()")
            assert (await tab.place()).endswith(f"/step/{wanted}")
            titles = await tab.texts(".right h2")
            for title in ("Requirements", "Key steps", "Questions"):
                assert any(words.startswith(title) for words in titles)


async def test_a_question_stands_beside_the_screen_that_it_was_asked_on(page: Path):
    """With the reply, and the judge's label."""
    step = next(item for item in steps_of(page, ASKED) if "turn" in item)
    async with browser() as tab:
        with content(tab):
            await tab.open(page, f"#/episode/{ASKED}/step/{step['id']}")
            await tab.until("document.querySelector('.talks')")
            talk = await tab.text(".talks")
            assert step["turn"]["question"] in talk
            assert step["turn"]["reply"] in talk
            assert step["turn"]["label"] in talk


async def test_two_episodes_of_a_task_are_aligned_and_the_first_difference_is_marked(page: Path):
    """Chosen from one of them; common steps are side by side."""
    async with browser() as tab:
        with content(tab):
            await tab.open(page, f"#/episode/{ASKED}")
            await tab.until("document.querySelector('.head select')")
            await tab.choose(".head select", FAILED)
            await tab.until("document.querySelector('.divergence')")
            assert (await tab.texts(".both .sign"))[0] == "="
            assert "First difference" in await tab.text(".divergence")
            assert (
                await tab.run("document.querySelector('.divergence').nextElementSibling.classList.contains('same')")
                is False
            )
            await tab.click(".divergence + .both .side")
            assert (await tab.place()).startswith(f"#/episode/{ASKED}/step/")


async def test_light_and_dark(page: Path):
    """As the reader's system wants it, and by a switch that is remembered."""
    dark = "Math.max(...getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)) < 80"
    async with browser() as tab:
        with content(tab):
            await tab.open(page)
            assert await tab.run(dark) is False
            await tab.window(1440, 900, dark=True)
            assert await tab.run(dark) is True
            await tab.click("#theme")
            assert await tab.run(dark) is False
            await tab.open(page, "#/episodes")
            assert await tab.run(dark) is False


async def test_printed_pages_have_the_content_and_no_controls(page: Path):
    """What is there to be clicked is left out; screens, steps and evidence follow each other."""
    visible = "[...document.querySelectorAll('SELECTOR')].filter(item => item.checkVisibility()).length"
    async with browser() as tab:
        with content(tab):
            await tab.window(740, 1050)
            await tab.call("Emulation.setEmulatedMedia", media="print")
            await tab.open(page)
            assert "by clarity level" in await tab.text(".printed")
            assert await tab.run(visible.replace("SELECTOR", ".board, .groups, .causes")) == 3
            assert await tab.run(visible.replace("SELECTOR", "#top, .tools")) == 0
            await tab.open(page, f"#/episode/{ASKED}/step/3")
            await tab.until("document.querySelector('.phones img')?.complete")
            assert await tab.run(visible.replace("SELECTOR", "#top, .controls, .kinds, .turn, .head select")) == 0
            assert await tab.run(visible.replace("SELECTOR", ".strip li")) == len(steps_of(page, ASKED))
            assert await tab.run(visible.replace("SELECTOR", ".step")) == len(steps_of(page, ASKED))
            boxes = [await tab.box(selector) for selector in (".film", ".phones .phone", ".right", ".left")]
            assert all(height > 100 for *_, height in boxes)
            for (_, top, _, height), (_, below, *_) in pairwise(boxes):
                assert top + height <= below
            printed = base64.b64decode((await tab.call("Page.printToPDF"))["data"])
            assert printed.startswith(b"%PDF-")


def write_long(target: Path) -> None:
    """Write a report of a thousand episodes."""
    rows = [EpisodeRow(f"a/task{number}/0", "a", 0, f"task{number}", solved=True) for number in range(1000)]
    overview = Overview("many", [ShownRun("many", ())], [], rows)
    document = page_text.data_element(episode_part(700), episode_json(EpisodeDocument((ShownStep("0", 0),), ())))
    text = page_text.page_head(read_front(), "many", overview_json(overview)) + document + page_text.page_end()
    target.write_text(text, encoding="utf-8")


async def test_a_long_list_is_drawn_as_far_as_it_is_looked_at(tmp_path: Path):
    """More lines follow when the end is scrolled to; a line that was visited is there again."""
    target = tmp_path / "report.html"
    await anyio.to_thread.run_sync(write_long, target)
    lines = "document.querySelectorAll('.episodes tbody tr').length"
    async with browser() as tab:
        with content(tab):
            await tab.open(target, "#/episodes")
            assert await tab.text(".found") == "1,000 episodes"
            assert await tab.run(lines) == 200
            await tab.run("scrollTo(0, document.body.scrollHeight)")
            await tab.until(f"{lines} === 400")
            await tab.open(target, "#/episode/a/task700/0")
            await tab.until("document.querySelector('.strip')")
            await tab.run("location.hash = '#/episodes'")
            await tab.until("document.activeElement.matches('a.open')")
            assert await tab.run("document.activeElement.textContent") == "task700"


async def test_everything_that_can_be_used_has_a_name(page: Path):
    """Buttons, links, menus and fields have a text or a label in every view."""
    nameless = """[...document.querySelectorAll("main :is(button, a[href], select, input), #top :is(button, a)")]
      .filter(item => item.checkVisibility() && !item.textContent.trim())
      .filter(item => !item.getAttribute("aria-label") && !item.title)
      .map(item => item.outerHTML)"""
    async with browser() as tab:
        with content(tab):
            for place in ("#/", "#/episodes", "#/devices", f"#/episode/{ASKED}/step/3"):
                await tab.open(page, place)
                await tab.until("document.querySelector('main').children.length")
                assert await tab.run(nameless) == []


async def test_devices_show_their_episodes(page: Path):
    """One lane for each phone, one bar for each episode, which leads to it."""
    async with browser() as tab:
        with content(tab):
            await tab.open(page, "#/devices")
            assert len(await tab.texts(".lanes .bar")) == 4
            assert len(await tab.texts(".lanes .device")) == 2
            await tab.click(".lanes .bar")
            assert (await tab.place()).startswith("#/episode/")


async def test_an_episode_that_was_passed_on_opens_where_it_is_dropped(run: Path, page: Path, tmp_path: Path):
    """The ZIP of one episode on the report of another run; a file that is none is refused in words."""
    target = tmp_path / "passed.zip"
    words = [str(run), "--episode", ASKED, "--out", str(target)]
    assert await anyio.to_thread.run_sync(command, words) == 0
    data = base64.b64encode(await anyio.Path(target).read_bytes()).decode()
    other = tmp_path / "report.html"
    await anyio.to_thread.run_sync(write_hostile, other)
    drop = """{ const bytes = Uint8Array.from(atob("DATA"), letter => letter.charCodeAt(0)), moved = new DataTransfer();
      moved.items.add(new File([bytes], "passed.zip"));
      dispatchEvent(new DragEvent("drop", { dataTransfer: moved, cancelable: true })); }"""
    async with browser() as tab:
        with content(tab):
            await tab.open(other)
            await tab.run(drop.replace("DATA", data))
            await tab.until("document.querySelector('.phones img')?.complete")
            assert (await tab.place()).startswith(f"#/episode/{ASKED}")
            assert len(await tab.texts(".strip li")) == len(steps_of(page, ASKED))
            await tab.press("Home", "ArrowRight")
            await tab.until("document.querySelector('.phones img').naturalWidth === 360")
            await tab.run(drop.replace("DATA", base64.b64encode(b"nothing").decode()))
            await tab.until("!document.querySelector('#notice').hidden")
            assert "passed.zip cannot be opened: it is no ZIP" in await tab.text("#notice")


async def test_a_large_report_reads_its_parts_from_files(run: Path, tmp_path: Path):
    """Without a server: scripts and pictures beside the page."""
    copy = Path(await anyio.to_thread.run_sync(shutil.copytree, run, tmp_path / "run"))
    written = await reported([copy], copy / "report.html", most_inside=1)
    async with browser() as tab:
        with content(tab):
            await tab.open(written.path, f"#/episode/{ASKED}/step/2")
            await tab.until("document.querySelector('.phones img')?.naturalWidth >= 360")
            assert any(address.endswith(".js") for address in tab.requests)


async def test_without_pictures_the_elements_are_drawn(tmp_path: Path):
    """A run on phones without pixels: boxes with their words, with the same marks upon them."""
    folder = await anyio.to_thread.run_sync(
        lambda: play(tmp_path / "run", "headless://1", ("device.quiet.standard",), ("reader",))
    )
    written = await reported([folder], folder / "report.html")
    async with browser() as tab:
        with content(tab):
            await tab.open(written.path, "#/episode/reader/device.quiet.standard/0/step/2")
            await tab.until("document.querySelector('.phones .outline text')")
            assert "Settings" in await tab.texts(".phones .outline text")
            assert await tab.run("document.querySelectorAll('.touches .touch').length") == 1


# -- texts of others -----------------------------------------------------------------------------------------------

MARK = "text-of-others"
HOSTILE = (
    f"{MARK} <script>document.title = 'broken'</script></script><img src=x onerror=alert(1)> \" onclick='alert(1) "
    "javascript:alert(1) <!-- ]]> &lt;b&gt; </style> \u202egnp.exe \x1b[31m \u2028 \ud7ff #/x?y=z %zz"
)


def write_hostile(target: Path) -> None:
    """Write a report whose agents, tasks, apps, users, judges and files all have the hostile name."""
    cells = {name: Cell(0.5, 3, 0.25, 0.75) for name in METRICS}
    turn = ShownTurn(1, HOSTILE, HOSTILE, released=(HOSTILE,), label=HOSTILE, good=False)
    steps = (
        ShownStep("0", 0, page=HOSTILE),
        ShownStep(
            "1", 1, "type", HOSTILE, HOSTILE, HOSTILE, "sniffer", typed=HOSTILE, commands=(HOSTILE,), page=HOSTILE,
            operation=HOSTILE, feedback=HOSTILE, notes=(HOSTILE,), before=ShownScreen(outline="tree-1"),
        ),
        ShownStep("2", 2, "ask", HOSTILE, turn=turn),
    )  # fmt: skip
    findings = tuple(
        ShownFinding(kind, HOSTILE, HOSTILE, False, HOSTILE, "1")
        for kind in ("requirement", "turn", "side_effect", "end")
    )
    row = EpisodeRow(
        f"{HOSTILE}/t/0", HOSTILE, 0, HOSTILE, 1, HOSTILE, HOSTILE, HOSTILE, HOSTILE, (HOSTILE,), 2, HOSTILE,
        solved=False, cause="wrong_value", sentence=HOSTILE, step="1", device=HOSTILE, seconds=1.0,
    )  # fmt: skip
    agent = AgentScores(HOSTILE, 0, False, cells, {"level": {HOSTILE: cells}}, [GapCells(HOSTILE, 1, 2, 3, 4)])
    overview = Overview(
        HOSTILE, [ShownRun(HOSTILE, ((HOSTILE, HOSTILE),), (HOSTILE,))], [agent], [row],
        [ModelCost(0, HOSTILE, HOSTILE, 1, 2, 3, HOSTILE)], [HOSTILE],
    )  # fmt: skip
    outline = {
        "size": [1080, 2400],
        "boxes": [{"box": [0, 0, 900, 900], "words": HOSTILE, "touch": True, "chosen": True}],
    }
    document = episode_json(EpisodeDocument(steps, findings, HOSTILE))
    text = page_text.page_head(read_front(), HOSTILE, overview_json(overview))
    text += page_text.data_element(episode_part(0), document) + page_text.data_element("tree-1", outline)
    target.write_text(text + page_text.page_end(), encoding="utf-8", errors="surrogatepass")


async def test_texts_of_agents_apps_users_and_files_stay_texts(tmp_path: Path):
    """In every view they are shown as they were written: no element, no script, no dialog, no request."""
    page = tmp_path / "report.html"
    await anyio.to_thread.run_sync(write_hostile, page)
    made = "document.querySelectorAll('main script, main img, main [onclick], main style, main [src]').length"
    async with browser() as tab:
        with content(tab):
            await tab.open(page)
            for place in ("#/", "#/episodes", "#/devices"):
                await tab.run(f"location.hash = {json.dumps(place)}")
                await tab.settle()
                assert MARK in await tab.run("document.querySelector('main').textContent")
                assert await tab.run(made) == 0
            await tab.run("location.hash = '#/episodes'")
            await tab.settle()
            await tab.click("a.open")
            for _ in range(3):
                await tab.until("document.querySelector('.stage .caption')")
                assert await tab.run(made) == 0
                await tab.press("ArrowRight")
            assert "<script>document.title" in await tab.text(".right")
            assert "broken" not in (await tab.run("document.title")).replace("'broken'", "")
            assert await tab.run(
                "[...document.querySelectorAll('a[href]')].every(link => link.getAttribute('href').startsWith('#/'))"
            )
