"""Runs a policy on small trees written by hand."""

from __future__ import annotations

from adapters.agents.scripted.reader.policy import Policy
from adapters.agents.scripted.reader.screen.screen import take_in
from runtime.core.actions import Decision, Finish, Tap
from runtime.screen.tree import UiTree


def decide(policy: Policy, tree: UiTree, *replies: str) -> Decision:
    """The policy's decision on this screen, with these replies."""
    return policy.decide(take_in(tree), replies, "launcher" in tree.package)


def label_of(decision: Decision, tree: UiTree) -> str:
    """The label of what a decision touches; it does nothing else."""
    (tap,) = decision.actions
    assert isinstance(tap, Tap), decision
    return next(control.label for control in take_in(tree).controls if control.center == (tap.x, tap.y))


def touched(policy: Policy, tree: UiTree) -> str:
    """The label of what the policy touches on this screen."""
    return label_of(decide(policy, tree), tree)


def believing(instruction: str, asks: bool = True) -> Policy:
    """A policy in the given app."""
    policy = Policy(instruction, asks)
    policy.travel.believed = True
    policy.travel.visited.append("Zoo")
    return policy


def ends(policy: Policy, tree: UiTree) -> bool:
    """Whether it is done."""
    (action,) = decide(policy, tree).actions
    return isinstance(action, Finish) and action.status == "complete"
