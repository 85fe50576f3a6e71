"""Fairy's loop: planners for the phone and for each app, an executor, a reflector, and talks with the user."""

from __future__ import annotations

from typing import Protocol

from adapters.agents.llm.fairy import messages as talk
from adapters.agents.llm.fairy import plan as course_of
from adapters.agents.llm.fairy.episode import EpisodeOver, Manner, Move, Stage
from adapters.agents.llm.fairy.plan import Course, ExecutedAction, Plan
from adapters.agents.llm.fairy.screen_view import Scene, scene
from adapters.agents.llm.kit import shell_lines
from adapters.agents.llm.kit.presets import Texts
from runtime.core.actions import Action, AskUser, Decision, Finish, Launch, Noop
from runtime.llm import Model
from runtime.plugins.protocols import Session


class Executor(Protocol):
    """Turns what is to be done now into actions."""

    async def move(self, stage: Stage) -> Move: ...


class Loop:
    """The loop of one agent, with any executor."""

    def __init__(self, manner: Manner, model: Model, texts: Texts, executor: Executor) -> None:
        self._manner = manner
        self._model = model
        self._texts = texts
        self._executor = executor

    async def play(self, session: Session) -> None:
        """Play one episode to its end."""
        observation = await session.observe()
        if observation.ended:
            return
        course, seen = Course(session.brief.instruction), await scene(observation)
        apps = shell_lines.packages(await shell_lines.line(session, shell_lines.PACKAGES))
        stage = Stage(session, self._model, self._texts, self._manner, course, observation, seen, apps)
        try:
            name = talk.GLOBAL_PLANNER
            while await self._errand(stage, name):
                begun = stage.observation.step
                await self._app(stage)
                if stage.observation.step == begun:  # else planners could call on each other without end
                    await stage.step(Decision((Noop(),), "Nothing was done in this app."))
                name = talk.GLOBAL_REPLANNER
            await stage.step(Decision((Finish(),), "All of the instruction is done."))
        except EpisodeOver:
            return

    async def _errand(self, stage: Stage, name: str) -> bool:
        """Turn to the next app; False if nothing is left to do."""
        mode = self._manner.mode
        errand, reply_text = await stage.ask(name, lambda text: course_of.errand(text, mode), {})
        if errand is None:
            return False
        await stage.note(f"task: {errand.words}", "", reply_text)
        stage.course.begin(errand)
        if errand.app:
            await stage.step(Decision((Launch(errand.app),), f"{errand.words} is done in {errand.app}."))
        return True

    async def _app(self, stage: Stage) -> None:
        """Plan, act, reflect and plan anew until the task of this app is done."""
        await self._plan(stage, talk.PLANNER)
        while not stage.course.plan.finished:
            if stage.course.plan.kind:
                await self._interact(stage)
                continue
            move = await self._executor.move(stage)
            if await self._carry_out(stage, move):
                break
            wish = {"wish": move.wish} if move.wish else {}
            await self._plan(stage, talk.REPLANNER, wish)
        stage.course.close()

    async def _plan(self, stage: Stage, name: str, more: talk.Gaps | None = None) -> None:
        picture = stage.scene.marked
        found, reply_text = await stage.ask(name, stage.reading("current_sub_goal"), more or {}, picture)
        plan = Plan.of(found.sections)
        if name == talk.PLANNER:
            plan = Plan(plan.overall, plan.goal, plan.thought)  # the first plan never asks
        stage.course.plan = plan
        await stage.note(f"plan: {plan.goal}", plan.thought, reply_text)

    async def _carry_out(self, stage: Stage, move: Move) -> bool:
        """Do what the executor wants and see what became of it; whether it says that the app's task is done.

        What does nothing costs a step, since agents could else call on each other without end; so does reaching a
        sub-goal for which nothing was done.
        """
        before = stage.scene
        if move.actions:
            await stage.step(Decision(move.actions, move.thought, move.raw))
            executed = ExecutedAction(in_words(move.actions), move.expectation)
            stage.course.actions.append(executed)
            await self._reflect(stage, executed, before)
            if self._manner.key_info:
                await self._extract(stage)
        elif move.closed or (move.reached and stage.observation.step > stage.reached_at):
            await stage.note("done, says the executor", move.thought, move.raw)
        else:
            await stage.step(Decision((Noop(),), move.thought, move.raw))
        if move.reached:
            stage.reached_at = stage.observation.step
            stage.course.progress = (
                f"{stage.course.progress} The executor says that this is done: {stage.course.plan.goal}"
            )
        return move.closed

    async def _reflect(self, stage: Stage, executed: ExecutedAction, before: Scene) -> None:
        more = talk.reflected(executed, before.words, stage.scene.words)
        pictures = before.plain, stage.scene.plain
        found, reply_text = await stage.ask(talk.REFLECTOR, stage.reading("action_result"), more, *pictures)
        course_of.judged(executed, found.sections)
        stage.course.progress = found.sections.get("progress_status", "") or stage.course.progress
        await stage.note(f"reflection: {executed.result}", executed.causes, reply_text)

    async def _extract(self, stage: Stage) -> None:
        mode = self._manner.mode
        found, _ = await stage.ask(talk.KEY_INFO, lambda text: course_of.facts(text, mode), {}, stage.scene.plain)
        stage.course.learn(found)

    async def _interact(self, stage: Stage) -> None:
        """Talk with the user until it is settled what the plan wanted to know, then plan anew.

        What has to be seen first is looked for by the executor. The plan that follows does not ask again at once.
        """
        while True:
            picture = stage.scene.marked
            found, reply_text = await stage.ask(talk.INTERACTOR, stage.reading("interaction_status"), {}, picture)
            action = found.acts[0].action
            if isinstance(action, AskUser):
                seen = await stage.step(Decision((action,), found.thought, reply_text))
                stage.course.talk += [(action.question, answer) for answer in seen.replies]
                continue
            internal = found.acts[0].aside.get("internal")
            if internal == "resolved":
                stage.course.settled.append(found.sections.get("response", ""))
                await stage.note(f"settled: {found.sections.get('response', '')}", found.thought, reply_text)
                break
            await stage.note(
                f"to be seen first: {found.sections.get('action_instruction', '')}", found.thought, reply_text
            )
            await self._explore(stage, found.sections.get("action_instruction", ""))
        await self._plan(stage, talk.REPLANNER)
        plan = stage.course.plan
        stage.course.plan = Plan(plan.overall, plan.goal, plan.thought)

    async def _explore(self, stage: Stage, what: str) -> None:
        plan = stage.course.plan
        stage.course.plan = Plan(plan.overall, what, plan.thought)
        await self._carry_out(stage, await self._executor.move(stage))
        stage.course.plan = plan


def in_words(actions: tuple[Action, ...]) -> str:
    """Actions as the history has them."""
    return ", then ".join(str(action) for action in actions)
