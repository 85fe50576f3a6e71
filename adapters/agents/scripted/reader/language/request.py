"""What the reader was told, taken apart by grammar that English instructions share. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from adapters.agents.scripted.reader.language.courtesy import plain
from adapters.agents.scripted.reader.language.idioms import in_short
from adapters.agents.scripted.reader.language.phrases import GIVING, HANDING, PREPOSITIONS, Phrase, cut
from adapters.agents.scripted.reader.language.texts import Text, texts
from adapters.agents.scripted.reader.language.words import (
    TITLES,
    Span,
    content,
    deeds_of,
    spans,
    stem,
    telling,
    words,
)

_ASKS = re.compile(
    r"\b(?:(?:tell|let|show) me|what|when|where|who|whose|which|how \w+|find out|look\b[^.]*\bup|check)\b", re.I
)
_KEPT = re.compile(
    '^(?:put|add) (?:the|my) [^“”"]*[“"][^“”"]+[”"] (?:in|into|to|on) '
    r"|^(?:put|add) (?:the|this|that) [^“”\"]+? (?:in|into|to|on) (?:my|the) (?:\w+ )?"
    r"(?:playlist|list|collection|reading list|watchlist)\b",
    re.IGNORECASE,
)
"""What there is already is put somewhere."""
_FILLED = re.compile(
    r"^(?:put|add|place)\b[^.]*?\b(?:to|into|in) (?:the |my )?(?:\w+ )?(?:basket|cart|bag|trolley|tray)\b",
    re.IGNORECASE,
)
"""A thing is put into a basket, which is how shops are bought in."""
_LET_KNOW = re.compile(r"\blet (?!me\b)[^.,]+ know\b", re.IGNORECASE)
_SAID = re.compile(r"(?:^|[,;.] |\band )(?:ask|say)\b[^.“”\"]*[“\"]", re.IGNORECASE)
"""Words in quotes that are written to somebody."""
_OFF = re.compile(r"\b(?:turn|switch)\b[^.,]*\boff\b|\b(?:disable|deactivate|unmute)\b", re.IGNORECASE)
_FIRST = re.compile(
    r"\b(?:latest|newest|most recent|at the top|(?:the|my) (?:last|first)"
    r"|(?:saved|added|posted|sent|bought|took) last)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile('[“"‘]([^”"’]{2,})[”"’]')
_SENTENCE = re.compile("".join(rf"(?<!\b{one})" for one in TITLES) + r"[.;!?](?:\s+|$)|\n")
_CLAUSE = re.compile(r"[,:]\s+|\b(?:and|then|please)\b", re.IGNORECASE)
_FOR_ME = frozenset(("tell", "text", "write", "send", "notify", "message"))
"""Verbs that with "me" ask for words, not for a deed."""
_ALERTING = frozenset(("notify", "alert", "warn"))
"""Verbs that with "me" are what is set: apps have alerts and notifications."""
_COMPOSES = frozenset(("write", "text"))
_SHEETS = frozenset(("note", "list", "memo", "entry", "document", "draft", "task", "reminder"))
"""What is written without anybody to send it to."""
_CAUSES = frozenset(("have", "help"))
"""Verbs after which somebody, and then the deed, is named."""
_BROUGHT = frozenset(("delivered", "shipped", "brought"))
"""What who has something ordered has done with it."""
_LIGHT = frozenset(("get", "put", "make", "ask", "request"))
"""Verbs that say little; the noun after them says what is to be done."""
_APP = re.compile(r"(?<![Tt]urn )(?<![Ss]witch )\b(?:on|in|from|of|let|have) (?:the |my )?[A-Z][a-z]+\b(?! \d)")
_DAY = r"(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b)"
_IN_APP = re.compile(rf"\b(?:on|in|from) {_DAY}[A-Z][a-z]+(?=[.,]| (?:and|with|to|for|at|from|called|of|that)\b)")
_MAKES = re.compile(
    r"\b(?:make|create|start|add|begin|set up|write) (?:an?|another) (?:[a-z0-9-]+ ){0,3}?([a-z]+)"
    r" (?:(?:called|named|titled) (?:[“\"‘]|[A-Z])|[“\"‘])",
    re.IGNORECASE,
)
_GOODS = frozenset(("basket", "cart", "bag", "trolley", "tray", "order"))
_FILLING = frozenset(("put", "add", "place", "throw"))
_PLAIN = frozenset(("make", "show", "set"))
"""Verbs that say nothing about a thing, but what labels of commands begin with."""
_TOUCHES = frozenset(("tap", "press", "click", "touch", "hit"))
_UNITS = frozenset(("minute", "hour", "day", "week", "month"))
_DEVICE = frozenset((
    "phone", "airplane", "flight", "wifi", "fi", "bluetooth", "hotspot", "brightness", "battery", "screen", "display",
    "volume", "sound", "ringtone", "vibration", "disturb", "mode", "storage", "dark", "notification", "quiet",
))  # fmt: skip
_STOCK = {
    "clock": frozenset(("alarm", "timer", "stopwatch", "wake", "bedtime", "snooze")),
    "files": frozenset(("file", "folder", "downloads", "document", "pdf")),
    "contacts": frozenset(("contact",)),
    "calendar": frozenset(("calendar", "appointment", "event")),
    "messages": frozenset(("sms", "text")),
    "camera": frozenset(("selfie",)),
    "gallery": frozenset(("photo", "picture", "album", "screenshot")),
}
"""What every phone has an app of that plain name for."""
_SETS = frozenset((
    "turn", "switch", "set", "change", "enable", "disable", "have", "use", "choose", "activate",
    "let", "hide", "sort", "show",
))  # fmt: skip
"""Verbs by which people say how something is to be from now on."""
_TOGGLES = frozenset(("turn", "switch", "enable", "disable", "activate", "deactivate"))
"""Those of them that say nothing but on or off: where no app is named, it is the phone's matter."""
_PREFERENCE = re.compile(
    r"\bmy (?:usual|default|preferred|regular|favou?rite|standard)\b|\b(?:the|as|by) default\b"
    r"|\bmy (?:[A-Z]\w+ )?(?:account|profile)\b|\bfrom now on\b|\balways\b|^(?:send|notify) me\b"
    r"|(?:\bam|['’]m) allergic\b|\bcan(?:no|['’])t (?:eat|have)\b|\bautomatically\b|^make\b[^.,]*\bmy\b"
    r"|^let (?:only|nobody|no one|everyone|everybody)\b"
    r"|^let the \w+ (?!of\b)\w+ (?:on|at|from|with|after)\b|^(?:my|the|all) [\w ]+ should\b",
    re.IGNORECASE,
)
_HAVE_IT = re.compile(r"^have it (?!\w*ed\b|(?:sent|put|brought|made|done|cut|set)\b)[a-z]", re.IGNORECASE)
"""What an app should do from now on, which nobody does now."""
_CALLS = frozenset(("call", "ring", "dial", "phone"))
_NAMING = re.compile(r"\bcall (?:it|them|this|that)\b", re.IGNORECASE)
"""What is given a name, not rung up."""
_OF_PEOPLE = re.compile(
    r"\b(?:(?:phone|mobile) number|birthday|mail address) of\b"
    r"|[A-Z]\w+['’]s (?:phone|birthday|company|surname|nickname|address)\b",
    re.IGNORECASE,
)
_QUALITY = re.compile(
    r",\s+(?:but\s+|and\s+)?(?:in|at|with|without|for|to|as|on|under|due|every|no|between|leaving|left|using"
    r"|deliver\w*|sent|colou?r|size|from|by|pay)\b",
    re.IGNORECASE,
)
_NAME_ENDS = (
    "too|also|now|please|today|tonight|tomorrow|every|each"
    r"|on|in|from|with|at|to|for|as|of|by|and|but|that|so|is|are|then|under|again|when|out|via|into|wrote|get|gets|how"
    r"|has|have|had|do|does|did|was|were|will|can|begins?|starts?|ends?|costs?|rings?|leaves?|says?|takes?|closes?"
    r"|opens?|goes|comes?|lasts?|plays?|gives?|shows?|knows?|lists?|me|according"
    r"|remind\w*|about|my|your|our|his|her|their|between|instead|because|until|without|while|if"
)
_NAME = re.compile(
    rf"(?<![.!?] )(?<!^)\b(?:(?:{'|'.join(TITLES)})\. )?"
    r"(?:(?!I\b)[A-Z][\w'’-]*|\w+(?:\.\w+)+|[\u3040-\u9fff\uac00-\ud7af]+)"
    rf"(?: (?:& )?(?!(?:{_NAME_ENDS})\b)[\w.’'-]+)*"
)
"""A word with a capital that begins no sentence, or an identifier, and what follows it as far as the name may reach."""
_GIVES = re.compile(rf"\b(?:{'|'.join(sorted(GIVING))})\s+$", re.IGNORECASE)
_GIVEN = re.compile(r"\s(?:the|a|an|this|that)\s.*")
"""What stands before the first of two objects, and where the second begins."""
_BEGINS = frozenset(("new", "add", "create", "compose"))
_COMMAND = 4
"""Words of the longest label that is still a command ("Mute this chat now")."""
_BAR = "|"
"""Stands between what was said at different times, so that no label is read across the gap."""


