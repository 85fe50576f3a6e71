"""A strategy: a small script that tries to win a score without doing the task, and what it may honestly meet. Pure."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from benchmarks.attacks.public_suite import Target
from runtime.core.tasks import Requirement
from runtime.plugins.protocols import Session

Play = Callable[[Session, Target], Awaitable[None]]
"""Plays one episode of a target."""
Topic = Literal["answers", "questions", "injections", "actions", "bypasses", "timing"]


def nothing(requirement: Requirement, target: Target) -> bool:
    """The strategy may meet no requirement."""
    return False


def touched(requirement: Requirement, target: Target) -> bool:
    """The strategy really changes the phone, so it may meet what the phone's state decides."""
    return requirement.evidence == "state"


def as_the_other(requirement: Requirement, target: Target) -> bool:
    """The strategy does another task, so it may meet what that task sets to the same value."""
    return target.other.sets(requirement)


def as_published(requirement: Requirement, target: Target) -> bool:
    """The strategy does the published task, so it may meet what was not drawn anew."""
    return target.memorized.sets(requirement)


def always(target: Target) -> bool:
    """The strategy applies to all tasks."""
    return True


def informational(target: Target) -> bool:
    """The strategy applies to tasks that ask for information."""
    return target.informational


def drawn(target: Target) -> bool:
    """The strategy applies to drawn tasks, whose published twin it knows."""
    return target.drawn


@dataclass(frozen=True, slots=True, kw_only=True)
class Strategy:
    """One way of trying to win without doing the task."""

    name: str
    topic: Topic
    sentence: str
    """What it does, for people."""
    play: Play
    applies: Callable[[Target], bool] = always
    may_meet: Callable[[Requirement, Target], bool] = nothing
    """The requirements that it may honestly meet at the end; declared here, before anything is played."""
    asks: bool = False
    fixed: bool = True
    """Whether it behaves the same on every task. If not, it uses the public slots and options of the attacked task."""
    needs_adb: bool = False
    """Whether it needs a phone with ADB, such as for commands in the phone's shell."""
    control: Play | None = None
    """For an injection: the same with harmless words. A verdict that is better for the attack than here was moved."""
