"""The nature of an intent, which follows from the verbs of its goal (AmbiBench §3.1.3). Pure.

*Value-laden* is what touches a person's social reputation or takes a stance for them: liking, following, posting,
writing to somebody. *Functional* is what has an objective result: looking up, setting, moving, buying what is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal

from benchmarks.clarity240.findings import Finding, error
from runtime.core.tasks import Intent
from runtime.core.text import tokens

Nature = Literal["functional", "value-laden"]

_VALUE_LADEN = """
answer, apologize, block, comment, congratulate, dislike, email, follow, forward, give a star, invite, leave a comment,
leave a like, leave a review, like, love, mail, message, post, publish, rate, react, recommend, reply, report, repost,
retweet, review, send, share, start a thread, subscribe, text, thank, unfollow, unfriend, unlike, unsubscribe, upload,
vote, write to
"""
_FUNCTIONAL = """
add, archive, book, buy, call, cancel, change, charge, check, choose, claim, clear, close, compare, connect, copy,
create, delete, disable, download, empty, enable, export, find, get, give, have, import, install, keep, leave, let,
list, lock, look, make, move, mute, navigate, note, open, order, pay, pin, plan, play, put, read, record, redeem,
remind, remove, rename, renew, reserve, reset, restore, return, save, schedule, search, send me, set, show, silence,
snooze, sort, start, stop, switch, take, tell, track, turn, uninstall, unlock, unmute, update, use, wake, write
"""
VERBS: Mapping[Nature, tuple[str, ...]] = {
    "value-laden": tuple(verb.strip() for verb in _VALUE_LADEN.split(",")),
    "functional": tuple(verb.strip() for verb in _FUNCTIONAL.split(",")),
}
"""Verbs with which a clause of a request begins. Of several that fit, the longest decides."""

_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"")
_PLACE = re.compile(r"\{[^}]*\}")
_JOINT = re.compile(r"[.?!;:,]\s|\b(?:and|then|please)\b", re.IGNORECASE)


def verbs(goal: str) -> Iterator[tuple[str, Nature]]:
    """The verbs of a goal that `VERBS` knows, in order, each with its nature."""
    plain = _PLACE.sub(" ", _QUOTED.sub(" ", goal))
    for clause in _JOINT.split(plain):
        words = tokens(clause)
        known = [
            (verb, nature)
            for nature, listed in VERBS.items()
            for verb in listed
            if words[: len(verb.split())] == tuple(verb.split())
        ]
        if known:
            yield max(known, key=lambda item: len(item[0].split()))


def nature_of(goal: str) -> Nature | None:
    """Value-laden if any verb of the goal is; None if no verb is known."""
    natures = {nature for _, nature in verbs(goal)}
    if not natures:
        return None
    return "value-laden" if "value-laden" in natures else "functional"


def check_nature(intent: Intent) -> Iterator[Finding]:
    """What an intent says of its nature agrees with the verbs of its goal."""
    derived = nature_of(intent.phrasing.goal)
    if derived is None or derived == intent.nature:
        return
    named = ", ".join(repr(verb) for verb, nature in verbs(intent.phrasing.goal) if nature == derived)
    what = f"it says {intent.nature}, but {named} is {derived}"
    yield error(intent.id, what, f"say `nature: {derived}`, or ask for something else", rule="nature", at=("nature",))
