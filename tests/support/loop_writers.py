"""Actions as models write them in the authors' own loops, and the scripts of agents that are several agents."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from adapters.agents.formats.app_names import package_of
from adapters.agents.formats.grammar.coordinates import REL1000_CUT, Grid, center
from adapters.agents.llm.appagent import messages
from adapters.agents.llm.fairy import plan
from adapters.agents.llm.kit.marks import Element
from adapters.openai.fake import Part, ReceivedRequest, Say
from adapters.phone.workers.registry import registered
from runtime.core.actions import AskUser, Finish, Key, Launch, LongPress, Swipe, Tap, Type, Wait
from tests.support.native_writers import WRITERS, Step, Writer, scaled, touching
from tests.support.scripted_models import ScriptedModel, native

LABELS: Mapping[str, str] = {app.package: app.label for app in registered()}
"""The names of apps below their icons, by package."""


def autoglm(step: Step) -> Sequence[str]:
    """Reasoning, then one call. Typing empties the field first, so the text is all of its content.

    Apps that its program does not know by name are opened by their icons.
    """

    def at(x: int, y: int) -> str:
        return "[{},{}]".format(*scaled(REL1000_CUT, step.screen, x, y))

    match step.action:
        case Tap(x, y):
            call = f'do(action="Tap", element={at(x, y)})'
        case LongPress(x, y):
            call = f'do(action="Long Press", element={at(x, y)})'
        case Swipe(x1, y1, x2, y2):
            call = f'do(action="Swipe", start={at(x1, y1)}, end={at(x2, y2)})'
        case Type(text):
            call = f'do(action="Type", text="{text}")'
        case Key("BACK"):
            call = 'do(action="Back")'
        case Key("HOME"):
            call = 'do(action="Home")'
        case Launch(app) if package_of(LABELS[app]) == app:
            call = f'do(action="Launch", app="{LABELS[app]}")'
        case Launch(app):
            touch = icon_tap(step, app)
            call = f'do(action="Tap", element={at(touch.x, touch.y)})'
        case Wait():
            call = 'do(action="Wait", duration="1 seconds")'
        case AskUser(question):
            return ('Several fit.do(action="Interact")', f'do(action="Take_over", message="{question}")')
        case Finish(text):
            call = f'finish(message="{text}")'
        case other:
            raise NotImplementedError(other)
    return (f"This is what comes next.\n{call}",)


def appagent(step: Step) -> Sequence[str]:
    """Four labelled lines; apps are opened by their icons."""
    elements = messages.elements(step.tree, step.screen)

    def write_reply(action: str) -> Sequence[str]:
        return (f"Observation: a screen\nThought: this is next\nAction: {action}\nSummary: I did {step.action.kind}",)

    match step.action:
        case Tap(x, y):
            return write_reply(f"tap({touching(elements, step.tree, x, y).number})")
        case LongPress(x, y):
            return write_reply(f"long_press({touching(elements, step.tree, x, y).number})")
        case Launch(app):
            return write_reply(f"tap({icon(step, elements, app).number})")
        case Type(text):
            return write_reply(f'text("{text}")')
        case AskUser():
            return ()  # it has no way to ask
        case Finish():
            return write_reply("FINISH")
        case other:
            raise NotImplementedError(other)


def by_grid(step: Step) -> Sequence[str]:
    """The same actions, with each touch in two rounds, by the grid."""
    match step.action:
        case Tap(x, y):
            grid = Grid(step.screen)
            columns, rows = grid.size
            area = y * rows // step.screen.height * columns + x * columns // step.screen.width + 1
            parts = ("center", "top-left", "top", "top-right", "left", "right", "bottom-left", "bottom", "bottom-right")
            places = {part: grid.place(area, part) for part in parts}
            part = min(parts, key=lambda text: abs(places[text][0] - x) + abs(places[text][1] - y))
            head = "Observation: o\nThought: t\nAction: "
            return (f"{head}grid()\nSummary: I called the grid", f'{head}tap({area}, "{part}")\nSummary: I did tap')
        case _:
            return appagent(step)


def icon(step: Step, elements: Iterable[Element], package: str) -> Element:
    """The icon of an app on the home screen."""
    return next(element for element in elements if element.node.text == LABELS[package])


def icon_tap(step: Step, package: str) -> Tap:
    """The touch that opens an app by its icon, for programs that cannot launch it."""
    return Tap(*center(icon(step, messages.elements(step.tree, step.screen), package).bounds))


def ui_tars_operator(writer: Writer) -> Writer:
    """UI-TARS in the actions that its authors' operator for ADB has; `writer` writes the others."""

    def written(step: Step) -> Sequence[str]:
        match step.action:
            case Launch(app):
                return writer(replace(step, action=icon_tap(step, app)))
            case Key(name):
                return (f"Thought: This is what comes next.\nAction: hotkey(key='{name.lower()}')",)
            case AskUser():
                return ()  # it has no way to ask
            case _:
                return writer(step)

    return written


