"""Agents that connect by themselves, end to end: they claim episodes of a run, play them by adb, ask and finish."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import aiohttp
import anyio
import anyio.abc
import anyio.to_thread
import pytest
from adbutils import AdbClient, AdbDevice

from adapters.agents.external.process.http_agent import RUN_TOKEN, HttpAgents, ListenAddress, _announce
from runtime.core.actions import AskUser, Finish
from runtime.core.config import Deadlines, RunConfig, Selection
from runtime.core.errors import UsageError
from runtime.core.events import AnyEvent, Ended, Faulted, Performed, Score
from runtime.engine import Runtime
from runtime.plugins.protocols import Program
from runtime.storage.run_directory import EpisodeKey, RunDirectory
from tests.support.agent_api import AgentApi

# adbutils leaves sockets to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

TASKS = (
    "shop.feast.incomplete",
    "shop.novacoupon.ambiguous",
    "device.airplane.standard",
    "device.clocktimer.ambiguous",
    "device.contactsgroup.ambiguous",
    "info.hours.incomplete",
    "info.seatrate.incomplete",
    "productivity.tickmossremind.ambiguous",
    "social.mute.ambiguous",
    "social.reelfollow.ambiguous",
)
UNCLAIMED = "device.airplane.ambiguous"
TOKEN = "a-run-token-for-tests"


@dataclass(frozen=True, slots=True)
class Plan:
    """The steps of one episode for an external program: questions to the user, lines for the phone's shell."""

    steps: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, events: Sequence[AnyEvent]) -> Plan:
        """The actions of a recorded episode."""
        steps: list[tuple[str, str]] = []
        for event in events:
            match event:
                case Performed(action=AskUser(question=question)):
                    steps.append(("ask", question))
                case Performed(action=Finish(text=text)):
                    steps.append(("finish", text))
                case Performed(commands=commands):
                    steps.extend(("shell", line) for line in commands)
        return cls(tuple(steps))


def adb(episode: dict[str, Any]) -> AdbDevice:
    """The phone of an episode."""
    where = episode["adb"]
    return AdbClient(where["host"], where["port"]).device(where["serial"])


class Worker:
    """An external agent: it knows the server, the run's token and what to do for which instruction."""

    def __init__(self, http: aiohttp.ClientSession, url: str, token: str, plans: dict[str, Plan]) -> None:
        self.http = http
        self.url = url
        self.token = token
        self.plans = plans
        self.played: list[str] = []

    async def call(self, path: str, token: str, body: dict[str, str] | None = None) -> tuple[int, Any]:
        """One request: POST with a body, else GET."""
        method, headers = "GET" if body is None else "POST", {"Authorization": f"Bearer {token}"}
        async with self.http.request(method, self.url + path, json=body, headers=headers) as answer:
            return answer.status, await answer.json() if answer.content_length else None

    async def claim(self) -> dict[str, Any] | None:
        """The next episode; None when the run is over."""
        while True:
            try:
                status, episode = await self.call("/v1/episodes", self.token, {})
            except aiohttp.ClientError:
                return None
            if status != 204:
                assert status in (200, 410)
                return episode if status == 200 else None

    async def work(self) -> None:
        """Play whatever there is until there is nothing left."""
        while (episode := await self.claim()) is not None:
            self.played.append(episode["instruction"])
            await self.play(episode)

    async def play(self, episode: dict[str, Any]) -> None:
        """Carry the plan out; between two touches it waits until the screen has come to rest."""
        phone = adb(episode)
        steps = self.plans[episode["instruction"]].steps
        for (what, text), (then, _) in pairwise((*steps, ("", ""))):
            if what == "shell":
                await anyio.to_thread.run_sync(phone.shell, text)
                if then == "shell":
                    assert (await self.call("/v1/status", episode["token"]))[0] == 200
            elif what == "ask":
                status, answer = await self.call("/v1/ask", episode["token"], {"question": text})
                assert (status, answer["ended"]) == (200, False)
                assert answer["reply"]
            else:
                assert (await self.call("/v1/finish", episode["token"], {"text": text}))[1]["ended"]


@asynccontextmanager
async def waiting(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    address: str = "http:",
    *,
    token: str = TOKEN,
    **settings: Any,
) -> AsyncIterator[tuple[Runtime, str]]:
    """A run whose agents connect by themselves, and the address for them."""
    monkeypatch.setenv(RUN_TOKEN, token)
    runtime = Runtime(**{"devices": ["phone://1"], **settings})
    await anyio.to_thread.run_sync(runtime.cast, [f"guests={address}"])
    async with runtime:
        err = capsys.readouterr().err
        assert token not in err, "a token that its user knows need not be shown"
        found = re.search(r"^guests: episodes are claimed at (\S+),", err)
        assert found is not None
        yield runtime, found[1]


