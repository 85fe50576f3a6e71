"""Presets: a loop and its configuration under the name of an entry point of the group `agents`.

UI_TARS = Preset(Generic, Config("ui-tars-1.5", …), OPTIONS, AgentNotes(…))
agent = UI_TARS(7, model=model)
agent = UI_TARS.configured({"images": "3"})(7, model=model)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, TypeVar

import anyio.to_thread

from adapters.agents.llm.kit.options import Option, configured
from runtime.llm import Model, Prompt, PromptFiles
from runtime.plugins.protocols import Agent, AgentNotes, Need
from runtime.plugins.specs import AgentSpec

OURS = (
    "The wording of its prompts is ours; with --prompts DIR the authors' own texts take their place, which an exact "
    "comparison needs. Pictures are JPEG."
)
"""What the notes of every preset end with."""


class Configuration(Protocol):
    """The configuration of a loop: a frozen dataclass."""

    @property
    def name(self) -> str: ...

    @property
    def needs(self) -> frozenset[Need]: ...

    @property
    def prompt_files(self) -> PromptFiles: ...

    @property
    def never_asks(self) -> bool: ...


C = TypeVar("C", bound=Configuration)


@dataclass(frozen=True, slots=True)
class Preset(Generic[C]):
    """A part of the kind `agents`; called with the seed and the model it makes the agent of one episode."""

    loop: Callable[[C, Model, Texts], Agent]
    config: C
    options: Mapping[str, Option[C]]
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
    def official_prompts(self) -> PromptFiles:
        """The prompts that it uses in official mode."""
        made = self.configured({"mode": "official"}) if "mode" in self.options else self
        return made.prompt_files

    @property
    def never_asks(self) -> bool:
        """Whether it has no way to ask its user, as it is configured."""
        return self.config.never_asks

    @property
    def spec(self) -> AgentSpec:
        """The declaration that its entry point names."""
        return AgentSpec(
            make=self,
            name=self.config.name,
            notes=self.notes,
            needs_model=True,
            can_ask=not self.never_asks,
            prompts=self.prompt_files,
            configure=lambda options: self.configured(options).spec,
            optional_prompts=self.official_prompts,
        )

    def configured(self, options: Mapping[str, str]) -> Preset[C]:
        """A copy with some options changed.

        Raises:
            UsageError: there is no such option, or it does not take that.
        """
        return replace(self, config=configured(self.config.name, self.config, options, self.options))

    def __call__(self, seed: int = 0, *, model: Model, prompts: Mapping[str, Prompt] | None = None) -> Agent:
        """The agent of one episode. It throws no dice: the model is asked at temperature 0."""
        del seed
        return self.loop(self.config, model, Texts(self.prompt_files, prompts or {}))


@dataclass(slots=True)
class Texts:
    """The prompts of one agent, those that were given in place of the installed ones."""

    files: PromptFiles
    given: Mapping[str, Prompt] = field(default_factory=dict)
    _read: dict[str, Prompt] = field(default_factory=dict)

    async def read(self) -> Mapping[str, Prompt]:
        """All of them by name; files are read when first asked for, unless all were given."""
        if not self._read:
            missing = [name for name in self.files.names if name not in self.given]
            installed: Mapping[str, Any] = await anyio.to_thread.run_sync(self.files.read) if missing else {}
            self._read = {name: self.given.get(name) or installed[name] for name in self.files.names}
        return self._read


def label(prompts: Mapping[str, Prompt], *names: str) -> str:
    """The labels of those of the prompts that a request is made from."""
    return " ".join(prompts[name].label for name in names if name)
