"""The agent API under schemathesis: its document against what it really answers, every check that there is."""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import anyio
from anyio.abc import TaskStatus

from adapters.web.agent_api.server import AgentApiServer, Limits
from runtime.core.actions import Decision
from runtime.plugins.protocols import Observation
from tests.support.agent_api import AgentApi

_RUN_TOKEN = "the-token-of-the-run"
# A plain GET is all that it can say to the stream, and that is rightly refused.
_SETTINGS = """
[auth.openapi.episode]
bearer = "{episode}"
[auth.openapi.run]
bearer = "{run}"
[[operations]]
include-name = "GET /v1/stream"
checks.positive_data_acceptance.expected-statuses = ["426"]
"""


@dataclass(frozen=True, slots=True)
class Fuzzed:
    """The result: requests by operation and status, and the tool's message if it found an error."""

    complaint: str
    answers: dict[str, Counter[int]] = field(default_factory=dict)

    @property
    def requests(self) -> int:
        """The number of requests."""
        return sum(sum(answer.values()) for answer in self.answers.values())


class Endless(AgentApi):
    """A session that nothing ends, so that every request finds one."""

    async def step(self, decision: Decision) -> Observation:
        """Answer as ever."""
        seen = await super().step(decision)
        self.ended = False
        self.decisions.clear()
        return Observation(seen.step, None, None, seen.replies)


async def fuzz(folder: Path, examples: int, *options: str, seed: int = 7) -> Fuzzed:
    """So many examples for each operation in each phase, against a server of our own."""
    async with (
        AgentApiServer(run_token=_RUN_TOKEN, limits=Limits(poll=0.02)) as server,
        anyio.create_task_group() as group,
    ):
        await group.start(_offering, server)
        tokens = {"episode": server.admit(Endless()), "run": _RUN_TOKEN}
        await anyio.Path(folder / "schemathesis.toml").write_text(_SETTINGS.format(**tokens))
        report = folder / "report.ndjson"
        command = [sys.executable, "-m", "schemathesis.cli", "run", f"{server.url}/openapi.json", "--checks", "all"]
        command += ["--max-examples", str(examples), "--seed", str(seed), "--no-color", "--generation-database", "none"]
        command += ["--report", "ndjson", "--report-ndjson-path", str(report), "--continue-on-failure", *options]
        done = await anyio.run_process(command, cwd=folder, check=False)
        group.cancel_scope.cancel()
    return Fuzzed(done.stdout.decode() if done.returncode else "", _answers(await anyio.Path(report).read_text()))


async def _offering(server: AgentApiServer, *, task_status: TaskStatus[None]) -> None:
    """There is always one more episode to claim, but not at once."""
    task_status.started()
    while True:
        with server.offer(AgentApi(), 5037, 5001, "sandbox-0") as offer:
            await offer.claimed.wait()
        await anyio.sleep(0.03)


def _answers(report: str) -> dict[str, Counter[int]]:
    answers: dict[str, Counter[int]] = {}
    for line in report.splitlines():
        scenario = json.loads(line).get("ScenarioFinished")
        if scenario is None:
            continue
        for interaction in scenario["recorder"].get("interactions", {}).values():
            asked = interaction["request"]
            operation = f"{asked['method']} {urlsplit(asked['uri']).path}"
            status = (interaction.get("response") or {}).get("status_code", 0)
            answers.setdefault(operation, Counter())[status] += 1
    return answers
