"""The order of requests to an endpoint: priority by role, a window of concurrent requests, pauses after 429 replies."""

from __future__ import annotations

from random import Random
from typing import Any

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.openai import open_openai
from adapters.openai.concurrency_budget import Budget
from adapters.openai.fake import Fail, FakeEndpoint, Hold, Say
from adapters.openai.uri import parse
from adapters.openai.window import Window
from runtime.core.backoff import BackoffPolicy
from runtime.llm import Ledger

STEP = st.one_of(
    st.tuples(st.just("answered"), st.booleans()),
    st.tuples(st.just("limited"), st.none() | st.floats(0, 100)),
)


@given(st.integers(1, 200), st.lists(st.tuples(st.floats(0, 5), st.floats(0, 5), STEP), max_size=60))
def test_the_window_stays_between_one_and_its_maximum(most, story):
    """After any sequence of replies and 429s the window allows 1 to `most` requests, and a pause never gets shorter."""
    window, now = Window(most), 0.0
    for passed, flight, (what, how) in story:
        now += passed
        began = max(now - flight, 0.0)
        before = window.until
        if what == "answered":
            window.answered(began, full=how)
        else:
            window.limited(began, now, how, 0.5)
        assert 1 <= window.size <= most
        assert window.until >= before


def test_a_burst_of_429s_halves_the_window_once():
    """429s to requests sent before the window was halved don't halve it again; one to a request sent after it does."""
    window = Window(64, size=32.0)
    for _ in range(10):
        window.limited(began=1.0, now=2.0, after=0.0, draw=0.0)
    assert window.size == 16
    window.limited(began=3.0, now=3.5, after=0.0, draw=0.0)
    assert window.size == 8


def test_the_window_recovers_by_one_for_each_round():
    """After a 429 the window grows by one for each full round of replies, but not while it is not full."""
    window = Window(64, size=32.0)
    window.limited(1.0, 2.0, None, 0.0)
    for _ in range(100):
        window.answered(3.0, full=False)
    assert window.size == 16
    for _ in range(16):
        window.answered(3.0, full=True)
    assert 16.9 < window.size < 17.1


def test_pauses_double_after_429s_without_retry_after():
    """Without Retry-After the pauses after 429s double up to a limit; a successful reply resets them."""
    window, now, waits = Window(64, pace=BackoffPolicy(first=1.0, longest=8.0)), 0.0, []
    for _ in range(6):
        window.limited(now, now, None, 0.0)
        waits.append(window.until - now)
        now = window.until + 1
    assert waits == [0.5, 1.0, 2.0, 4.0, 4.0, 4.0]
    window.answered(now, full=False)
    window.limited(now, now, None, 0.0)
    assert window.until - now == 0.5


async def test_agents_go_before_users_before_judges():
    """A free slot goes to waiting agents first, then users, then judges, and within a role to the first that came."""
    budget = Budget(Window(1, size=1.0), Random(0))
    order = []

    async def go(name: Any, role: Any) -> Any:
        async with budget.turn(budget.ticket(role)):
            order.append(name)

    async with anyio.create_task_group() as group, budget.turn(budget.ticket("judge")):
        for number, role in enumerate(["judge", "user", "judge", "agent", "user", "agent"]):
            group.start_soon(go, f"{role}{number}", role)
        await anyio.wait_all_tasks_blocked()
        assert (budget.in_flight, budget.waiting) == (1, 6)
    assert order == ["agent3", "agent5", "user1", "user4", "judge0", "judge2"]
    assert (budget.in_flight, budget.waiting) == (0, 0)


async def test_waiting_requests_go_when_a_pause_ends():
    """Requests that wait while a pause begins are released when it ends, without any other event."""
    budget = Budget(Window(8, size=1.0), Random(0))
    gone = []

    async def go(number: Any) -> Any:
        async with budget.turn(budget.ticket("judge")):
            gone.append(number)

    with anyio.fail_after(10):
        async with anyio.create_task_group() as group:
            async with budget.turn(budget.ticket("judge")) as began:
                group.start_soon(go, 1)
                group.start_soon(go, 2)
                await anyio.wait_all_tasks_blocked()
                budget.limited(began, 0.05)
            assert gone == []
    assert gone == [1, 2]