def mobile_agent_v2(step: Step) -> Sequence[str]:
    """The decision agent's three sections."""
    match step.action:
        case Tap(x, y):
            action = f"Tap ({x}, {y})"
        case Swipe(x1, y1, x2, y2):
            action = f"Swipe ({x1}, {y1}), ({x2}, {y2})"
        case Type(text):
            action = f"Type ({text})"
        case Launch(app):
            action = f"Open app ({LABELS[app]})"
        case Key("HOME"):
            action = "Home"
        case AskUser():
            return ()  # it has no way to ask
        case Finish():
            action = "Stop"
        case other:
            raise NotImplementedError(other)
    content = f"### Thought ###\nThis is next.\n\n### Action ###\n{action}\n\n### Operation ###\n"
    return (f"{content}{step.action.kind} to get on",)


_OTHERS: Mapping[str, str] = {
    "Does this page show anything that the instruction needs": "### Important content ###\nNone",
    "an assistant that checks what operations": "### Thought ###\nIt did.\n### Answer ###\nA",
    "an assistant that keeps track of how far": "### Completed contents ###\nSo far so good.",
}


def mobile_agent_v2_others(asked: ReceivedRequest) -> str:
    """The replies of its other agents when all goes well; empty for the decision agent."""
    return next((text for mark, text in _OTHERS.items() if mark in asked.text), "")


def fairy_action(step: Step) -> dict[str, Any]:
    """One atomic action of Fairy's decider, by marks."""
    elements = plan.elements(step.tree, step.screen)

    def write_reply(name: str, **arguments: Any) -> dict[str, Any]:
        return {"name": name, "arguments": arguments}

    match step.action:
        case Tap(x, y):
            return write_reply("Tap", mark_number=touching(elements, step.tree, x, y).number)
        case LongPress(x, y, ms):
            return write_reply("LongPress", mark_number=touching(elements, step.tree, x, y).number, duration=ms)
        case Swipe(x, y1, _, y2, ms):
            number, height = scrolled(elements, x, y1)
            return write_reply(
                "Swipe", mark_number=number, distance=round((y1 - y2) / height, 4), direction="H", duration=ms
            )
        case Type(text):
            return write_reply("Input", text=text)
        case Key(name):
            return write_reply("KeyEvent", type=f"KEYCODE_{name}")
        case Launch(app):
            return write_reply("StartApp", app_package_name=app)
        case AskUser():
            return write_reply("NeedInteraction")
        case Finish():
            return write_reply("Finish")
        case other:
            raise NotImplementedError(other)


def scrolled(elements: Iterable[Element], x: int, y: int) -> tuple[int, int]:
    """The number and the height of the innermost element that scrolls under a point."""
    under = [
        (element.number, element.bounds[3] - element.bounds[1])
        for element in elements
        if element.node.scrollable
        and element.bounds[0] <= x < element.bounds[2]
        and element.bounds[1] <= y < element.bounds[3]
    ]
    return under[-1]


def fairy_decisions(steps: Sequence[Step]) -> list[list[dict[str, Any]]]:
    """The decider's decisions; a touch and the typing after it are one, since typing need not see the field."""
    found: list[list[dict[str, Any]]] = []
    for number, step in enumerate(steps):
        if isinstance(step.action, Type) and isinstance(steps[number - 1].action, Tap):
            found[-1].append(fairy_action(step))
        else:
            found.append([fairy_action(step)])
    return found


