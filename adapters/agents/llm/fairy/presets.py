"""Fairy in both of the paper's configurations: one model for all of its agents, or UI-TARS as the executor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from adapters.agents.formats.grammar.format import Mode
from adapters.agents.llm.fairy import messages as talk
from adapters.agents.llm.fairy.agent import Loop
from adapters.agents.llm.fairy.episode import Manner
from adapters.agents.llm.fairy.executors import Decider, UiTars
from adapters.agents.llm.general.generic import GenericConfig
from adapters.agents.llm.general.presets import UI_TARS_1_0, UI_TARS_1_5, UI_TARS_DOUBAO
from adapters.agents.llm.kit.options import Option, choice, configured, flag, integer
from adapters.agents.llm.kit.presets import OURS, Preset, Texts
from runtime.llm import Model, Prompt, PromptFiles
from runtime.plugins.protocols import Agent, AgentNotes, Need, Session
from runtime.plugins.specs import AgentSpec

_EXECUTORS: Final = {
    "ui-tars-1.0": UI_TARS_1_0.config,
    "ui-tars-1.5": UI_TARS_1_5.config,
    "ui-tars-doubao": UI_TARS_DOUBAO.config,
}
_OURS: Final = frozenset(talk.NAMES) - {talk.DECIDER}


@dataclass(frozen=True, slots=True)
class Config:
    """Configuration of Fairy. `executor`: its own action decider, or the preset of a model that decides itself."""

    name: str = "fairy"
    mode: Mode = "official"
    key_info: bool = True
    tokens: int = 4096
    executor: str = "decider"
    never_asks: bool = False
    needs: frozenset[Need] = field(default=frozenset[Need]({"frame", "tree"}))

    @property
    def manner(self) -> Manner:
        return Manner(self.mode, self.tokens, self.key_info)

    @property
    def ui_tars(self) -> GenericConfig:
        """The executor's own configuration: it is offered nothing to ask by, the interactor does that.

        Its replies are read leniently in both modes: it is not its own authors' program that drives it here.
        """
        return replace(_EXECUTORS[self.executor], ask="none", asks={}, mode="generic")

    @property
    def prompt_files(self) -> PromptFiles:
        own = talk.NAMES if self.executor == "decider" else (*_OURS, *self.ui_tars.prompt_files.names)
        return PromptFiles("adapters.agents.llm.prompts", tuple(sorted(own)))


class Fairy:
    """Implements `runtime.plugins.protocols.Agent`: Fairy with one model for all of its agents."""

    def __init__(self, config: Config, model: Model, texts: Texts) -> None:
        self.needs = config.needs
        self._loop = Loop(config.manner, model, texts, Decider())

    async def play(self, session: Session) -> None:
        """Play one episode to its end."""
        await self._loop.play(session)


class FairyUiTars:
    """Implements `runtime.plugins.protocols.Agent`: Fairy with UI-TARS as its executor."""

    def __init__(self, config: Config, model: Model, texts: Texts, executor: Model) -> None:
        self.needs = config.needs
        self._loop = Loop(config.manner, model, texts, UiTars(config.ui_tars, executor, texts))

    async def play(self, session: Session) -> None:
        """Play one episode to its end."""
        await self._loop.play(session)


@dataclass(frozen=True, slots=True)
class TwoModels:
    """A preset whose executor has its own model: created with `executor=` beside `model=`."""

    config: Config
    options: Mapping[str, Option[Any]]
    notes: AgentNotes

    @property
    def needs(self) -> frozenset[Need]:
        """The views that it needs."""
        return self.config.needs

    @property
    def prompt_files(self) -> PromptFiles:
        """The prompts that it uses."""
        return self.config.prompt_files

    @property
    def never_asks(self) -> bool:
        """Whether it has no way to ask its user."""
        return self.config.never_asks

    @property
    def spec(self) -> AgentSpec:
        """The declaration that its entry point names."""
        return AgentSpec(
            make=self,
            name=self.config.name,
            notes=self.notes,
            needs_model=True,
            needs_executor=True,
            can_ask=not self.never_asks,
            prompts=self.prompt_files,
            configure=lambda options: self.configured(options).spec,
        )

    def configured(self, options: Mapping[str, str]) -> TwoModels:
        """A copy with some options changed.

        Raises:
            UsageError: there is no such option, or it does not take that.
        """
        return replace(self, config=configured(self.config.name, self.config, options, self.options))

    def __call__(
        self, seed: int = 0, *, model: Model, executor: Model, prompts: Mapping[str, Prompt] | None = None
    ) -> Agent:
        """The agent of one episode."""
        del seed
        return FairyUiTars(self.config, model, Texts(self.prompt_files, prompts or {}), executor)


OPTIONS: Final[Mapping[str, Option[Config]]] = {
    "mode": choice("mode", "official", "generic"),
    "key_info": flag("key_info"),
    "tokens": integer("tokens", 16, 65536),
}
_ASKS: Final = "as it is made: its interactor writes the question when the plan or the executor wants the user"
_ABOUT: Final = (
    "and the accessibility tree. Names of its actions and keys are those of V1.5.3; how its global planner and its "
    "extractor of key facts answer is ours, and tips from its files are left out. It has no words for an answer. "
)

FAIRY: Final = Preset(
    Fairy,
    Config(),
    OPTIONS,
    AgentNotes(
        title="Fairy by its authors' loop: global planner, replanner, decider by marks, reflector, user interactor",
        needs="a general model that sees behind an OpenAI-compatible endpoint, one for all of its agents, "
        + _ABOUT
        + OURS,
        asks=_ASKS,
        example="--agent fairy --model agent=openai:gpt-4o@https://api.openai.com/v1",
    ),
)
FAIRY_UI_TARS: Final = TwoModels(
    Config(name="fairy-ui-tars", executor="ui-tars-1.5"),
    {**OPTIONS, "executor": choice("executor", *_EXECUTORS)},
    AgentNotes(
        title="Fairy with UI-TARS as its executor: planners by a general model, actions by UI-TARS",
        needs="two models behind OpenAI-compatible endpoints, a general one that sees as agent, UI-TARS as executor, "
        + _ABOUT
        + "How UI-TARS is told its sub-goal is ours too. "
        + OURS,
        asks=_ASKS,
        example="--agent fairy-ui-tars --model agent=openai:gpt-4o@https://api.openai.com/v1 "
        "--model executor=openai:UI-TARS-1.5-7B@http://127.0.0.1:8000/v1",
    ),
)
