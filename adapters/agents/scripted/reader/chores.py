"""Several things asked for in one breath: "Mute Ann and put the hall on my list" is two requests. Pure.

What is said about a thing that is being made or ordered ("order tea, and pay by card") belongs to that request,
since it is filled in on the same pages; everything else that begins with a verb of its own is done by itself, in turn.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from adapters.agents.scripted.reader.language.courtesy import plain
from adapters.agents.scripted.reader.language.demands import demands, is_order
from adapters.agents.scripted.reader.language.idioms import in_short
from adapters.agents.scripted.reader.language.phrases import HANDING
from adapters.agents.scripted.reader.language.request import understand
from adapters.agents.scripted.reader.language.standing import FRAME, begins, standing
from adapters.agents.scripted.reader.language.words import words
from adapters.agents.scripted.reader.policy import Policy
from adapters.agents.scripted.reader.screen.screen import Seen
from runtime.core.actions import Decision, Finish, Key

_LEAD = re.compile(r"^(?:[Hh]ave|[Ll]et|[Gg]et|[Mm]ake)\s+([A-Z]\w+(?: [A-Z]\w+)?)\s+(?:to\s+)?(?=[a-z])")
_AT_FIRST = re.compile(r"^(?:[Oo]n|[Ii]n|[Ww]ith|[Uu]sing)\s+(?:the\s+|my\s+)?([A-Z]\w+(?: [A-Z]\w+)?),\s+")
_QUOTE = re.compile("[“\"‘][^”\"’]{2,}[”\"’]")  # fmt: skip
_BACKS = 5
"""Pages at most between a page and the app's first."""
_IN = re.compile(
    r"\b(?:on|in|from|via|using)\s+(?:the\s+|my\s+)?(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)([A-Z]\w+)(?: app)?"
    r"(?=[\s.,;]|$)"
)


_THE = re.compile(
    r"\b(?:what|when|where|who|which|how)\b[^.]*? the (\w+) (?:has|have|had|is|was|costs?|will|takes?|lasts?"
    r"|starts?|begins?|ends?|comes?)\b"
)
"""The noun for what a question is about, not for what is asked of it."""


_PHONE = re.compile(r"\b(?:my|the|this) (?:phone|device|tablet)\b")


@dataclass(frozen=True, slots=True)
class Chore:
    """One request. `same`: whether it is done to what the one before was done to."""

    text: str
    same: bool = False


def chores(instruction: str) -> tuple[Chore, ...]:
    """The requests, each complete in itself; one if there is only one."""
    said = in_short(plain(instruction)).strip()
    app = ""
    frame = FRAME.match(said)
    begun = frame.end() if frame is not None else 0
    lead = _LEAD.match(said[begun:]) or _AT_FIRST.match(said[begun:])
    behind = said[begun + lead.end() :] if lead is not None else ""
    if lead is not None and (is_order(behind) or (begun and begins(behind))):
        app, said = lead[1], said[:begun] + said[begun + lead.end() :]
    asked = _LEAD.match(plain(instruction))
    if not app and asked is not None and re.search(rf" in {re.escape(asked[1])}\.?$", said):
        # "Have the app do this and that": by an idiom its name went to the end.
        app = asked[1]
    parts = tuple((one, False) for one in standing(said)) or demands(said)
    if len(parts) < 2:
        return (Chore(instruction),)
    last = _IN.findall(_QUOTE.sub("", parts[-1][0]))
    first = _IN.findall(_QUOTE.sub("", parts[0][0]))
    handed = (*words(parts[-1][0]), "")[0] in HANDING
    app = app or ("" if first or handed else (last or [""])[-1])
    return tuple(Chore(_in(app, text), same) for text, same in parts)


def _in(app: str, text: str) -> str:
    return text if not app or _names(app, text) or _PHONE.search(text) else f"{text.rstrip('. ')} in {app}."


