"""What the reader types and looks for by name: search fields, new texts, and whether a thing is on the screen. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from adapters.agents.scripted.reader.language.lexicon import numeral
from adapters.agents.scripted.reader.language.request import Request
from adapters.agents.scripted.reader.language.texts import Text, beside, fits, odd, reaches
from adapters.agents.scripted.reader.language.words import content, spans, telling, words
from adapters.agents.scripted.reader.screen.screen import Control, Seen
from runtime.core.actions import Action, Decision, Tap, Type

_SEARCH = frozenset(("search", "find"))
_AROUND = (("explore",), ("discover",), ("browse",))
_ANEW = frozenset(("rename", "change", "edit", "replace", "correct"))
"""Verbs after which what stands in the field is no longer wanted."""
_BETWEEN = 3
"""Words from a number to the name of what is counted."""
_SURE = 2
"""Words of the shortest name that is known by a mere look."""
_KINDS = re.compile(r"\w+(?: \w+)?(?:, \w+(?: \w+)?)+(?:,? (?:and|or) \w+(?: \w+)?)?…?")
"""A hint that lists kinds of things, such as `Songs, artists`, says what can be searched for."""


@dataclass(slots=True)
class Seeking:
    """What was typed so far, and where."""

    app: str = ""
    """The app that is open; its name is no name of a thing."""
    apps: set[str] = field(default_factory=set)
    """The apps on the phone, as far as they were seen; their names are no names of things either."""
    _searched: set[tuple[str, str]] = field(default_factory=set)
    _opened: set[str] = field(default_factory=set)
    _explored: set[str] = field(default_factory=set)
    _pending: bool = False
    """Whether a search was opened just now."""
    _box: tuple[int, int] = (0, 0)
    """Where the last search was typed."""
    _typed: set[str] = field(default_factory=set)
    _filled: set[tuple[int, int]] = field(default_factory=set)
    """Where something was written."""
    _request: Request | None = None
    _known: tuple[str, int, int] = ("", 0, 0)
    _names: tuple[str, ...] = ()
    """The names told, and what they were found by."""
    _cut: dict[str, str] = field(default_factory=dict)
    """Names that turned out to be shorter than they might have been."""

    def names(self, request: Request) -> tuple[str, ...]:
        """The things told by name, without the app and what is only to be written."""
        # Apps are only ever added.
        known = (self.app, len(self.apps), len(self._cut))
        if request is not self._request or known != self._known:
            written = self.written(request)
            names = (self._without_app(one) for one in request.objects if one not in written)
            self._request, self._known = request, known
            self._names = tuple(self._cut.get(name, name) for name in names if name)
        return self._names

    def note(self, seen: Seen, request: Request) -> None:
        """A name reaches as far as a screen has it: in "Blue Moon tea in tins" it may be all or only its capitals."""
        for name in self.names(request):
            short, own = core(name), words(name)
            if short == name or len(words(short)) < _SURE:
                continue
            shown = [words(text) for row in seen.rows for text in row if not _failed(text)]
            for size in range(len(own), len(words(short)) - 1, -1):
                if any(spans(own[:size], text) for text in shown):
                    if size < len(own):
                        self._cut[name] = " ".join(name.split()[:size])
                    break

    def _without_app(self, name: str) -> str:
        """Of "Shop list Blue kitchen" the name is `Blue kitchen`, if the app that is open is the Shop."""
        found = re.search(rf"(?<!\w){re.escape(self.app)}(?!\w)", name, re.IGNORECASE) if self.app else None
        if found is None:
            return "" if name in self.apps else name
        after = re.search(r"\b[A-Z].*", name[found.end() :])
        return after[0] if after is not None and not found.start() else ""

    def written(self, request: Request) -> tuple[str, ...]:
        """The words to be typed into new texts; nothing if the quoted words name what there is."""
        # Of a question nothing is written.
        return () if request.informational else tuple(one.text for one in request.texts if one.firm)

    def at_hand(self, control: Control, seen: Seen, request: Request) -> bool:
        """Whether what the deed is for is here: beside the control where there are several, else on the page."""
        names = self.names(request)[:2]
        if not names:
            return True
        twins = sum(words(one.label)[:1] == words(control.label)[:1] for one in seen.controls)
        texts = (*control.near, *control.texts) if twins > 1 else [text for row in seen.rows for text in row]
        return any(is_called(text, name) for text in (*texts, seen.title, control.label) for name in names)

    def is_box(self, control: Control) -> bool:
        """Whether the field is there to search."""
        sought = any(name == control.label for _, name in self._searched)
        return _searches(control) or self._pending or control.center == self._box or sought

    def search(self, seen: Seen, names: Sequence[str], request: Request, *, anyway: bool = False) -> Decision | None:
        """Look for the first of the names, if it is nowhere on this screen or `anyway`."""
        pending, self._pending = self._pending, False
        if "make" in request.deeds and any(one.firm for one in request.texts):
            return None
        fields = [one for one in seen.controls if one.role == "field" and not self.filled(one)]
        echoes = {one.label for one in fields}
        if not names or (
            not anyway
            and any(
                spans(words(names[0]), words(text))
                for row in seen.rows
                for text in row
                if text not in echoes and not (_failed(text) and echoes)
            )
        ):
            return None
        name = names[0]
        here = len(fields) == 1 and pending
        box = next((one for one in fields if here or _searches(one) or one.center == self._box), None)
        if box is not None and (self.app, name) not in self._searched:
            self._searched.add((self.app, name))
            self._box = box.center
            return Decision(typing(box, name, clear=True), thought=f"Is {name!r} to be found?")
        if box is not None and (one := _single(name, request)) != name and (self.app, one) not in self._searched:
            self._searched.add((self.app, one))
            return Decision(typing(box, one, clear=True), thought=f"One of them is called {one!r}.")
        if box is not None and (short := core(name)) != name and (self.app, short) not in self._searched:
            self._cut[name] = short
            self._searched.add((self.app, short))
            return Decision(typing(box, short, clear=True), thought=f"It may only be called {short!r}.")
        others = [one for one in seen.controls if one.role not in ("field", "back")]
        opener = next((one for one in others if _searches(one)), None)
        if opener is None and self.app not in self._explored:
            self._explored.add(self.app)
            around = next((one for one in others if words(one.label) in _AROUND), None)
            return Decision((Tap(*around.center),), thought="Perhaps it can be searched for there.") if around else None
        if opener is None or box is not None or (self.app, name) in self._searched or self.app in self._opened:
            return None
        self._opened.add(self.app)
        self._pending = True
        return Decision((Tap(*opener.center),), thought="There is a search.")

    def write(self, fields: Sequence[Control], request: Request) -> Decision | None:
        """The next of the words to be written, into the field for them, once."""
        found = self._placed(fields, [one for one in request.texts if one.text not in self._typed], request)
        if found is None:
            return None
        field_, one = found
        text = beside(one.text, one.side, field_.label)
        self._typed |= {one.text, text}
        self._filled.add(field_.center)
        return Decision(typing(field_, text, clear=anew(request)), thought=f"{text!r} belongs here.")

    def _placed(
        self, fields: Sequence[Control], open_: Sequence[Text], request: Request
    ) -> tuple[Control, Text] | None:
        """A field and what belongs there: what fits it best, else the only text that there is into the first."""
        free = [one for one in fields if one.center not in self._filled and not _private(one, request)]
        # From the top down: what is written further down scrolls the rest away.
        ranked = [(-fits(text, _hint(one)), at, n) for n, text in enumerate(open_) for at, one in enumerate(free)]
        ranked = [
            one for one in ranked if one[0] or (open_[one[2]].firm and not odd(open_[one[2]], _hint(free[one[1]])))
        ]
        if not ranked:
            return None
        score, at, n = min(ranked)
        firm = sum(one.firm for one in open_)
        if not score and ((firm > 1 and len(free) < firm) or (reaches(open_[n]) and len(fields) > 1)):
            return None
        return free[at], open_[n]

    def filled(self, control: Control) -> bool:
        """Whether something was written there."""
        return control.center in self._filled and control.label in self._typed

    def wrote(self, label: str) -> bool:
        """Whether just this was written somewhere."""
        return label in self._typed

    def open(self, request: Request) -> tuple[str, ...]:
        """The words to be written that are written nowhere yet."""
        return tuple(one for one in self.written(request) if one not in self._typed)

    def again(self, name: str) -> None:
        """The name is to be found in another place than where it was looked for."""
        self._searched = {one for one in self._searched if one[1] != name}

    def took(self, text: str) -> None:
        """The words turned out to be what there is: they are not written any more."""
        self._typed.add(text)

    def owed(self, request: Request) -> bool:
        """Whether something told to be written is not written yet."""
        return any(one.firm and one.text not in self._typed for one in request.texts)


def anew(request: Request) -> bool:
    """Whether what there is already gets other words: then nothing new is to be made for them."""
    return bool(_ANEW & request.imperatives)


def _private(control: Control, request: Request) -> bool:
    """Whether it takes an answer to somebody, where something is to be said below a thing for all to read."""
    return "comment" in request.imperatives and words(control.label)[:1] in (("reply",), ("message",), ("answer",))


def _hint(control: Control) -> str:
    return f"{control.label} {control.resource_id}".replace("_", " ")


def typing(control: Control, text: str, *, clear: bool = False) -> tuple[Action, ...]:
    """Words into a field, which is touched first if it is not ready for them."""
    typed = Type(text, clear=clear)
    return (typed,) if control.focused else (Tap(*control.center), typed)


def core(name: str) -> str:
    """The name as far as its capitals and numbers reach."""
    parts = name.split()
    size = next((at for at, one in enumerate(parts) if not (one[:1].isupper() or one[:1].isdigit())), len(parts))
    return " ".join(parts[:size]) or name


def _single(name: str, request: Request) -> str:
    """The name of one of them, where several were told: "three plum cakes"."""
    several = any(
        (many := numeral(request.said[at])).isdigit() and many != "1"
        for start, _ in request.places(name)
        for at in range(max(0, start - _BETWEEN), start)
        if all(map(telling, request.said[at + 1 : start]))
    )
    return name[:-1] if several and re.search(r"[^s]s$", name) else name


def _failed(text: str) -> bool:
    """Whether a text repeats what was searched for."""
    return any(mark in text for mark in "“\"'‘")


def is_called(text: str, name: str) -> bool:
    """Whether the text holds the name, or the name the text, word for word."""
    own, told = words(text), words(name)
    if not own or not told:
        return False
    return bool(spans(told, own)) or (len(content(text)) > 1 and len(own) * 2 > len(told) and bool(spans(own, told)))


def _searches(control: Control) -> bool:
    """Whether the control leads to a search."""
    if control.role == "field" and _KINDS.fullmatch(control.label):
        return True
    return bool(_SEARCH & set(words(control.label)[:1])) or "search" in control.resource_id
