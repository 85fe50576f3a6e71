"""Evaluate, train and load-test phone agents that can ask their user: the public API.

    async with Runtime(RunConfig(seed=7), devices=["phone://2"]) as rt:
        async for score in rt.run(agents=["reader"], select=Selection(levels=("ambiguous",))):
            print(score.task, score.met)

Plug-ins are declared with `runtime.plugins` and tested with `runtime.testing`. These three packages are the whole
public surface; names are imported when they are first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.core.lazy_imports import lazy_attributes

if TYPE_CHECKING:
    from runtime.components.models import Models as Models
    from runtime.core.actions import Action as Action
    from runtime.core.actions import Answer as Answer
    from runtime.core.actions import AskUser as AskUser
    from runtime.core.actions import Decision as Decision
    from runtime.core.actions import DoubleTap as DoubleTap
    from runtime.core.actions import Finish as Finish
    from runtime.core.actions import Key as Key
    from runtime.core.actions import Launch as Launch
    from runtime.core.actions import LongPress as LongPress
    from runtime.core.actions import Noop as Noop
    from runtime.core.actions import Note as Note
    from runtime.core.actions import Swipe as Swipe
    from runtime.core.actions import Takeover as Takeover
    from runtime.core.actions import Tap as Tap
    from runtime.core.actions import Type as Type
    from runtime.core.actions import Wait as Wait
    from runtime.core.config import Confinement as Confinement
    from runtime.core.config import Deadlines as Deadlines
    from runtime.core.config import RunConfig as RunConfig
    from runtime.core.config import Selection as Selection
    from runtime.core.errors import AgentFault as AgentFault
    from runtime.core.errors import DeviceFault as DeviceFault
    from runtime.core.errors import Fault as Fault
    from runtime.core.errors import InvalidDecision as InvalidDecision
    from runtime.core.errors import JudgeFault as JudgeFault
    from runtime.core.errors import ModelError as ModelError
    from runtime.core.errors import ParkedSessionError as ParkedSessionError
    from runtime.core.errors import RuntimeFault as RuntimeFault
    from runtime.core.errors import TaskFault as TaskFault
    from runtime.core.errors import UsageError as UsageError
    from runtime.core.errors import UserFault as UserFault
    from runtime.core.events import Score as Score
    from runtime.core.tasks import Brief as Brief
    from runtime.core.tasks import Requirement as Requirement
    from runtime.core.tasks import Suite as Suite
    from runtime.core.tasks import Task as Task
    from runtime.engine import Runtime as Runtime
    from runtime.episode.run_parts import RunCallbacks as RunCallbacks
    from runtime.metrics.paired import Comparison as Comparison
    from runtime.metrics.paired import compare as compare
    from runtime.metrics.report import metrics_document as metrics_document
    from runtime.plugins.protocols import Observation as Observation
    from runtime.recordings.data_frames import DataFrames as DataFrames
    from runtime.recordings.data_frames import data_frames as data_frames
    from runtime.recordings.run import RecordedEpisode as RecordedEpisode
    from runtime.recordings.run import RecordedRun as RecordedRun
    from runtime.recordings.run import open_run as open_run
    from runtime.replay import RejudgeResult as RejudgeResult
    from runtime.replay import rejudge as rejudge
    from runtime.screen.frames.frame import Frame as Frame
    from runtime.screen.tree import UiNode as UiNode
    from runtime.screen.tree import UiTree as UiTree
    from runtime.storage.run_directory import RunDirectory as RunDirectory
    from runtime.training.collecting import RolloutStream as RolloutStream
    from runtime.training.policies import PolicySession as PolicySession
    from runtime.training.rewards import Reward as Reward
    from runtime.training.rewards import RewardWeights as RewardWeights
    from runtime.training.rollouts import Rollout as Rollout
    from runtime.training.rollouts import RolloutStep as RolloutStep
    from runtime.training.sessions import DrivenSession as DrivenSession

_MODULES = {
    "runtime.engine": ("Runtime",),
    "runtime.training.sessions": ("DrivenSession",),
    "runtime.training.collecting": ("RolloutStream",),
    "runtime.training.policies": ("PolicySession",),
    "runtime.training.rollouts": ("Rollout", "RolloutStep"),
    "runtime.training.rewards": ("Reward", "RewardWeights"),
    "runtime.replay": ("rejudge", "RejudgeResult"),
    "runtime.recordings.run": ("open_run", "RecordedRun", "RecordedEpisode"),
    "runtime.recordings.data_frames": ("data_frames", "DataFrames"),
    "runtime.core.config": ("RunConfig", "Selection", "Deadlines", "Confinement"),
    "runtime.components.models": ("Models",),
    "runtime.episode.run_parts": ("RunCallbacks",),
    "runtime.core.actions": (
        "Action",
        "Answer",
        "AskUser",
        "Decision",
        "DoubleTap",
        "Finish",
        "Key",
        "Launch",
        "LongPress",
        "Noop",
        "Note",
        "Swipe",
        "Takeover",
        "Tap",
        "Type",
        "Wait",
    ),
    "runtime.plugins.protocols": ("Observation",),
    "runtime.screen.frames.frame": ("Frame",),
    "runtime.screen.tree": ("UiNode", "UiTree"),
    "runtime.core.tasks": ("Brief", "Requirement", "Suite", "Task"),
    "runtime.core.events": ("Score",),
    "runtime.metrics.report": ("metrics_document",),
    "runtime.metrics.paired": ("Comparison", "compare"),
    "runtime.storage.run_directory": ("RunDirectory",),
    "runtime.core.errors": (
        "AgentFault",
        "DeviceFault",
        "Fault",
        "InvalidDecision",
        "JudgeFault",
        "ModelError",
        "ParkedSessionError",
        "RuntimeFault",
        "TaskFault",
        "UsageError",
        "UserFault",
    ),
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}
__getattr__ = lazy_attributes(__name__, _HOMES)

__all__ = [
    "Runtime",
    "DrivenSession",
    "PolicySession",
    "RolloutStream",
    "Rollout",
    "RolloutStep",
    "Reward",
    "RewardWeights",
    "rejudge",
    "RejudgeResult",
    "open_run",
    "RecordedRun",
    "RecordedEpisode",
    "data_frames",
    "DataFrames",
    "RunConfig",
    "Selection",
    "Deadlines",
    "Confinement",
    "Models",
    "RunCallbacks",
    "Action",
    "Answer",
    "AskUser",
    "Decision",
    "DoubleTap",
    "Finish",
    "Key",
    "Launch",
    "LongPress",
    "Noop",
    "Note",
    "Swipe",
    "Takeover",
    "Tap",
    "Type",
    "Wait",
    "Observation",
    "Frame",
    "UiNode",
    "UiTree",
    "Brief",
    "Requirement",
    "Suite",
    "Task",
    "Score",
    "metrics_document",
    "Comparison",
    "compare",
    "RunDirectory",
    "AgentFault",
    "DeviceFault",
    "Fault",
    "InvalidDecision",
    "JudgeFault",
    "ModelError",
    "ParkedSessionError",
    "RuntimeFault",
    "TaskFault",
    "UsageError",
    "UserFault",
]