@dataclass(frozen=True, slots=True)
class Request:
    """An instruction and the replies that came after it, as words with their places.

    `verbs` are the places of imperatives ("Order a burger": the deed, not the thing) and of labels to be tapped ("tap
    Place order": word for word or not at all); `deeds` are what the imperatives stand for.
    """

    said: tuple[str, ...]
    verbs: frozenset[int]
    deeds: frozenset[str]
    quoted: tuple[str, ...]
    informational: bool
    """Whether an answer is wanted rather than a deed."""
    off: bool
    latest: bool
    objects: tuple[str, ...]
    """What was told by name: in quotes, with a capital, or as an identifier."""
    specific: bool
    """Whether qualities were told beside the thing itself; then all that matter were told."""
    kind: str
    """The name of the stock app for matters of this kind, or nothing."""
    preference: bool
    """Whether it is about how an app is to behave from now on; apps keep that among their settings."""
    device: bool
    """Whether it is about the phone itself; every Android phone has an app for that."""
    makes: str = ""
    """The kind of the new thing that is to be made, in its stem, if it was said: the list in "a new list called X"."""
    placed: bool = False
    """Whether it may say in which app it is to be done."""
    imperatives: frozenset[str] = frozenset()
    """The verbs of what is to be done, as they were said."""
    phrases: tuple[Phrase, ...] = ()
    """The parts of what was told; replies are none."""
    texts: tuple[Text, ...] = ()
    """What is to be written."""

    @property
    def hands(self) -> bool:
        """Whether a thing that there is already is handed on to somebody."""
        return bool(HANDING & self.imperatives)

    def places(self, label: str) -> list[Span]:
        """Where the label was told, word for word."""
        return spans(words(label), self.said)

    def names(self, label: str) -> bool:
        """Whether the label was told, word for word."""
        return bool(self.places(label))

    def nouns(self, placed: Collection[int]) -> frozenset[str]:
        """Stems of the things told, without those at places already dealt with."""
        return frozenset(stem(self.said[at]) for at in range(len(self.said)) if self._thing(at, placed))

    def heads(self, placed: Collection[int]) -> frozenset[str]:
        """The nouns that are not mere modifiers: of "burger order" it is the order; modifiers are never plural."""
        return frozenset(
            stem(self.said[at])
            for at in range(len(self.said))
            if self._thing(at, placed)
            and (stem(self.said[at]) != self.said[at] or at + 1 == len(self.said) or not telling(self.said[at + 1]))
        )

    @property
    def things(self) -> frozenset[str]:
        """The words told that are no imperatives: "the text size" is no text to send."""
        return frozenset(word for at, word in enumerate(self.said) if at not in self.verbs)

    def _thing(self, at: int, placed: Collection[int]) -> bool:
        return at not in self.verbs and at not in placed and telling(self.said[at]) and self.said[at] != _BAR

    def acts(self, label: str) -> bool:
        """Whether the label is a command for what is to be done, in its words or in others: `Add star` stars.

        What is as long as a headline is no command.
        """
        own = words(label)
        if not 0 < len(own) <= _COMMAND:
            return False
        return (
            (
                own[0] == "add"
                and any(own[-1].startswith(verb) for verb in self.imperatives - self.known if len(verb) > 2)
            )
            or bool(deeds_of(own[0]) & self.deeds)
            or own[0] in self.imperatives
            or bool(len(own) < _COMMAND and own[-1] in self.imperatives - self.known)
        )

    @property
    def setting(self) -> bool:
        """Whether it says how something is to be from now on, rather than what is to be done."""
        if self.informational or self.quoted or self.deeds & {"buy", "send", "refund"}:
            return False
        return self.said[:1] != () and self.said[0] in _SETS

    @property
    def puts(self) -> bool:
        """Whether what there is already is put somewhere that is no basket."""
        aims = [one for one in self.phrases if one.prep in ("to", "into") and one.verb in ("add", "put")]
        return any(not _GOODS & set(self.said[one.start : one.end]) for one in aims)

    @property
    def fills(self) -> bool:
        """Whether something is only put into a basket."""
        if not self.deeds <= {"buy", "make", "post"} or not self.imperatives <= _FILLING:
            return False
        aims = [one for one in self.phrases if one.prep in ("to", "into", "in") and one.verb in _FILLING]
        return any(_GOODS & set(self.said[one.start : one.end]) for one in aims)

    @property
    def toggles(self) -> bool:
        """Whether something is turned on or off."""
        return self.said[0] in _TOGGLES and not self.quoted

    @property
    def known(self) -> frozenset[str]:
        """The imperatives that have synonyms."""
        return frozenset(word for word in self.imperatives if deeds_of(word))

    def manages(self, label: str, placed: Collection[int]) -> bool:
        """Whether the label begins something new that was asked for by its name, or is a bare command."""
        own = words(label)
        named = own[-1] in self.imperatives or bool(content(label) & self.nouns(placed))
        # `Add to` puts what there is somewhere.
        return len(own) == 1 or own[0] not in _BEGINS or "to" in own or named

    def begins(self, label: str) -> bool:
        """Whether the label begins something new, whatever it is."""
        own = words(label)
        return (
            0 < len(own) <= _COMMAND and own[0] in _BEGINS and "to" not in own and bool({"make", "keep"} & self.deeds)
        )

    def loose(self, placed: Collection[int]) -> tuple[str, ...]:
        """The telling words not dealt with yet, imperatives among them."""
        return tuple(word for at, word in enumerate(self.said) if at not in placed and telling(word) and word != _BAR)

    def quantities(self, placed: Collection[int]) -> bool:
        """Whether a span of time ("2 hours") was told and is not yet chosen anywhere."""
        return any(
            number.isdigit() and stem(unit) in _UNITS and at not in placed
            for at, (number, unit) in enumerate(zip(self.said, self.said[1:], strict=False))
        )


