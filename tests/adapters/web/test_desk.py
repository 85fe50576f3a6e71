"""A person answers as the user in the browser, over real sockets: many episodes, each person sees only their own."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import anyio
import pytest

from adapters.web.desk.command import run
from adapters.web.desk.human_user import ADDRESS, HumanUser
from adapters.web.desk.server import Desk
from runtime.core.errors import UsageError, UserFault
from runtime.core.tasks import Intent, Phrasing, Reference, Requirement, Setup, Task
from runtime.language.questions import NO_PREFERENCE, REFUSAL
from runtime.plugins.protocols import Reply

REQUIREMENTS = (
    Requirement("burger", "anchor", "burger", "", "Copper Pan", "", options=("Copper Pan", "Plain Jane")),
    Requirement(
        "size", "explicit", "size", "", "Double", "Single", aliases=("two patties",), options=("Single", "Double")
    ),
    Requirement("bun", "explicit", "bun", "", "Rye", "Brioche", options=("Brioche", "Rye")),
    Requirement("day", "implicit", "day", "on Friday", "20:45", "", evidence="answer", options=("Thursday", "Friday")),
)
INTENT = Intent(
    "i", "e-commerce", "functional", "prior", (), REQUIREMENTS, Reference((), (), None), Setup(), Phrasing("", "", ())
)
TASK = Task("burger-incomplete", INTENT, "incomplete", "Order a Copper Pan.", ("size", "bun", "day"))


@dataclass
class Page:
    """The page's script without a browser."""

    http: aiohttp.ClientSession
    desk: Desk
    token: str
    seen: int = -1

    async def _call(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {self.token}"}
        async with self.http.request(method, self.desk.url + path, headers=headers, json=body) as answer:
            return answer.status, await answer.json() if answer.content_length else None

    async def news(self) -> list[dict[str, Any]]:
        """Wait for the next change and return the open questions."""
        status, found = await self._call("GET", f"/v1/desk?seen={self.seen}")
        assert status == 200
        self.seen = found["news"]
        questions: list[dict[str, Any]] = found["questions"]
        return questions

    async def until(self, count: int) -> list[dict[str, Any]]:
        """Wait until this many questions are open."""
        while len(questions := await self.news()) != count:
            pass
        return questions

    async def reply(self, number: int, text: str) -> tuple[int, Any]:
        return await self._call("POST", "/v1/desk/replies", {"id": number, "text": text})


@asynccontextmanager
async def opened() -> AsyncIterator[tuple[Desk, Page]]:
    """A desk and its page, for at most twenty seconds."""
    with anyio.fail_after(20):
        async with Desk() as desk, aiohttp.ClientSession() as http:
            yield desk, Page(http, desk, desk.server.token)


async def converse(page: Page, person: HumanUser, question: str, text: str) -> tuple[Reply, dict[str, Any]]:
    """Ask and answer one question; the reply, and what the page showed."""
    replies: list[Reply] = []

    async def ask() -> None:
        replies.append(await person.answer(question))

    async with anyio.create_task_group() as group:
        group.start_soon(ask)
        (shown,) = await page.until(1)
        assert await page.reply(shown["id"], text) == (204, None)
    return replies[0], shown


async def test_a_person_answers_in_words_of_their_own() -> None:
    """The question stands on the page with what is wanted; the reply comes back word for word, and what it tells."""
    async with opened() as (desk, page):
        person = HumanUser(TASK, address=desk.page)
        reply, shown = await converse(page, person, "Single or Double?", "Make it two patties, thanks.")
        understood = ("size (Single, Double): compliant",)
        assert reply == Reply("Make it two patties, thanks.", "compliant", ("size",), understood)
        assert (shown["question"], shown["instruction"]) == ("Single or Double?", "Order a Copper Pan.")
        assert {thing["slot"]: thing["open"] for thing in shown["things"]} == {
            "burger": False, "size": True, "bun": True, "day": True,
        }  # fmt: skip
        assert shown["things"][1]["reply"] == "For the size: Double, please."
        assert shown["sentences"] == [REFUSAL, NO_PREFERENCE]
        again, later = await converse(page, person, "Which bun?", REFUSAL)
        assert again == Reply(REFUSAL, "compliant", (), ("bun: compliant",))
        assert later["dialogue"] == [["Single or Double?", "Make it two patties, thanks."]]
        assert [thing["open"] for thing in later["things"]] == [False, False, True, True]


async def test_what_a_person_tells_unasked_is_told() -> None:
    """The label is the question's, the release is the reply's: also of what is to be found out."""
    async with opened() as (desk, page):
        person = HumanUser(TASK, address=desk.page)
        reply, _ = await converse(page, person, "Do you like jazz?", "Never mind: rye, and for Friday.")
    assert (reply.kind, reply.released) == ("out_of_scope", ("bun", "day"))


async def test_twenty_episodes_get_their_own_replies() -> None:
    """Questions wait side by side; each reply goes to the one that it was written for."""
    found: dict[int, str] = {}
    async with opened() as (desk, page):

        async def ask(number: int) -> None:
            found[number] = (await HumanUser(TASK, address=desk.page).answer(f"Question {number}?")).text

        async with anyio.create_task_group() as group:
            for number in range(20):
                group.start_soon(ask, number)
            for shown in reversed(await page.until(20)):
                await page.reply(shown["id"], f"Reply to: {shown['question']}")
    assert found == {number: f"Reply to: Question {number}?" for number in range(20)}


async def test_a_question_goes_with_its_episode() -> None:
    """Questions of an ended episode disappear from the page."""
    async with opened() as (desk, page):
        async with anyio.create_task_group() as group:
            group.start_soon(HumanUser(TASK, address=desk.page).answer, "Single or Double?")
            (shown,) = await page.until(1)
            group.cancel_scope.cancel()
        assert await page.until(0) == []
        status, problem = await page.reply(shown["id"], "Double")
    assert (status, problem["error"]) == (409, "the question is no longer open")


async def test_a_question_is_answered_once() -> None:
    """The second of two people learns that it was answered; an empty reply is rejected."""
    async with opened() as (desk, page), anyio.create_task_group() as group:
        group.start_soon(HumanUser(TASK, address=desk.page).answer, "Single or Double?")
        (shown,) = await page.until(1)
        assert (await page.reply(shown["id"], "  "))[0] == 422
        assert (await page.reply(shown["id"], "Double"))[0] == 204
        assert (await page.reply(shown["id"], "Single"))[0] == 409


async def test_only_who_has_the_token_sees_what_users_want() -> None:
    """Without it there is a page without content, and nothing else."""
    async with opened() as (desk, page):
        stranger = Page(page.http, desk, "guess")
        for method, path in (("GET", "/v1/desk"), ("POST", "/v1/desk/questions"), ("POST", "/v1/desk/replies")):
            status, problem = await stranger._call(method, path, {})
            assert (status, problem["error"]) == (401, "missing or wrong token")
            assert desk.server.token not in json.dumps(problem)
        async with page.http.get(desk.url) as answer:
            text = await answer.text()
            assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert desk.server.token not in text


async def test_without_a_desk_it_is_the_users_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong address, a closed port, another's token: each error says what to do."""
    monkeypatch.delenv(ADDRESS, raising=False)
    with pytest.raises(UserFault, match=r"runtime\.bench desk"):
        await HumanUser(TASK).answer("Single or Double?")
    async with opened() as (desk, _):
        monkeypatch.setenv(ADDRESS, f"{desk.url}/#guess")
        with pytest.raises(UserFault, match="401"):
            await HumanUser(TASK).answer("Single or Double?")
    with pytest.raises(UserFault, match="cannot be used"):
        await HumanUser(TASK, address=desk.page).answer("Single or Double?")


async def test_a_desk_that_closes_leaves_nobody_waiting() -> None:
    """Waiting episodes are informed at once."""
    with anyio.fail_after(20), pytest.RaisesGroup(UserFault):
        async with anyio.create_task_group() as group, aiohttp.ClientSession() as http, Desk() as desk:
            group.start_soon(HumanUser(TASK, address=desk.page).answer, "Single or Double?")
            await Page(http, desk, desk.server.token).until(1)


def test_the_command_serves_until_it_is_interrupted() -> None:
    """It prints where the desk is and ends with 130 on Ctrl-C."""
    program = "import sys; from adapters.web.desk.command import run; sys.exit(run(['--port', '0']))"
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
    ) as desk:
        assert desk.stdout is not None
        address = json.loads(desk.stdout.readline())["desk"]
        desk.send_signal(signal.SIGINT)
        assert desk.wait(200) == 130
    assert address.startswith("http://127.0.0.1:")
    assert len(address.partition("#")[2]) >= 32


def test_a_port_that_is_taken_is_a_usage_error() -> None:
    """The message says which, and how to take another."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(UsageError, match=f"port {port} .*--port"):
            run(["--port", str(port)])
    with pytest.raises(UsageError, match="from 0 to 65535"):
        run(["--port", "70000"])
