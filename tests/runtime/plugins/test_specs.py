"""Malformed plug-ins are rejected when they are loaded, in one sentence that names the entry point."""

from __future__ import annotations

from pathlib import Path

import pytest

from runtime.core.errors import UsageError
from runtime.plugins import registry
from runtime.plugins.specs import AgentSpec, agent_spec, judge_spec, user_spec

MODULE = """
from runtime.plugins import AgentSpec

class NoPlay:
    needs = frozenset()

class NotAsync:
    needs = frozenset()
    def play(self, session): ...

class HalfJudge:
    def begin(self, task, episode): ...

class Fine:
    needs = frozenset()
    def __init__(self, seed): ...
    async def play(self, session): ...

def function(seed): ...
"""
ENTRIES = """
[mobile_agent_runtime.agents]
no-play = broken_parts:NoPlay
not-async = broken_parts:NotAsync
missing-field = broken_spec:SPEC
function = broken_parts:function
fine = broken_parts:Fine
[mobile_agent_runtime.judges]
half = broken_parts:HalfJudge
[mobile_agent_runtime.devices]
class = broken_parts:Fine
"""


@pytest.fixture(autouse=True)
def _installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken_parts.py").write_text(MODULE)
    (tmp_path / "broken_spec.py").write_text("from runtime.plugins import AgentSpec\nSPEC = AgentSpec(name='x')\n")
    home = tmp_path / "broken-1.dist-info"
    home.mkdir()
    (home / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    (home / "entry_points.txt").write_text(ENTRIES)
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.parametrize(
    ("kind", "name", "sentence"),
    [
        (registry.AGENTS, "no-play", r"the agent 'no-play' \(broken_parts:NoPlay\) .*no method play"),
        (registry.AGENTS, "not-async", r"the agent 'not-async' \(broken_parts:NotAsync\) .*must be an async method"),
        (registry.AGENTS, "missing-field", r"the agent 'missing-field' \(broken_spec:SPEC\) .*'make'"),
        (registry.AGENTS, "function", r"the agent 'function' \(broken_parts:function\) is neither .* but function"),
        (registry.JUDGES, "half", r"the judge 'half' \(broken_parts:HalfJudge\) .*no method feed"),
        (registry.DEVICES, "class", r"the device 'class' \(broken_parts:Fine\) is not a DeviceSpec"),
        (registry.AGENTS, "fines", r"no agent is called 'fines'; did you mean 'fine'\?"),
    ],
)
def test_a_part_that_is_not_well_formed_is_refused(kind, name, sentence):
    """A malformed plug-in is refused with the entry point and the problem."""
    with pytest.raises(UsageError, match=sentence):
        registry.load(kind, name)


def test_a_class_that_implements_the_protocol_becomes_a_spec():
    """A class that implements the agent protocol gets a default spec."""
    spec = registry.load(registry.AGENTS, "fine")
    assert (type(spec), spec.name, spec.needs_model, spec.can_ask) == (AgentSpec, "Fine", False, True)


def test_a_judge_that_sees_the_truth_needs_a_spec():
    """A plain judge class that sees the ground truth is refused without a spec."""

    class Seer:
        sees_truth = True

        async def judge(self, task, trace, verdicts, truth=None): ...

    with pytest.raises(UsageError, match="declare it by JudgeSpec"):
        judge_spec(Seer, "the judge")


def test_an_instance_is_no_part():
    """An instance instead of a class or spec is refused."""
    with pytest.raises(UsageError, match="neither an agent's spec nor its class but int"):
        agent_spec(7, "the agent")
    with pytest.raises(UsageError, match="neither a user's spec nor its class but object"):
        user_spec(object(), "the user")
