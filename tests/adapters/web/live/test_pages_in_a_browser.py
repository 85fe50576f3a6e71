"""The dashboard and the page of recorded runs in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import anyio
import pytest

from adapters.web.live.server import RunPage
from tests.adapters.web.live.conftest import HOSTILE
from tests.support.chromium import CHROMIUM, Tab, browser

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed; it shows the pages")

EPISODE = "reader/shop.griddleshake.incomplete/0"


def tile(name: str, inside: str = "") -> str:
    """The selector of a phone, or of something in it."""
    return f'[data-phone="{name}"] {inside}'.strip()


async def test_a_run_is_watched_and_operated(staged: Callable[..., Any]) -> None:
    """Screens, thoughts and counts appear; pause, drain and cancel work; texts of agents stay texts."""
    async with staged() as stage, browser() as tab, anyio.create_task_group() as group:
        await tab.open(stage.dashboard.address)
        await tab.until(f"document.querySelector('{tile('b')}')")
        assert (await tab.place(), await tab.text("#title")) == ("#/phones", "waiting · lamps · seed 7")
        group.start_soon(stage.play)
        await tab.until(f"document.querySelector('{tile('a', 'img')}').naturalWidth === 8")
        await tab.until(f"document.querySelector('{tile('b', '.soft')}')?.textContent.includes('evil')")
        shown = await tab.text(tile("b", ".soft"))
        assert shown.startswith(HOSTILE.partition("\u202e")[0])
        assert await tab.run("document.title") != "owned"
        await tab.click(".summary button")
        await tab.until("document.querySelector('.summary [role=status]').textContent === 'paused'")
        assert stage.runtime.controls.paused
        await tab.click(tile("b", ".buttons button:last-child"))
        await tab.until(f"document.querySelector('{tile('b', '.chip')}').textContent === 'draining'")
        assert stage.runtime.controls.drained == {"b"}
        cancelled = await tab.text(tile("a", ".task"))
        await tab.click(tile("a", ".buttons button:first-child"))
        await tab.until("document.querySelector('.recent li')")
        assert cancelled in await tab.text(".recent li")
        assert "lost" in await tab.text(".recent li")
        stage.may_finish.set()
        await tab.until("document.querySelector('.summary .count').textContent === '2 of 3'")
        await tab.click(".summary button")
        await tab.until("document.querySelector('.summary .count').textContent === '3 of 3'")
        assert tab.complaints == []
    assert sorted(score.cause or "" for score in stage.scores) == ["", "", "runtime"]


async def test_people_see_questions_and_answer_them(staged: Callable[..., Any]) -> None:
    """The link shows how many are open; a reply that was written ends the question."""
    async with staged("lamp:a", user="human") as stage, browser() as tab, anyio.create_task_group() as group:
        stage.may_finish.set()
        await tab.open(stage.dashboard.address)
        group.start_soon(stage.play, HOSTILE)
        await tab.until("document.querySelector('[data-view=questions] .chip')?.textContent === '1'")
        await tab.click("[data-view=questions]")
        for answered in range(3):
            await tab.until("document.querySelector('.question-card')")
            assert (await tab.text(".question-card .question")).startswith("<img src=x")
            task = await tab.text(".question-card .about span")
            await tab.choose(".question-card textarea", f"The left one, {answered}.")
            await tab.click(".question-card .send")
            tasks = "[...document.querySelectorAll('.question-card .about span')].map(item => item.textContent)"
            await tab.until(f"!{tasks}.includes('{task}')")
        await tab.until("document.querySelector('.questions .empty')")
        assert await tab.run("document.title") != "owned"
        assert tab.complaints == []
    assert [score.turns for score in stage.scores] == [1, 1, 1]


async def test_the_end_of_a_run_is_said(staged: Callable[..., Any]) -> None:
    """When the server is gone, the last state stays, and the page says so."""
    async with browser() as tab:
        async with staged("lamp:a") as stage:
            stage.may_finish.set()
            await tab.open(stage.dashboard.address)
            await stage.play()
            await tab.until("document.querySelector('.summary .count').textContent === '3 of 3'")
        await tab.until("document.querySelector('.summary [role=status]').textContent.includes('has ended')")
        assert await tab.text(tile("a", ".task"))


async def shown_episode(tab: Tab) -> None:
    """Wait until the episode's film strip and both screens are there."""
    await tab.until("document.querySelector('.strip img')?.naturalWidth === 360")
    await tab.until("[...document.querySelectorAll('.stage img')].every(image => image.naturalWidth === 1080)")


