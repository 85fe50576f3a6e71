"""Programs that need a terminal on a machine without one: the fault is the machine's, not the agent's."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import anyio
import pytest

from adapters.agents.external.process.launch import Launch, LaunchDescriptors
from runtime.core.errors import RuntimeFault, UsageError
from tests.support.lab import play
from tests.support.terminals import skip_without_terminal

LAUNCH = Launch(words=("true",), environment={}, folder="/", instruction="", marker="A=b", terminal=True)
DESCRIPTION = "command: sleep 60\nterminal: true\n"


class MissingTerminals:
    """Replaces `os.openpty` on a machine that has only that many terminals left."""

    def __init__(self, left: int) -> None:
        self._left = left
        self._openpty = os.openpty

    def __call__(self) -> tuple[int, int]:
        if self._left == 0:
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT))
        self._left -= 1
        return self._openpty()


def _open_descriptors() -> set[str]:
    return set(os.listdir("/proc/self/fd"))


def test_a_missing_terminal_is_a_fault_of_the_machine_and_leaves_nothing_open(monkeypatch: pytest.MonkeyPatch):
    """A missing terminal raises a RuntimeFault that says what to do, and no descriptor stays open."""
    monkeypatch.setattr(os, "openpty", MissingTerminals(0))
    before = _open_descriptors()
    with pytest.raises(RuntimeFault, match=r"no terminal .* \(No such file or directory\): mount .*/dev/pts") as raised:
        LaunchDescriptors(LAUNCH)
    assert raised.value.boundary == "runtime"
    assert _open_descriptors() == before


async def test_a_machine_without_terminals_is_found_out_before_any_phone_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """If an agent needs a terminal and none can be opened, the run is refused before it starts."""
    monkeypatch.setattr(os, "openpty", MissingTerminals(0))
    await anyio.Path(tmp_path / "wants.yaml").write_text(DESCRIPTION)
    with pytest.raises(UsageError, match=r"wants: no terminal can be opened .* mount"):
        await play(tmp_path, {"wants": str(tmp_path / "wants.yaml")}, isolation="none")
    assert not (tmp_path / "run" / "results.jsonl").exists()


async def test_an_episode_without_a_terminal_is_lost_by_the_runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """If no terminal is left during a run, the episode's fault has the cause `runtime`."""
    skip_without_terminal()
    monkeypatch.setattr(os, "openpty", MissingTerminals(1))
    await anyio.Path(tmp_path / "wants.yaml").write_text(DESCRIPTION)
    became = (await play(tmp_path, {"wants": str(tmp_path / "wants.yaml")}, isolation="none", phones=1))["wants"]
    assert (became.ending, became.cause) == ("fault", "runtime")
    assert "RuntimeFault: no terminal can be opened" in " ".join(became.faults)
