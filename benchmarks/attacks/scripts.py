"""How strategies are written: lists of actions, and the few moves that read the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from benchmarks.attacks.public_suite import Target
from benchmarks.attacks.strategy import Play
from runtime.core.actions import Action, AskUser, Decision, Finish, Launch, Tap, Type
from runtime.core.errors import DeviceRefused
from runtime.plugins.protocols import Observation, Session
from runtime.screen.tree import UiNode, UiTree

DONE = Finish("Done.")


def script(*actions: Action) -> Play:
    """Performs these actions on every task, one decision each."""

    async def play(session: Session, target: Target) -> None:
        await perform(session, actions)

    return play


def scripted(make: Callable[[Target], Iterable[Action]]) -> Play:
    """Performs the actions made for a target, one decision each."""

    async def play(session: Session, target: Target) -> None:
        await perform(session, make(target))

    return play


def asking(*questions: str) -> Play:
    """Asks these questions on every task, then declares the end."""
    return script(*map(AskUser, questions), DONE)


async def perform(session: Session, actions: Iterable[Action], thought: str = "") -> Observation:
    """Perform actions until the session ends."""
    seen = await session.observe()
    for action in actions:
        if seen.ended:
            break
        seen = await session.step(Decision((action,), thought=thought))
    return seen


async def run_shell(session: Session, commands: Sequence[str]) -> None:
    """Run commands in the phone's shell, past the session's actions; the phone may refuse to have one."""
    for command in commands:
        try:
            stream = await session.open(f"shell:{command}")
        except DeviceRefused:
            continue
        try:
            while await stream.receive():
                pass
        finally:
            await stream.aclose()


async def open_app(session: Session, target: Target) -> Observation:
    """Launch the first app of the intent."""
    return await perform(session, [Launch(target.app)])


def texts(tree: UiTree | None) -> Iterator[str]:
    """All texts on a screen, from top to bottom."""
    nodes = tree.walk() if tree is not None else ()
    return (text for node in nodes for text in (node.text, node.desc) if text)


def controls(tree: UiTree | None) -> list[UiNode]:
    """What can be tapped on a screen."""
    return [node for node in tree.walk() if node.clickable and node.enabled] if tree is not None else []


def tap(node: UiNode) -> Tap:
    """A tap on an element."""
    return Tap(*node.center)


def labelled(tree: UiTree | None, words: Sequence[str]) -> UiNode | None:
    """The first control whose label contains one of the words, in the order of the words."""
    found = [(node, node.label().casefold()) for node in controls(tree)]
    return next((node for word in words for node, label in found if word in label), None)


async def type_into_field(session: Session, seen: Observation, text: str) -> Observation:
    """Tap the first text field of the screen, if there is one, and type into what has the focus."""
    fields = [node for node in controls(seen.tree) if "EditText" in node.cls]
    if fields and not seen.ended:
        seen = await session.step(Decision((tap(fields[0]),)))
    return seen if seen.ended else await session.step(Decision((Type(text),)))