class Rounds:
    """Runs one request after another. Decides as a policy does."""

    def __init__(self, requests: Sequence[Chore], can_ask: bool) -> None:
        self._open = list(requests)
        self._can_ask = can_ask
        self._policy = Policy(self._open.pop(0).text, can_ask)
        self._next: Chore | None = None
        self._backs = 0
        self._answers: list[str] = []

    @property
    def left(self) -> int:
        """Steps until the episode ends."""
        return self._policy.left

    @left.setter
    def left(self, steps: int) -> None:
        self._policy.left = steps

    def decide(self, seen: Seen, replies: Sequence[str], launcher: bool) -> Decision:
        """The next decision on this screen."""
        while True:
            if self._next is not None:
                on = self._turn(self._next, seen, launcher)
                if on is not None:
                    return on
            decision = self._policy.decide(seen, replies, launcher)
            told = next((one for one in decision.actions if isinstance(one, Finish)), None)
            if told is not None and self._policy.request.informational and told.status == "complete":
                self._answers.append(told.text)
            if told is None:
                return decision
            if not self._open:
                # What was asked for on the way is told at the end.
                answer = " ".join(self._answers)
                return Decision((Finish(answer),), thought=decision.thought) if answer else decision
            self._next, self._backs = self._open.pop(0), 0

    def _turn(self, chore: Chore, seen: Seen, launcher: bool) -> Decision | None:
        """On the way to where the next request begins; nothing once it is there."""
        before = self._policy
        app = before.seeking.app
        others = before.seeking.apps - {app}
        request = understand(chore.text)
        wanted = request.kind
        kind = bool(wanted) and wanted not in (before.request.kind, app.casefold()) and not _names(app, chore.text)
        # Of several things that are set, the later ones are set where the first one was.
        kind = kind and not (request.setting and before.request.setting)
        lead = _LEAD.match(chore.text)
        elsewhere = kind or (not _names(app, chore.text) and any(_names(one, chore.text) for one in others))
        elsewhere = elsewhere or (lead is not None and bool(app) and lead[1] not in app and not _names(app, chore.text))
        front = launcher or before.travel.front(before.trail.page(seen))
        if not launcher and (elsewhere or not app):
            before.left -= 1
            return Decision((Key("HOME"),), thought=f"Next: {chore.text}")
        # How an app is to be is said on one page of it.
        # The phone's own matters are said on many.
        far = before.request.device and request.device
        here = chore.same or ((before.request.setting or before.request.preference) and not far)
        # What is asked after a deed is often told by the page that the deed led to.
        here = here or request.informational
        # What it is about is on this page already.
        here = here or any(
            one.role in ("row", "switch")
            and request.names(one.label)
            and (len(words(one.label)) > 1 or one.label in request.objects)
            for one in seen.controls
        )
        if not (front or here or elsewhere) and self._backs < _BACKS:
            self._backs += 1
            before.left -= 1
            return Decision((Key("BACK"),), thought=f"Next: {chore.text}")
        text = chore.text if elsewhere or not app or _names(app, chore.text) else f"{chore.text.rstrip('. ')} in {app}."
        self._policy = policy = Policy(text, self._can_ask)
        policy.left, policy.today = before.left, before.today
        policy.seeking.apps |= before.seeking.apps
        if not launcher:
            policy.stay(app, seen.title if chore.same else "")
            if chore.same and not front and not self._backs:
                # What it was done to is still open, whatever its page is called.
                known = {before.request.said[at] for at in before.object if before.acted == before.page}
                same = {at for at in policy.object if policy.request.said[at] in known}
                policy.placed |= policy.object if policy.request.hands else same
        if policy.request.informational and not launcher and not elsewhere:
            # "What the album costs" is asked of the album that was just opened.
            policy.placed |= {at for one in _THE.findall(chore.text) for at in policy.at(one)}
        self._next = None
        return None


def _names(app: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(app)}(?!\w)", text) is not None
