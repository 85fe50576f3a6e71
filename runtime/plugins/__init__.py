"""Everything a plug-in is written with: the Protocols it implements and the spec that declares it.

A plug-in is an entry point of the group `mobile_agent_runtime.KIND` that names a spec:

    [project.entry-points."mobile_agent_runtime.agents"]
    mine = "my_package:SPEC"
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.core.lazy_imports import lazy_attributes

if TYPE_CHECKING:
    from runtime.core.events import AnyEvent as AnyEvent
    from runtime.core.events import AnyTruth as AnyTruth
    from runtime.core.events import AnyVerdict as AnyVerdict
    from runtime.core.events import Bypass as Bypass
    from runtime.core.events import Described as Described
    from runtime.core.events import KeyStepHit as KeyStepHit
    from runtime.core.events import Redundant as Redundant
    from runtime.core.events import RequirementMet as RequirementMet
    from runtime.core.events import SideEffect as SideEffect
    from runtime.core.events import Terminated as Terminated
    from runtime.core.events import TurnJudged as TurnJudged
    from runtime.core.log import Log as Log
    from runtime.llm.ledger import Ledger as Ledger
    from runtime.llm.prompts import Prompt as Prompt
    from runtime.llm.prompts import PromptFiles as PromptFiles
    from runtime.llm.requests import Message as Message
    from runtime.llm.requests import Model as Model
    from runtime.llm.requests import ModelReply as ModelReply
    from runtime.llm.requests import ModelRequest as ModelRequest
    from runtime.llm.requests import ModelRole as ModelRole
    from runtime.llm.requests import Picture as Picture
    from runtime.llm.requests import Sampling as Sampling
    from runtime.plugins.protocols import Agent as Agent
    from runtime.plugins.protocols import AgentNotes as AgentNotes
    from runtime.plugins.protocols import ByteStream as ByteStream
    from runtime.plugins.protocols import Control as Control
    from runtime.plugins.protocols import Device as Device
    from runtime.plugins.protocols import DeviceInfo as DeviceInfo
    from runtime.plugins.protocols import Evidence as Evidence
    from runtime.plugins.protocols import Finding as Finding
    from runtime.plugins.protocols import Instrument as Instrument
    from runtime.plugins.protocols import Judge as Judge
    from runtime.plugins.protocols import LoadPhone as LoadPhone
    from runtime.plugins.protocols import Need as Need
    from runtime.plugins.protocols import Observation as Observation
    from runtime.plugins.protocols import ParkableUser as ParkableUser
    from runtime.plugins.protocols import Program as Program
    from runtime.plugins.protocols import Recording as Recording
    from runtime.plugins.protocols import Reducer as Reducer
    from runtime.plugins.protocols import Reply as Reply
    from runtime.plugins.protocols import RuleJudge as RuleJudge
    from runtime.plugins.protocols import Session as Session
    from runtime.plugins.protocols import User as User
    from runtime.plugins.specs import AgentServerSpec as AgentServerSpec
    from runtime.plugins.specs import AgentSpec as AgentSpec
    from runtime.plugins.specs import AppSpec as AppSpec
    from runtime.plugins.specs import CommandSpec as CommandSpec
    from runtime.plugins.specs import DeviceSpec as DeviceSpec
    from runtime.plugins.specs import FormatSpec as FormatSpec
    from runtime.plugins.specs import HealthCheck as HealthCheck
    from runtime.plugins.specs import InstrumentSpec as InstrumentSpec
    from runtime.plugins.specs import JudgeSpec as JudgeSpec
    from runtime.plugins.specs import ModelSpec as ModelSpec
    from runtime.plugins.specs import PartSpec as PartSpec
    from runtime.plugins.specs import ProgramSpec as ProgramSpec
    from runtime.plugins.specs import SuiteReaderSpec as SuiteReaderSpec
    from runtime.plugins.specs import SuiteSpec as SuiteSpec
    from runtime.plugins.specs import UserSpec as UserSpec

_MODULES = {
    "runtime.plugins.specs": (
        "AgentSpec",
        "InstrumentSpec",
        "UserSpec",
        "JudgeSpec",
        "PartSpec",
        "DeviceSpec",
        "ModelSpec",
        "ProgramSpec",
        "AgentServerSpec",
        "SuiteSpec",
        "SuiteReaderSpec",
        "AppSpec",
        "FormatSpec",
        "CommandSpec",
        "HealthCheck",
    ),
    "runtime.plugins.protocols": (
        "Agent",
        "AgentNotes",
        "ByteStream",
        "Control",
        "Device",
        "DeviceInfo",
        "Evidence",
        "Finding",
        "Instrument",
        "Judge",
        "LoadPhone",
        "Need",
        "Observation",
        "Program",
        "ParkableUser",
        "Recording",
        "Reducer",
        "Reply",
        "RuleJudge",
        "Session",
        "User",
    ),
    "runtime.llm.requests": ("Message", "Model", "ModelReply", "ModelRequest", "ModelRole", "Picture", "Sampling"),
    "runtime.llm.prompts": ("Prompt", "PromptFiles"),
    "runtime.llm.ledger": ("Ledger",),
    "runtime.core.log": ("Log",),
    "runtime.core.events": (
        "AnyEvent",
        "AnyTruth",
        "AnyVerdict",
        "Bypass",
        "Described",
        "KeyStepHit",
        "Redundant",
        "RequirementMet",
        "SideEffect",
        "Terminated",
        "TurnJudged",
    ),
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}
__getattr__ = lazy_attributes(__name__, _HOMES)

__all__ = [
    "AgentSpec",
    "InstrumentSpec",
    "UserSpec",
    "JudgeSpec",
    "PartSpec",
    "DeviceSpec",
    "ModelSpec",
    "ProgramSpec",
    "AgentServerSpec",
    "SuiteSpec",
    "SuiteReaderSpec",
    "AppSpec",
    "FormatSpec",
    "CommandSpec",
    "HealthCheck",
    "Agent",
    "AgentNotes",
    "ByteStream",
    "Control",
    "Device",
    "DeviceInfo",
    "Evidence",
    "Finding",
    "Instrument",
    "Judge",
    "LoadPhone",
    "Need",
    "Observation",
    "Program",
    "ParkableUser",
    "Recording",
    "Reducer",
    "Reply",
    "RuleJudge",
    "Session",
    "User",
    "Message",
    "Model",
    "ModelReply",
    "ModelRequest",
    "ModelRole",
    "Picture",
    "Sampling",
    "Prompt",
    "PromptFiles",
    "Ledger",
    "Log",
    "AnyEvent",
    "AnyTruth",
    "AnyVerdict",
    "Bypass",
    "Described",
    "KeyStepHit",
    "Redundant",
    "RequirementMet",
    "SideEffect",
    "Terminated",
    "TurnJudged",
]
