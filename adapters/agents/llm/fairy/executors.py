"""Executors of Fairy's loop: its own action decider, by marks, or UI-TARS, by coordinates."""

from __future__ import annotations

from dataclasses import replace

from adapters.agents.formats.grammar.format import Reading
from adapters.agents.llm.fairy import messages as talk
from adapters.agents.llm.fairy.episode import Move, Stage
from adapters.agents.llm.general.generic import GenericConfig, request
from adapters.agents.llm.kit.histories import UNREADABLE, Past
from adapters.agents.llm.kit.model_question import Limits, reply
from adapters.agents.llm.kit.pictures import picture, seen
from adapters.agents.llm.kit.presets import Texts, label
from runtime.core.actions import Action, AskUser, Finish
from runtime.core.tasks import Brief
from runtime.llm import Model


class Decider:
    """Fairy's own: one reply, several actions where none needs to see what the one before it did."""

    async def move(self, stage: Stage) -> Move:
        """The next actions; a wish for the user, or the end, cuts off what comes after it."""
        found, reply_text = await stage.ask(talk.DECIDER, stage.reading("actions"), {}, stage.scene.marked)
        actions: list[Action] = []
        for act in found.acts:
            if act.aside.get("internal") == "need_interaction":
                wish = found.sections.get("user_interaction_thought") or found.thought or "the user has to decide"
                return Move(tuple(actions), "", found.thought, reply_text, wish=wish)
            if isinstance(act.action, Finish):
                return Move(tuple(actions), "", found.thought, reply_text, closed=True)
            actions.append(act.action)
        return Move(tuple(actions), found.sections.get("action_expectation", ""), found.thought, reply_text)


class UiTars:
    """UI-TARS in its own prompt layout, with the sub-goal as its task; its history is that of the sub-goal.

    When it says that it is finished the sub-goal is, and the replanner hears of it; when it calls the user the
    interactor may talk to them.
    """

    def __init__(self, config: GenericConfig, model: Model, texts: Texts) -> None:
        self._config = config
        self._model = model
        self._texts = texts
        self._goal = ""
        self._past: list[Past] = []

    async def move(self, stage: Stage) -> Move:
        """The next actions."""
        goal = stage.course.plan.goal
        if goal != self._goal:
            self._goal, self._past = goal, []
        prompts = await self._texts.read()
        limits = Limits(label(prompts, self._config.prompt), self._config.max_tokens)
        while True:
            now = await picture(seen(stage.observation), self._config.size)
            brief = Brief(_task(stage), stage.session.brief.screen, 0, can_ask=False)
            reply_text = await reply(self._model, request(self._config, prompts, brief, self._past, now), limits)
            surface = now.surface(self._config.format, self._config.scheme, mode=self._config.mode)
            turn = replace(self._config, ask="native").grammar.turn(reply_text, surface)
            feedback = UNREADABLE.format(turn.problem) if turn.problem else ""
            self._remember(Past(len(self._past) + 1, now.picture, reply_text, "", feedback))
            if not turn.problem:
                return _move(turn.reading, reply_text)
            await stage.unread(reply_text, turn.problem)

    def _remember(self, past: Past) -> None:
        self._past.append(past)
        if len(self._past) >= self._config.images:  # that picture is sent no more, and pictures are large
            self._past[-self._config.images] = replace(self._past[-self._config.images], picture=None)


def _task(stage: Stage) -> str:
    """The sub-goal and its purpose, which is the only place where the user's answers appear."""
    texts = [f"{question} {answer}" for question, answer in stage.course.talk]
    full_task = "; ".join([stage.course.instruction, *texts])
    return f"{stage.course.plan.goal}\n(This is a part of: {full_task})"


def _move(found: Reading, text: str) -> Move:
    actions: list[Action] = []
    for action in found.actions:
        if isinstance(action, AskUser):
            return Move(tuple(actions), "", found.thought, text, wish=action.question)
        if isinstance(action, Finish):
            return Move(tuple(actions), "", found.thought, text, reached=True)
        actions.append(action)
    return Move(tuple(actions), "", found.thought, text)