async def scores(runtime: Runtime, agent: str, tasks: Sequence[str]) -> list[Score]:
    """Play, and collect what the first judge says."""
    return [score async for score in runtime.run([agent], select=Selection(tasks=tasks))]


def trace(folder: Path, agent: str, task: str) -> list[AnyEvent]:
    """The recorded events of an episode."""
    return RunDirectory.open(folder).read_trace(EpisodeKey(agent, task, 0), 0)


async def test_three_agents_from_outside_play_ten_tasks_as_the_one_inside(tmp_path, monkeypatch, capsys):
    """The same plan by adb and HTTP: each action once and in order, with the same metrics as in process."""
    inside = tmp_path / "inside"
    async with Runtime(devices=["phone://3"], out=inside) as runtime:
        await scores(runtime, "oracle", TASKS)
        by_task = {task.id: task for task in runtime.tasks(Selection(tasks=TASKS))}
        expected = runtime.metrics()["agents"]["oracle"]
    traces = {task: await anyio.to_thread.run_sync(trace, inside, "oracle", task) for task in TASKS}
    plans = {by_task[task].instruction: Plan.of(events) for task, events in traces.items()}
    outside = tmp_path / "outside"
    async with waiting(monkeypatch, capsys, devices=["phone://3"], out=outside) as (runtime, url):
        async with aiohttp.ClientSession() as http, anyio.create_task_group() as group:
            workers = [Worker(http, url, TOKEN, plans) for _ in range(3)]
            for worker in workers:
                group.start_soon(worker.work)
            await scores(runtime, "guests=http:", TASKS)
            group.cancel_scope.cancel()
        found = runtime.metrics()["agents"]["guests"]
    for task, events in traces.items():
        again = await anyio.to_thread.run_sync(trace, outside, "guests", task)
        assert actions(again) == actions(events), task
        assert isinstance(again[-1], Ended)
        assert again[-1].ending == "finished"
    assert {**found, "instrument": True} == expected, "but that one is told the truth"
    assert sorted(text for worker in workers for text in worker.played) == sorted(plans)
    assert all(worker.played for worker in workers)


def actions(events: Sequence[AnyEvent]) -> list[Any]:
    """The actions of an episode."""
    return [event.action for event in events if isinstance(event, Performed)]


async def test_who_goes_away_loses_his_episode_and_who_never_comes_too(tmp_path, monkeypatch, capsys):
    """A dead agent's episode ends by the decision deadline, an unclaimed one by its own, with the reason."""
    address, out, tasks = "http:?claim=3", tmp_path / "run", ("device.airplane.standard", "device.airplane.detailed")
    late, heard = Deadlines(decision=5), list[Any]()
    async with (
        waiting(monkeypatch, capsys, address, out=out, deadlines=late) as (runtime, url),
        aiohttp.ClientSession() as http,
    ):
        worker = Worker(http, url, TOKEN, {})

        async def die_then_give_up() -> None:
            dead = await worker.claim()
            assert dead is not None
            later = await worker.claim()
            assert later is not None
            heard.append(await worker.call("/v1/ask", dead["token"], {"question": "Still there?"}))
            heard.append(await worker.call("/v1/finish", later["token"], {"status": "infeasible"}))

        async with anyio.create_task_group() as group:
            group.start_soon(die_then_give_up)
            found = await scores(runtime, f"guests={address}", tasks)
        (alone,) = [
            score for score in await scores(runtime, f"guests={address}", [UNCLAIMED]) if score.task == UNCLAIMED
        ]
    assert [(status, answer["ended"]) for status, answer in heard] == [(200, True), (200, True)]
    assert sorted((score.ending, score.cause) for score in found) == [("deadline", "agent"), ("finished", None)]
    assert (alone.ending, alone.cause) == ("fault", "agent")
    events = await anyio.to_thread.run_sync(trace, out, "guests", UNCLAIMED)
    assert [event.error for event in events if isinstance(event, Faulted)] == [
        "AgentFault: nobody claimed it within 3 s"
    ]


async def test_taps_that_use_up_the_budget_end_the_episode_at_the_door(tmp_path, monkeypatch, capsys):
    """The server knows of an end that came over adb, and answers as ended ever after."""
    out, task, heard = tmp_path / "run", "device.airplane.standard", list[Any]()
    async with (
        waiting(monkeypatch, capsys, out=out, config=RunConfig(max_steps=2)) as (runtime, url),
        aiohttp.ClientSession() as http,
    ):
        worker = Worker(http, url, TOKEN, {})

        async def tap_on() -> None:
            episode = await worker.claim()
            assert episode is not None
            for x in (100, 500):
                await anyio.to_thread.run_sync(adb(episode).shell, f"input tap {x} 1200")
            for path, body in (("/v1/status", None), ("/v1/ask", {"question": "More?"}), ("/v1/status", None)):
                heard.append(await worker.call(path, episode["token"], body))

        async with anyio.create_task_group() as group:
            group.start_soon(tap_on)
            (score,) = await scores(runtime, "guests=http:", [task])
    assert score.ending == "max_steps"
    ended = {"step": 2, "questions": 0, "ended": True}
    assert heard == [(200, ended), (200, {"reply": "", "ended": True}), (200, ended)]


