"""Settings that all configurations of the generic framework share, and the options that set them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from adapters.agents.formats.grammar.format import Format, Mode
from adapters.agents.llm.kit.model_question import Ask, Grammar
from adapters.agents.llm.kit.options import Option, choice, integer, size
from adapters.agents.llm.kit.pictures import FULL, SizeRule
from runtime.llm import Prompt, PromptFiles

PROMPTS = "adapters.agents.llm.prompts"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a model is prompted and parsed. Fields that name prompts are empty where there is no such prompt.

    `asks`: by the way of asking, the prompt that offers the action; `silent`: the way whose text is used where the
    brief says that nobody answers; `official_ask`: the way that belongs to official mode. `history`: how many past
    steps are told, 0 for all. `times`: how often it is asked in official mode until a reply can be read. `single`: see
    `Grammar`. `official`: the values of other fields that official mode brings along.
    """

    name: str
    format: Format
    prompt: str
    asks: Mapping[Ask, str] = field(default_factory=dict)
    ask: Ask = "none"
    silent: Ask = "none"
    official_ask: Ask = "none"
    mode: Mode = "generic"
    scheme: str = ""
    size: SizeRule = FULL
    history: int = 0
    max_tokens: int = 2048
    times: int = 1
    single: bool = False
    official: Mapping[str, Any] = field(default_factory=dict)

    @property
    def grammar(self) -> Grammar:
        """How replies are parsed."""
        return Grammar(self.format, self.scheme, self.mode, self.ask, self.single)

    @property
    def more(self) -> tuple[str, ...]:
        """The names of prompts that only a subclass has."""
        return ()

    @property
    def prompt_files(self) -> PromptFiles:
        """All prompts in use, for both cases: with and without a user who answers."""
        names = {self.prompt, *self.more, self.ask_text(can_ask=True), self.ask_text(can_ask=False)}
        return PromptFiles(PROMPTS, tuple(sorted(filter(None, names))))

    @property
    def never_asks(self) -> bool:
        """Whether nothing to ask by is offered or understood."""
        return self.ask == "none"

    def ask_text(self, *, can_ask: bool) -> str:
        """The name of the prompt that tells the model that it may ask its user; empty if it may not.

        An action of ours is offered only where somebody answers; what belongs to the agent stays as it is made.
        """
        way = self.ask if can_ask or self.ask == "none" else self.silent
        return self.asks.get(way, "")

    def asking(self, prompts: Mapping[str, Prompt], *, can_ask: bool) -> str:
        """That text, on lines of its own after the action before it."""
        name = self.ask_text(can_ask=can_ask)
        return f"\n{prompts[name].fill()}" if name else ""


def settings_options(form: Format, *ways: Ask) -> dict[str, Option[Any]]:
    """The options that every configuration of a format has; `ways` are the ways of asking that there are."""
    return {
        "mode": Option("generic or official", _mode),
        "ask": Option(" or ".join(ways), _asking(ways)),
        "scheme": choice("scheme", *form.schemes),
        "size": size("size"),
        "history": integer("history", 0, 1000),
        "max_tokens": integer("max_tokens", 1, 1_000_000),
    }


def _mode(config: Any, text: str) -> Any:
    """Official mode brings its own values and way of asking along: agents are taken as their authors made them."""
    match text:
        case "official":
            return replace(config, mode=text, ask=config.official_ask, **config.official)
        case "generic":
            return replace(config, mode=text)
        case _:
            raise ValueError


def _asking(ways: tuple[Ask, ...]) -> Any:
    def change(config: Any, text: str) -> Any:
        if text not in ways:
            raise ValueError
        if text == "added" and config.mode == "official":
            raise ValueError("in official mode nothing is added to what the authors made")
        return replace(config, ask=text)

    return change