@dataclass
class FairyScript:
    """All of Fairy's agents but the executor's second model, by the first line of their prompts.

    `app`: the package that the global planner starts with; `decisions`: the decider's; `questions`: what the interactor
    says when the user is called for; `before`: replies that come first, whoever is asked.
    """

    app: str
    decisions: list[list[dict[str, Any]]] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    """Which agents were asked, in order."""
    _wanted: bool = False
    _put: bool = False
    _reached: bool = False

    def __call__(self, asked: ReceivedRequest) -> Part:
        """The reply of the requested agent."""
        if self.before:
            return Say(self.before.pop(0))
        for mark, name in _FAIRY.items():
            if mark in asked.text:
                self.asked.append(name)
                self._reached |= "The executor says that this is done" in asked.text
                self._wanted |= name == "replanner" and "that came up while acting:\nNothing." not in asked.text
                return Say(f"```json\n{json.dumps(getattr(self, f'_{name}')(), ensure_ascii=False)}\n```")
        raise AssertionError(asked.text[:200])

    def _global_planner(self) -> Mapping[str, Any]:
        task = {"app_package_name": self.app, "instruction": "Do it."}
        return {"global_plan_thought": "One app will do.", "global_plan": ["Do it."], "current_sub_task": task}

    def _global_replanner(self) -> Mapping[str, Any]:
        return {"global_plan_thought": "All done.", "global_plan": [], "current_sub_task": "Finished"}

    def _planner(self) -> Mapping[str, Any]:
        return {"plan_thought": "Clear.", "overall_plan": ["Do it."], "current_sub_goal": "Do it."}

    def _replanner(self) -> Mapping[str, Any]:
        kind = 4 if self._wanted else 0
        goal = {"current_sub_goal": "Finished"} if self._reached else {}
        return {**self._planner(), **goal, "user_interaction_type": kind, "user_interaction_thought": "It is open."}

    def _decider(self) -> Mapping[str, Any]:
        actions = self.decisions.pop(0)
        self._wanted = actions[0]["name"] == "NeedInteraction"
        return {
            "action_thought": "This is next.",
            "actions": actions,
            "action_expectation": "It goes on.",
            "user_interaction_thought": "The user has to say." if self._wanted else "No need.",
        }

    def _reflector(self) -> Mapping[str, Any]:
        return {"action_result": "A", "error_potential_causes": "", "progress_status": "It goes on."}

    def _key_info(self) -> Mapping[str, Any]:
        return {"key_infos": []}

    def _interactor(self) -> Mapping[str, Any]:
        document = {"interaction_thought": "As it is.", "response": "", "user_prompt": "", "action_instruction": ""}
        if self._put:
            self._put = self._wanted = False
            return {**document, "interaction_status": "A", "response": "The user said it."}
        self._put = True
        return {**document, "interaction_status": "B", "user_prompt": self.questions.pop(0)}


_FAIRY: Mapping[str, str] = {
    "You plan tasks on a mobile phone by the apps": "global_planner",
    "You follow how a task on a mobile phone gets on": "global_replanner",
    "You plan what has to be done in one app": "planner",
    "You follow how a task in one app": "replanner",
    "You decide which actions are carried out": "decider",
    "You judge what actions on a mobile phone have done": "reflector",
    "You talk to the user of a mobile phone": "interactor",
    "You note what screens of a mobile phone show": "key_info",
}


def fairy(steps: Sequence[Step], before: Sequence[str] = ()) -> FairyScript:
    """The script of the right way: what is launched first is the global planner's, questions are the interactor's."""
    launched = next((step.action.app for step in steps if isinstance(step.action, Launch)), "")
    rest = [step for step in steps if not (isinstance(step.action, Launch) and step.action.app == launched)]
    questions = [step.action.question for step in rest if isinstance(step.action, AskUser)]
    return FairyScript(launched, fairy_decisions(rest), questions, list(before))


def executor(steps: Sequence[Step]) -> ScriptedModel:
    """UI-TARS as Fairy's executor: what is launched is the planner's, all else is done in its own words."""
    rest = [step for step in steps if not isinstance(step.action, Launch)]
    return ScriptedModel(native(rest, WRITERS["ui-tars-1.5"]))