async def test_the_token_of_one_run_opens_no_other(monkeypatch):
    """Two runs at once: the token of one claims no episode of the other, and reveals no more than no token."""
    async with AsyncExitStack() as stack:
        tokens = ("the-token-of-the-one", "the-token-of-the-other")
        urls = []
        for token in tokens:
            monkeypatch.setenv(RUN_TOKEN, token)
            opener = HttpAgents(Program(token, "http:"))
            await stack.enter_async_context(opener)
            urls.append(opener.url)
        http = await stack.enter_async_context(aiohttp.ClientSession())
        crossed, stranger = Worker(http, urls[0], tokens[1], {}), Worker(http, urls[1], "nobody's", {})
        heard = [await worker.call("/v1/episodes", worker.token, {}) for worker in (crossed, stranger)]
    assert heard[0] == heard[1]
    assert heard[0][0] == 401


@pytest.mark.parametrize(
    "address", ["http:x", "http:70000", "http:localhost", "http:8700?claim=0", "http:8700?wait=3", "http:a b:1"]
)
async def test_a_wrong_address_is_told_before_a_phone_is_opened(address):
    """The message names the forms that there are."""
    runtime = Runtime(devices=["phone://1"])
    await anyio.to_thread.run_sync(runtime.cast, [f"guests={address}"])
    with pytest.raises(UsageError, match=r"give http:|must be positive"):
        async with runtime:
            pytest.fail("it was opened")


async def test_a_port_that_is_taken_and_a_token_that_is_too_short_are_told(monkeypatch):
    """Reported in a sentence before a phone is opened."""
    async with await anyio.create_tcp_listener(local_host="127.0.0.1") as listener:
        port = listener.extra(anyio.abc.SocketAttribute.local_port)
        for address, token, words in ((f"http:{port}", TOKEN, "cannot listen"), ("http:", "short", "has 5 characters")):
            monkeypatch.setenv(RUN_TOKEN, token)
            runtime = Runtime(devices=["phone://1"])
            await anyio.to_thread.run_sync(runtime.cast, [f"guests={address}"])
            with pytest.raises(UsageError, match=words):
                async with runtime:
                    pytest.fail("it was opened")


@pytest.mark.parametrize(
    ("address", "where", "inside"),
    [
        ("http:", ListenAddress(), True),
        ("http:8700", ListenAddress(port=8700), True),
        ("http://127.0.0.1:8700/", ListenAddress(port=8700), True),
        ("http:localhost:1?claim=2.5", ListenAddress("localhost", 1, 2.5), True),
        ("http:[::1]:8700", ListenAddress("::1", 8700), True),
        ("http:0.0.0.0:8700?claim=60", ListenAddress("0.0.0.0", 8700, 60), False),
        ("http:[::]:8700", ListenAddress("::", 8700), False),
        ("http:lab-7.example:8700", ListenAddress("lab-7.example", 8700), False),
    ],
)
def test_an_address_says_where_to_listen(address, where, inside):
    """This computer alone unless another host is named."""
    assert ListenAddress.read(address) == where
    assert where.local_only is inside


async def test_the_phone_is_where_the_door_is(monkeypatch, capsys):
    """Clients that reach the server's address reach its adb server there; the warning about that is plain."""
    monkeypatch.delenv(RUN_TOKEN, raising=False)
    opener = HttpAgents(Program("guests", "http:127.0.0.2:0"))
    async with opener as make, aiohttp.ClientSession() as http, anyio.create_task_group() as group:
        token = re.search(r"run token: (\S+)\n", capsys.readouterr().err)
        assert token is not None
        group.start_soon(make(7, Path()).play, AgentApi())
        episode = await Worker(http, opener.url, token[1], {}).claim()
        assert episode is not None
        assert (episode["url"], episode["adb"]["host"]) == (opener.url, "127.0.0.2")
        version = await anyio.to_thread.run_sync(AdbClient("127.0.0.2", episode["adb"]["port"]).server_version)
        await (await anyio.connect_tcp("127.0.0.2", episode["adb"]["device_port"])).aclose()
        await Worker(http, opener.url, token[1], {}).call("/v1/finish", episode["token"], {})
    assert version == 41
    _announce("guests", "http://192.0.2.7:8700", "x", ListenAddress("192.0.2.7", 8700))
    assert "other computers can reach it, unencrypted" in capsys.readouterr().err
