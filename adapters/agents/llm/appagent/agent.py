"""AppAgent by its authors' loop, without documents from an exploration: numbered elements, one summary as memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from adapters.agents.formats.appagent import FORMAT
from adapters.agents.formats.grammar.coordinates import Screen
from adapters.agents.formats.grammar.format import Marks, Mode
from adapters.agents.llm.appagent import messages as talk
from adapters.agents.llm.kit.grid import GridLines
from adapters.agents.llm.kit.marks import APPAGENT, Numbers, marks
from adapters.agents.llm.kit.model_question import Grammar, Limits, Turn, decide
from adapters.agents.llm.kit.options import Option, choice, integer
from adapters.agents.llm.kit.pictures import Drawing, picture, seen
from adapters.agents.llm.kit.presets import OURS, Preset, Texts, label
from runtime.llm import Model, PromptFiles
from runtime.plugins.protocols import AgentNotes, Need, Observation, Session

_ELEMENTS: Final = "appagent-elements"
_GRID: Final = "appagent-grid"
_MALFORMED: Final = "The last reply could not be read ({problem}), so nothing was done. Before that: {last}"


@dataclass(frozen=True, slots=True)
class Config:
    """Configuration of AppAgent. `rounds`: the maximum number of rounds, 20 in its program; 0: unlimited."""

    name: str = "appagent"
    mode: Mode = "official"
    rounds: int = 0
    tokens: int = 300
    never_asks: bool = True
    needs: frozenset[Need] = field(default=frozenset[Need]({"frame", "tree"}))
    prompt_files: PromptFiles = field(default=PromptFiles("adapters.agents.llm.prompts", (_ELEMENTS, _GRID)))


class AppAgent:
    """Implements `runtime.plugins.protocols.Agent`. A reply that cannot be read ends it; in generic mode the model is
    told.
    """

    def __init__(self, config: Config, model: Model, texts: Texts) -> None:
        self.needs = config.needs
        self._config = config
        self._model = model
        self._texts = texts

    async def play(self, session: Session) -> None:
        """Play one episode until its end, or until the rounds are over."""
        observation = await session.observe()
        last, on_grid, rounds = "", False, 0
        while not observation.ended and not 0 < self._config.rounds <= rounds:
            rounds += 1
            turn = await self._turn(observation, session.brief.instruction, last, on_grid)
            on_grid = any(act.aside.get("switch") == "grid" for act in turn.reading.acts)
            if turn.problem:
                last = _MALFORMED.format(problem=turn.problem, last=last or talk.NOTHING)
            else:
                last = turn.reading.sections.get("summary", last)
            observation = await session.step(turn.decision)

    async def _turn(self, observation: Observation, instruction: str, last: str, on_grid: bool) -> Turn:
        config, prompts = self._config, await self._texts.read()
        name = _GRID if on_grid else _ELEMENTS
        drawing, numbers = _drawn(observation, on_grid)
        shown = await picture(seen(observation), drawing=drawing)
        asked = talk.messages(prompts[name], instruction, last, shown.picture)
        surface = shown.surface(FORMAT, "grid" if on_grid else "elements", numbers, config.mode)
        limits = Limits(label(prompts, name), config.tokens)
        return await decide(self._model, asked, Grammar(FORMAT, mode=config.mode), surface, limits)


def _drawn(observation: Observation, on_grid: bool) -> tuple[Drawing, Marks]:
    """The drawing on top of the screen, and the elements that replies can name."""
    frame = seen(observation)
    screen = Screen(frame.width, frame.height)
    elements = talk.elements(observation.tree, screen) if observation.tree is not None else ()
    return GridLines(screen) if on_grid else Numbers.of(elements, APPAGENT), marks(elements)


OPTIONS: Final[Mapping[str, Option[Config]]] = {
    "mode": choice("mode", "official", "generic"),
    "rounds": integer("rounds", 0, 1000),
    "tokens": integer("tokens", 16, 65536),
}

APP_AGENT: Final = Preset(
    AppAgent,
    Config(),
    OPTIONS,
    AgentNotes(
        title="AppAgent by its authors' loop, without documents: numbered elements or a grid, one summary",
        needs="a general model that sees (the authors: GPT-4o) behind an OpenAI-compatible endpoint, and the "
        "accessibility tree. It has neither Back nor Home nor a way to open apps but their icons, and no words for an "
        "answer; its program expects the app to be open. No waiting 10 s after each step. " + OURS,
        asks="never asks",
        example="--agent 'appagent?rounds=20' --model agent=openai:gpt-4o@https://api.openai.com/v1",
    ),
)