def is_stock(word: str, kind: str) -> bool:
    """Whether the word names what the stock app of that kind holds."""
    return bool({word, stem(word)} & _STOCK.get(kind, frozenset()))


def understand(instruction: str, replies: Sequence[str] = ()) -> Request:
    """Take an instruction and what the user added to it apart."""
    said: list[str] = []
    verbs: set[int] = set()
    deeds: set[str] = set()
    instruction = in_short(plain(instruction))
    parts: list[Phrase] = []
    imperatives: set[str] = set()
    for sentence in filter(None, _SENTENCE.split(instruction)):
        own = words(sentence)
        orders: set[int] = set()
        starts = {0, *(len(words(sentence[: found.end()])) for found in _CLAUSE.finditer(sentence))}
        for start, end in pairwise(sorted({*starts, len(own)})):
            if own[start] == "so" and start + 1 < end:
                start += 1
            meant = _meant(own, start)
            if meant or (start == 0 and own[0] not in PREPOSITIONS) or own[start] in _CAUSES:
                orders.add(start)
            if (meant or start == 0) and (telling(own[start]) or own[start] in _PLAIN):
                imperatives.add(own[start])
            if own[start] in _TOUCHES:
                verbs.update(range(len(said) + start, len(said) + end))
            elif (meant or start == 0) and not (own[start] in _ALERTING and own[start + 1 : start + 2] == ("me",)):
                verbs.add(len(said) + start)
            # Of what is edited a reminder is a part.
            part = own[start] == "remind" and "edit" in imperatives
            if meant and not part and not (own[start] in _FOR_ME and own[start + 1 : start + 2] == ("me",)):
                deeds.update(meant)
            if own[start] in _CAUSES:
                deeds.update(*map(deeds_of, own[start:end]))
                deeds.update({"buy"} if _BROUGHT & set(own[start:end]) else ())
            if own[start] in _LIGHT:
                nouns = {"refund", "copy"} & set(own[start:end])
                nouns |= {"refund"} if {"money", "back"} <= set(own[start:end]) else set()
                deeds = deeds - meant | nouns if nouns else deeds
                imperatives -= {own[start]} if nouns else set()
        parts.extend(cut(sentence, len(said), starts, orders))
        said.extend((*own, _BAR))
    deeds = _idiomatic(instruction, deeds)
    names = _objects(instruction, ())
    # The last words of "Green tea timer" are no name, those of "Pier Picture House" are.
    called = {word for name in names if len(_capitals(name)) > 1 for word in words(" ".join(_capitals(name)))}
    plainly = {word for word in said if word not in called}
    things = {stem(word) for at, word in enumerate(said) if at not in verbs}
    for reply in replies:
        said.extend((*words(reply), _BAR))
    return Request(
        said=tuple(said),
        verbs=frozenset(verbs),
        deeds=frozenset(deeds),
        quoted=tuple(_QUOTED.findall(instruction)),
        informational=_ASKS.search(instruction) is not None and not deeds,
        off=_OFF.search(instruction) is not None,
        latest=_FIRST.search(instruction) is not None,
        objects=_objects(instruction, replies),
        specific=_QUALITY.search(_QUOTED.sub("", instruction)) is not None,
        kind="contacts"
        if (imperatives & _CALLS and _NAMING.search(instruction) is None) or _OF_PEOPLE.search(instruction)
        else next((app for app, known in _STOCK.items() if {*plainly, *map(stem, plainly)} & known), ""),
        preference=bool(_PREFERENCE.search(_QUOTED.sub("", instruction)) or _HAVE_IT.match(instruction)),
        device=(bool(things & _DEVICE) or said[0] in _TOGGLES) and _APP.search(instruction) is None,
        makes=_made(instruction),
        placed=_IN_APP.search(_QUOTED.sub("", instruction)) is not None,
        imperatives=frozenset(imperatives),
        phrases=tuple(parts),
        texts=texts(instruction, deeds),
    )


