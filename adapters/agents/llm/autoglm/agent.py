"""AutoGLM by its authors' loop (Open-AutoGLM): one conversation, one picture, one call in a reply."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from adapters.agents.formats.app_names import current_app
from adapters.agents.formats.autoglm import FORMAT
from adapters.agents.formats.grammar.format import Mode
from adapters.agents.llm.autoglm import messages as talk
from adapters.agents.llm.kit import shell_lines
from adapters.agents.llm.kit.model_question import Grammar, Limits, decide
from adapters.agents.llm.kit.options import Option, choice, integer
from adapters.agents.llm.kit.pictures import picture, seen
from adapters.agents.llm.kit.presets import OURS, Preset, Texts, label
from runtime.core.actions import Action, AskUser, Decision, Noop, Takeover
from runtime.llm import Model, PromptFiles, Sampling
from runtime.plugins.protocols import AgentNotes, Need, Session

_MALFORMED: Final = "Your last reply could not be read ({problem}). Nothing was done. Reply with one call as described."


@dataclass(frozen=True, slots=True)
class Config:
    """Configuration of AutoGLM. `language`: language of the system message; cn is the program's default."""

    name: str = "autoglm"
    mode: Mode = "official"
    language: Literal["cn", "en"] = "cn"
    tokens: int = 3000
    never_asks: bool = True
    needs: frozenset[Need] = field(default=frozenset[Need]({"frame"}))

    @property
    def sampling(self) -> Sampling:
        """The program's values in official mode; temperature 0 and no others in generic mode."""
        return Sampling(top_p=0.85, frequency_penalty=0.2) if self.mode == "official" else Sampling()

    @property
    def prompt(self) -> str:
        return f"autoglm-{self.language}"

    @property
    def prompt_files(self) -> PromptFiles:
        return PromptFiles("adapters.agents.llm.prompts", (self.prompt,))


class AutoGLM:
    """Implements `runtime.plugins.protocols.Agent`.

    A reply that cannot be read ends the episode, by the program as a success; in generic mode the model is told. What
    the program shows to nobody (Interact) or to a person in front of it whose answer it never hears (Take_over) costs a
    step and reaches no user.
    """

    def __init__(self, config: Config, model: Model, texts: Texts) -> None:
        self.needs = config.needs
        self._config = config
        self._model = model
        self._texts = texts

    async def play(self, session: Session) -> None:
        """Play one episode to its end."""
        config = self._config
        prompts = await self._texts.read()
        observation = await session.observe()
        seen(observation)  # a device without pictures is told apart before it is asked for anything
        today = shell_lines.today(await shell_lines.line(session, shell_lines.TODAY))
        system = prompts[config.prompt].fill(date=talk.day(today, config.language))
        grammar = Grammar(FORMAT, mode=config.mode, ask="native")
        limits = Limits(label(prompts, config.prompt), config.tokens, config.sampling)
        past: list[talk.Past] = []
        feedback = ""
        while not observation.ended:
            shown = await picture(seen(observation))
            dumped = await shell_lines.line(session, shell_lines.FOCUS)
            app = current_app(dumped) if config.mode == "official" else talk.app_name(shell_lines.front(dumped))
            text = talk.following(app, feedback) if past else talk.opening(session.brief.instruction, app)
            asked = talk.messages(system, past, text, shown.picture)
            turn = await decide(self._model, asked, grammar, shown.surface(FORMAT, mode=config.mode), limits)
            past.append(talk.Past(text, turn.text))
            feedback = _MALFORMED.format(problem=turn.problem) if turn.problem else ""
            observation = await session.step(unheard(turn.decision))


def unheard(decision: Decision) -> Decision:
    """The decision as its program executes it: its messages to the user reach no user."""

    def without_message(action: Action) -> Action:
        return Noop() if isinstance(action, (AskUser, Takeover)) else action

    return Decision(tuple(map(without_message, decision.actions)), decision.thought, decision.raw)


OPTIONS: Final[Mapping[str, Option[Config]]] = {
    "mode": choice("mode", "official", "generic"),
    "language": choice("language", "cn", "en"),
    "tokens": integer("tokens", 16, 65536),
}

_ABOUT: Final = (
    " behind an OpenAI-compatible endpoint such as vLLM. Its program knows 168 names of apps, for Launch and for "
    "current_app: apps that are not among them it opens by their icons only; mode=generic takes the phone's own "
    "names. It sends PNG and tells the computer's date (here: the phone's). "
)
_ASKS: Final = "never asks: its program answers neither Interact nor Take_over, which cost a step here"


def _example(name: str, model: str) -> str:
    return f"--agent {name} --model agent=openai:{model}@http://127.0.0.1:8000/v1"


AUTOGLM: Final = Preset(
    AutoGLM,
    Config(),
    OPTIONS,
    AgentNotes(
        title="AutoGLM by its authors' loop (Open-AutoGLM): all steps in one conversation, one picture",
        needs=f"AutoGLM-Phone-9B{_ABOUT}{OURS}",
        asks=_ASKS,
        example=_example("autoglm", "autoglm-phone-9b"),
    ),
)
AUTOGLM_EN: Final = Preset(
    AutoGLM,
    Config(name="autoglm-en", language="en"),
    OPTIONS,
    AgentNotes(
        title="AutoGLM told in English, in fewer actions, as its authors have it for the multilingual checkpoint",
        needs=f"AutoGLM-Phone-9B-Multilingual{_ABOUT}{OURS}",
        asks=_ASKS,
        example=_example("autoglm-en", "autoglm-phone-9b-multilingual"),
    ),
)