@pytest.mark.parametrize("turns", range(1, 8))
async def test_a_request_cancelled_at_any_moment_frees_its_slot(turns):
    """A request cancelled after any number of event loop turns leaves neither a used slot nor a place in the queue."""
    budget = Budget(Window(1, size=1.0), Random(0))
    scope = anyio.CancelScope()

    async def wait() -> Any:
        with scope:
            async with budget.turn(budget.ticket("user")):
                await anyio.sleep_forever()

    async with anyio.create_task_group() as group:
        async with budget.turn(budget.ticket("agent")):
            group.start_soon(wait)
            for _ in range(turns // 2):
                await anyio.lowlevel.checkpoint()
        for _ in range(turns - turns // 2):
            await anyio.lowlevel.checkpoint()
        scope.cancel()
    assert (budget.in_flight, budget.waiting) == (0, 0)


async def test_429s_shrink_the_window_and_every_request_is_answered(line, request_of):
    """Sixty concurrent requests, of which ten are rejected with 429: the window shrinks, all are answered."""

    def script(asked: Any) -> Any:
        return Fail(429, "busy", {"Retry-After": "0.001"}) if len(item.endpoint.asked) <= 10 else Say("yes")

    async with line(script) as item:
        answers = []

        async def go() -> Any:
            answers.append((await item.model.complete(request_of())).text)

        with anyio.fail_after(20):
            async with anyio.create_task_group() as group:
                for _ in range(60):
                    group.start_soon(go)
        assert answers == ["yes"] * 60
        assert item.model.budget.window.size < 16
        assert (item.model.budget.in_flight, item.model.budget.waiting) == (0, 0)
    assert len(item.endpoint.asked) == 70


async def test_an_agent_request_overtakes_queued_judge_requests(line, request_of):
    """While judge requests fill the window and the queue, an agent's request is the next one sent."""
    hold = Hold(Say("judged"))

    def script(asked: Any) -> Any:
        return Say("tap") if "agent" in asked.text else hold

    async with line(script, most=4) as item:
        async with anyio.create_task_group() as group:
            for _ in range(4):
                group.start_soon(item.model.complete, request_of("judge"))
            with anyio.fail_after(10):
                while item.endpoint.busy < 4:
                    await anyio.lowlevel.checkpoint()
            for _ in range(50):
                group.start_soon(item.model.complete, request_of("judge"))
            group.start_soon(item.model.complete, request_of("agent", role="agent"))
            await anyio.lowlevel.checkpoint()
            await anyio.lowlevel.checkpoint()
            hold.until.set()
        order = ["agent" in asked.text for asked in item.endpoint.asked]
    assert order.index(True) == 4
    assert len(order) == 55


async def test_models_of_one_base_url_share_its_budget(request_of):
    """Two models with differently written URLs of one endpoint share the smaller limit and the priority of agents."""
    hold = Hold(Say("judged"))

    def script(asked: Any) -> Any:
        return Say("tap") if "agent" in asked.text else hold

    async with FakeEndpoint(script) as endpoint:
        text, other = endpoint.uri("a", "most=3"), endpoint.uri("b").replace("/v1", "/v1/")
        async with open_openai([text, other], Ledger()) as models, anyio.create_task_group() as group:
            for _ in range(10):
                group.start_soon(models[text].complete, request_of("judge"))
                group.start_soon(models[other].complete, request_of("judge"))
            with anyio.fail_after(10):
                while endpoint.busy < 3:
                    await anyio.lowlevel.checkpoint()
            group.start_soon(models[other].complete, request_of("agent", role="agent"))
            await anyio.lowlevel.checkpoint()
            await anyio.lowlevel.checkpoint()
            hold.until.set()
    assert endpoint.most_at_once == 3
    assert len(endpoint.asked) == 21
    assert ["agent" in asked.text for asked in endpoint.asked].index(True) == 3


def test_equivalent_urls_are_one_endpoint():
    """Host case, default port, closing slash and options make no other endpoint; scheme, port and path do."""
    alike = ("https://Cloud.example/v1", "https://cloud.example:443/v1/", "https://cloud.example/v1?key=A_KEY&most=2")
    assert len({parse(f"openai:m@{url}").endpoint for url in alike}) == 1
    other = ("https://cloud.example/v2", "https://cloud.example:8443/v1", "http://cloud.example/v1")
    assert len({parse(f"openai:m@{url}").endpoint for url in (alike[0], *other)}) == 4