def _meant(own: Sequence[str], start: int) -> frozenset[str]:
    """The deeds that the verb stands for; a note that is written is sent to nobody."""
    if own[start] in _COMPOSES and _SHEETS & set(own[start + 1 : start + 5]):
        return frozenset(("make",))
    return deeds_of(own[start])


def _idiomatic(instruction: str, deeds: set[str]) -> set[str]:
    """The deeds, with those that are said in several words."""
    if _HAVE_IT.match(instruction):
        return set()
    if _KEPT.search(instruction):
        deeds = deeds - {"make", "post"} | {"keep"}
    if _FILLED.search(_QUOTED.sub("", instruction)):
        deeds = deeds - {"make", "post"} | {"buy"}
    # Who orders something asks the shop, on the way.
    if _LET_KNOW.search(instruction) or (_SAID.search(instruction) and "buy" not in deeds):
        deeds = deeds | {"send"}
    return deeds


def _made(instruction: str) -> str:
    """The kind of the new thing with a name that is to be made, in its stem."""
    made = _MAKES.search(instruction)
    return stem(made[1].casefold()) if made is not None else ""


def _capitals(name: str) -> list[str]:
    return [word for word in name.split() if word[:1].isupper()]


def _objects(instruction: str, replies: Sequence[str]) -> tuple[str, ...]:
    """The names told, those in quotes first."""
    rest = _QUOTED.sub("", instruction)
    found = _QUOTED.findall(instruction)
    for one in _NAME.finditer(rest):
        name = _GIVEN.sub("", one[0]) if _GIVES.search(rest[: one.start()]) else one[0]
        found.append(name.rstrip(".,;!?"))
    for reply in replies:
        own = reply.strip(".,;!? ")
        whole = own[:1].isupper() or "." in own
        found.extend([own] if whole else [name.rstrip(".,;!?") for name in _NAME.findall(reply)])
    return tuple(dict.fromkeys(re.sub(r"['’]s\b.*$", "", name).strip() for name in found))
