"""Episodes in which an agent changes the phone by shell commands instead of its screens."""

from __future__ import annotations

from pathlib import Path

import anyio

from runtime.core.actions import Decision, Finish, Launch, Tap
from runtime.core.config import BypassRule, RunConfig
from runtime.core.events import Score
from runtime.engine import Runtime
from runtime.metrics import counts
from runtime.plugins.protocols import Session
from runtime.screen.tree import UiTree
from tests.support.command import Bench

TASK = "device.airplane.standard"
WRITE = "shell:settings put global airplane_mode_on 1"


async def send(session: Session, service: str) -> None:
    """Run a shell command to its end."""
    stream = await session.open(service)
    while await stream.receive():
        pass


def switch(tree: UiTree | None, text: str) -> Tap:
    """Return the tap on a text."""
    assert tree is not None
    return Tap(*next(node.center for node in tree.walk() if node.text == text))


async def play(path: Path, rule: BypassRule, *, by_hand: bool = False, setup: tuple[str, ...] = ()) -> Score:
    """Play the task on one phone; `by_hand` switches off and on again. Returns the score by app state."""
    async with Runtime(RunConfig(bypass=rule), devices=["phone://1"], out=path) as runtime:
        async with runtime.session(TASK, agent="reader") as lease:
            session = lease.live
            await session.observe()
            for line in (*setup, WRITE):
                await send(session, line)
            seen = await session.step(Decision((Launch("com.android.settings"),)))
            if by_hand:
                seen = await session.step(Decision((switch(seen.tree, "Network & internet"),)))
                for _ in range(2):
                    seen = await session.step(Decision((switch(seen.tree, "Airplane mode"),)))
            await session.step(Decision((Finish(),)))
        return next(score for score in lease.scores if score.judge == "state")


async def test_a_setting_written_by_a_command_meets_nothing(tmp_path: Path) -> None:
    """The requirement is unmet at any step, and the bypass is in the score, also when the run is judged again."""
    score = await play(tmp_path / "run", "refuse")
    assert (counts.met(score), counts.met_final(score), counts.success_final(score)) == (0, 0, False)
    assert score.bypasses == {"settings/global/airplane_mode_on": True}
    judged = await Bench(tmp_path, tmp_path)("rejudge", tmp_path / "run", "--json", code=1)
    agent = judged.json["agents"]["reader"]
    assert agent["episodes"]["bypasses"] == 1
    assert [agent["overall"][name]["value"] for name in ("TSR_final", "RCR")] == [0, 0]


async def test_the_same_setting_switched_by_hand_meets_the_task(tmp_path: Path) -> None:
    """Switching off and on again in Settings makes it the agent's own; a tool's own settings and files cost nothing."""
    tools = (
        "shell:echo jar > /data/local/tmp/u2.jar; uiautomator dump /sdcard/window_dump.xml",
        "shell:ime enable com.android.adbkeyboard/.AdbIME; ime set com.android.adbkeyboard/.AdbIME",
        "shell:settings put secure enabled_accessibility_services com.droidrun.portal/.PortalService",
    )
    score = await play(tmp_path / "run", "refuse", by_hand=True, setup=tools)
    assert counts.success_final(score)
    assert score.bypasses == {"settings/global/airplane_mode_on": False}


async def test_bypasses_count_if_the_run_says_so(tmp_path: Path) -> None:
    """With the rule `count` a command solves the task, and run.json records the rule."""
    score = await play(tmp_path / "run", "count")
    assert counts.success_final(score)
    assert score.bypasses == {}
    assert '"bypass":"count"' in (await anyio.Path(tmp_path / "run" / "run.json").read_text()).replace(" ", "")