async def test_a_recorded_run_is_looked_at(run: Path) -> None:
    """Scores, the list, an episode with full pictures by keys, two episodes side by side; after a reload as well."""
    async with RunPage([run]) as page, browser() as tab:
        await tab.open(page.address)
        await tab.until("document.querySelector('.board')")
        assert await tab.place() == "#/"
        await tab.run(f"location.hash = '#/episode/{EPISODE}/step/1'")
        await shown_episode(tab)
        await tab.press("ArrowRight")
        assert await tab.place() == f"#/episode/{EPISODE}/step/2"
        await tab.call("Page.reload")
        await tab.wait("Page.loadEventFired")
        await shown_episode(tab)
        await tab.run(f"location.hash = '#/compare/' + encodeURIComponent('{EPISODE}') + '/' + "
                      f"encodeURIComponent('{EPISODE.replace('reader', 'monkey')}')")  # fmt: skip
        await tab.until("document.querySelector('.both.same img')?.naturalWidth")
        assert tab.complaints == []


async def test_another_action_is_tried_at_a_step(run: Path) -> None:
    """By key from an episode's step; a click taps the phone there, a question is answered, and steps can be undone."""
    async with RunPage([run]) as page, browser() as tab:
        await tab.open(page.address)
        await tab.until("document.querySelector('.board')")
        await tab.run(f"location.hash = '#/episode/{EPISODE}/step/1'")
        await shown_episode(tab)
        await tab.press("t")
        await opened_phone(tab)
        assert await tab.place() == f"#/try/{EPISODE}/step/0"
        assert await tab.texts(".onward .number")
        before = await tab.run("document.querySelector('.interactive img').src")
        question = "[...document.querySelectorAll('.tools-of-trial form')][1]"
        await tab.run(f"{question}.querySelector('input').value = 'Shall I press OK now?'")
        await tab.run(f"{question}.requestSubmit()")
        await tab.until("document.querySelector('.tried .chip')?.textContent === 'trivial'")
        left, top, width, height = await tab.box(".interactive")
        place = {"x": left + width * 0.5, "y": top + height * 0.93, "button": "left", "clickCount": 1}
        for kind in ("mousePressed", "mouseReleased"):
            await tab.call("Input.dispatchMouseEvent", type=kind, **place)
        await tab.until("document.querySelectorAll('.tried > li').length === 2")
        assert (await tab.texts(".tried b"))[1].startswith("Tap")
        await tab.until(f"document.querySelector('.interactive img').src !== '{before}'")
        buttons = "[...document.querySelectorAll('.tools-of-trial button')]"
        await tab.run(f"{buttons}.find(item => item.textContent === 'Undo').click()")
        await tab.until("document.querySelectorAll('.tried > li').length === 1")
        assert tab.complaints == []


async def opened_phone(tab: Tab) -> None:
    """Wait until a phone is at the step; phones are started for it, which takes seconds on a busy machine."""
    for _ in range(4):
        with suppress(AssertionError):
            await tab.until("document.querySelector('.interactive img')?.naturalWidth === 1080")
            return
    raise AssertionError(await tab.text("#notice"))


async def test_without_the_token_the_page_says_what_to_open(run: Path) -> None:
    """An address without its token shows nothing but that."""
    async with RunPage([run]) as page, browser() as tab:
        await tab.open(f"{page.server.url}/#guessed")
        await tab.until("document.querySelector('.starting')?.textContent.includes('token')")
        assert "The token is part of the address that was printed" in await tab.text("#main")
