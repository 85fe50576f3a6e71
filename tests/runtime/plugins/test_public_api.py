"""The public names of `runtime`, `runtime.plugins` and `runtime.testing`."""

from __future__ import annotations

import inspect
import subprocess
import sys

import pytest

import runtime
import runtime.plugins
import runtime.testing

PACKAGES = (runtime, runtime.plugins, runtime.testing)
NAMES = [(package, name) for package in PACKAGES for name in package.__all__]


def test_the_public_names_are_these():
    """Adding or removing a name must be deliberate: change it here, in the docs and in the CHANGELOG."""
    assert sorted(runtime.__all__) == [
        "Action", "AgentFault", "Answer", "AskUser", "Brief", "Comparison", "Confinement", "DataFrames", "Deadlines",
        "Decision", "DeviceFault", "DoubleTap", "DrivenSession", "Fault", "Finish", "Frame", "InvalidDecision",
        "JudgeFault", "Key", "Launch", "LongPress", "ModelError", "Models", "Noop", "Note", "Observation",
        "ParkedSessionError", "PolicySession", "RecordedEpisode", "RecordedRun", "RejudgeResult", "Requirement",
        "Reward", "RewardWeights", "Rollout", "RolloutStep", "RolloutStream", "RunCallbacks", "RunConfig",
        "RunDirectory", "Runtime", "RuntimeFault", "Score", "Selection", "Suite", "Swipe", "Takeover", "Tap", "Task",
        "TaskFault", "Type", "UiNode", "UiTree", "UsageError", "UserFault", "Wait", "compare", "data_frames",
        "metrics_document", "open_run", "rejudge",
    ]  # fmt: skip
    assert sorted(runtime.plugins.__all__) == [
        "Agent", "AgentNotes", "AgentServerSpec", "AgentSpec", "AnyEvent", "AnyTruth", "AnyVerdict", "AppSpec",
        "Bypass", "ByteStream", "CommandSpec", "Control", "Described", "Device", "DeviceInfo", "DeviceSpec", "Evidence",
        "Finding", "FormatSpec", "HealthCheck", "Instrument", "InstrumentSpec", "Judge", "JudgeSpec", "KeyStepHit",
        "Ledger", "LoadPhone", "Log", "Message", "Model", "ModelReply", "ModelRequest", "ModelRole", "ModelSpec",
        "Need",
        "Observation", "ParkableUser", "PartSpec", "Picture", "Program", "ProgramSpec", "Prompt", "PromptFiles",
        "Recording", "Reducer",
        "Redundant", "Reply", "RequirementMet", "RuleJudge", "Sampling", "Session", "SideEffect", "SuiteReaderSpec",
        "SuiteSpec", "Terminated", "TurnJudged", "User", "UserSpec",
    ]  # fmt: skip
    assert sorted(runtime.testing.__all__) == [
        "NonconformingPart", "ScriptedModel", "check_agent", "check_judge", "check_user", "headless_session",
    ]  # fmt: skip


@pytest.mark.parametrize(("package", "name"), NAMES)
def test_every_public_name_exists_and_is_documented(package, name):
    """Each public class and function exists and has a docstring."""
    found = getattr(package, name)
    if inspect.isclass(found) or inspect.isfunction(found):
        assert (found.__doc__ or "").strip(), name


@pytest.mark.parametrize(("package", "name"), NAMES)
def test_every_public_method_is_documented(package, name):
    """Each public method has a docstring."""
    found = getattr(package, name)
    if not inspect.isclass(found) or getattr(found, "_is_protocol", False):
        return
    methods = {key: value for key, value in vars(found).items() if inspect.isfunction(value) and key[0] != "_"}
    assert [key for key, value in methods.items() if not (value.__doc__ or "").strip()] == []


def test_importing_the_package_imports_nothing_heavy():
    """`import runtime` imports no heavy library."""
    program = "import sys, runtime, runtime.plugins; print(*{'anyio', 'pydantic', 'numpy', 'cv2'} & sys.modules.keys())"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == ""


def test_a_name_that_is_not_public_is_refused():
    """Access to a name that is not public raises Python's usual AttributeError."""
    with pytest.raises(AttributeError, match="module 'runtime' has no attribute 'Nothing'"):
        _ = runtime.Nothing
