"""Instructions that spell out the way: which clauses are steps on the screen, and what each one asks for. Pure.

A way begins at the first sentence, after the one that says what is wanted, that begins with going somewhere. Each of
its clauses is a verb and what it is done with; what that is on a screen is found by `aiming`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from adapters.agents.scripted.reader.language.lexicon import numeral
from adapters.agents.scripted.reader.language.words import TITLES, words

VERBS = frozenset((
    "accept", "activate", "add", "adjust", "agree", "allow", "answer", "apply", "archive", "ask", "assign", "attach",
    "begin", "book", "bookmark", "browse", "buy", "call", "cancel", "change", "check", "choose", "clear", "click",
    "close", "collapse", "comment", "compare", "compose", "confirm", "continue", "copy", "create", "crop", "deactivate",
    "decline", "decrease", "delete", "deny", "describe", "deselect", "dial", "disable", "dismiss", "download", "drag",
    "duplicate", "edit", "enable", "enter", "expand", "export", "favourite", "fill", "filter", "find", "finish",
    "follow", "forward", "get", "give", "go", "head", "hide", "hit", "hold", "import", "increase", "input", "insert",
    "invite", "join", "jump", "keep", "label", "launch", "leave", "let", "like", "look", "lower", "make", "mark",
    "move", "mute", "name", "narrow", "navigate", "open", "order", "pause", "pay", "pick", "pin", "place", "play",
    "post", "press", "preview", "proceed", "publish", "put", "raise", "rate", "read", "redeem", "refresh", "remove",
    "rename", "repeat", "reply", "report", "request", "reserve", "reset", "resume", "return", "review", "rotate",
    "save", "say", "schedule", "scroll", "search", "see", "select", "send", "set", "share", "show", "skip", "slide",
    "snooze", "sort", "specify", "star", "start", "stay", "step", "stop", "submit", "subscribe", "swap", "swipe",
    "switch", "tag", "take", "tap", "tell", "text", "tick", "toggle", "touch", "turn", "type", "unblock", "uncheck",
    "undo", "unfollow", "unlike", "unmute", "unpin", "unselect", "untick", "unsave", "update", "upload", "use", "view",
    "vote", "wait", "write", "zoom",
))  # fmt: skip
"""What people do on a screen."""
PLAIN = frozenset((
    "browse", "change", "check", "choose", "click", "enter", "expand", "find", "get", "give", "go", "head", "hit",
    "jump", "keep", "leave", "let", "look", "make", "move", "navigate", "open", "pick", "press", "put", "read", "see",
    "select", "set", "show", "slide", "step", "switch", "take", "tap", "tick", "toggle", "touch", "turn", "uncheck",
    "untick", "use", "view", "scroll", "launch", "start", "begin", "specify", "adjust", "input", "hold",
    "deselect", "unselect", "enable", "disable", "activate", "deactivate", "mark",
))  # fmt: skip
"""Verbs of touching and looking: they say nothing about what stands on the control."""
_LINK = r"(?:first(?: of all)?|then|finally|lastly|afterwards|after that|next|now|please|once there|there|here)"
_JOINT = re.compile(rf"(?:[,;]\s+(?:and\s+)?|\s+and\s+|\s+then\s+)(?:{_LINK},?\s+)*(?=([a-z]+)\b)")
_CHAIN = re.compile(r"(?:,|\s+and)?\s+then\s+(?:to\s+|into\s+)?(?=[A-Z]|the\b|its\b|your\b)|\s*[>→»]\s*")
_LEAD = re.compile(rf"^(?:and\s+)?(?:{_LINK},?\s+)+", re.IGNORECASE)
_NUMBERED = re.compile(r"(?:^|(?<=[.!?:;] ))\(?\d{1,2}[.)]\s+(?=[A-Z])")
_SENTENCE = re.compile(
    "".join(rf"(?<!\b{one}\.)" for one in TITLES)
    + r"(?:(?<=[.!?])\s+(?=[A-Z])|(?<=:)\s+(?=(?:First|Open|Go|Tap|Start)\b))"
)
_QUOTE = re.compile("[“\"‘]([^”\"’]+)[”\"’]|(?<!\\w)'([^']+)'(?!\\w)")  # fmt: skip
_MARKS = "“”\"‘’'"
_START = re.compile(
    rf"(?:to do (?:this|that|so|it),?\s+)?(?:{_LINK},?\s+)*"
    r"(?:open|launch|start(?! (?:an?|my|new|playing)\b)|go (?:to|into|back)"
    r"|tap|touch|press|click|head (?:to|over)|navigate to|switch to|swipe"
    r"|scroll)\b",
    re.IGNORECASE,
)
_ONWARD = re.compile(r"^(?:go|move|carry|press) on\b", re.I)
_BACK = re.compile(r"^(?:(?:go|step|come|get|move|navigate|head) back|return|(?:press|tap|hit) (?:the )?back\b)", re.I)
_HOME = re.compile(
    r"^(?:go|return|get|press|tap|hit)(?: back)?(?: to)?(?: the)? home (?:screen|button|key)$|^press home$", re.I
)
_TELL = re.compile(r"^(?:(?:tell|show|give|read) me|let me know|report back|read (?:out|off)|find out)\b", re.I)
_SCROLL = re.compile(r"^scroll\b", re.I)
_SWIPE = re.compile(r"^swipe (left|right|up|down)\b", re.I)
_SET = re.compile(
    r"^(?:set|change|switch|turn|put|adjust|increase|raise|lower|decrease|reduce)\s+(.+?)\s+(?:to|from .+? to)\s+(.+)$",
    re.I,
)
_CALL = re.compile(
    r"^(call|name|title|label|rename|caption|describe|entitle|tag)\s+(?:it|this|that|them|the [\w ]+?)\s+"
    r"(?:as |to |with )?(.+)$",
    re.I,
)
_WRITE = re.compile(
    r"^(?:write|type(?: in)?|enter|input|key in|fill in|insert|paste|put(?: in)?|say|add the (?:text|words|note))"
    r"\s+(.+)$",
    re.I,
)
_SEEK = re.compile(r"^(?:(?:search|look|browse) (?:[\w ]+? )?for|look up|find)\s+(.+)$", re.I)
_FILL = re.compile(r"^fill (?:in |out )?(.+?) with (.+)$", re.I)
_GIVE = re.compile(
    r"^(?:replace|change|set|update|edit|correct|give)\s+(.+?)\s+(?:with|to|into|by|the (?:name|title)|as)?\s*"
    r"[“\"‘]([^”\"’]+)[”\"’]$",
    re.I,
)
_PLACE = re.compile(r"\s+(?:(?:in|into|as|under)\s+)(?:the|its|your|my|a)\s+([\w ]+?)$", re.I)
_FIELDS = re.compile(r"^(?:the |its )?((?:[a-z]+ ){0,2}[a-z]+)\s+(?=[A-Z0-9“\"‘])")
_AFTER = ("behind", "after", "at the end of", "to the end of")
_BESIDE = re.compile(
    rf"^(?:the (?:year|words?|number|date) )?(.+?) ({'|'.join(_AFTER)}|before|in front of)"
    r" (?:the|its|their|this|that) (?:old )?(name|title)$",
    re.I,
)
"""A part of a name that is written beside the rest of it."""
_SAID = re.compile(r"^(?:the|it|a|my|this|that)\b", re.I)
_UNMARK = r"(?:take|clear|remove)\s+(?:it|the tick|the mark|the check ?mark)\s+(?:out of|off|from)"
_WANTS = (
    (re.compile(r"^(?:switch|turn|toggle|put)\s+(?:on|(.+?)\s+on)\b(?!\s+the\s+(?:page|screen))", re.I), True),
    (re.compile(r"^(?:switch|turn|toggle|put)\s+(?:off|(.+?)\s+off)\b", re.I), False),
    (re.compile(r"^(?:enable|activate)\b", re.I), True),
    (re.compile(r"^(?:disable|deactivate|untick|uncheck|deselect|unselect)\b", re.I), False),
    (re.compile(rf"^{_UNMARK}\b", re.I), False),
    (re.compile(r"^(?:take|leave)\s+(?:it\s+)?out\b", re.I), False),
    (re.compile(r"^tick\b", re.I), True),
)  # fmt: skip
_OPENING = re.compile(
    r"^(?:(?:long[- ](?:press|tap|touch)|(?:press|tap|touch) and hold|hold(?: down)?|double[- ](?:tap|click)|"
    rf"{_UNMARK}|let (?:it|the app)|"
    r"(?:go|move|switch|head|jump|navigate|get|scroll|look|step)(?: on| down| up| over| in| out| across)?"
    r"(?: to| into| at| through| with| for| in)?|continue(?: to| with| on)?|proceed(?: to| with)?|confirm with|"
    r"(?:switch|turn|toggle|put) (?:on|off)|(?:tap|press|click|hit|touch)(?: on| onto)?|mark"
    r"|sort(?: them| it)?(?: by)?)\b)",
    re.I,
)
_ON = re.compile(r"\s+(?:back )?(?:on|off)$", re.I)
_HOLD = re.compile(r"^(?:long[- ](?:press|tap|touch)|(?:press|tap|touch) and hold|hold(?: down)?)\b", re.I)
_DOUBLE = re.compile(r"^double[- ](?:tap|click)\b", re.I)
_ASIDE = re.compile(
    r"\s+(?:to (?:change|confirm|open|see|start|finish|send|save|edit) (?:it|this|that|them)|once more|once again|again"
    r"|further (?:down|up)|(?:right |just )?(?:there|here)|for me|below|above|if (?:asked|needed|necessary)"
    r"|in the (?:list|menu|dialog|sheet|pop-?up)|at the (?:bottom|end)(?: of the (?:page|screen))?)$",
    re.I,
)
_READS = re.compile(
    r",? (?:which|that)(?: now| currently)? (?:reads|says|shows) (.*)$|,? which is (.*)$",
    re.I,
)
_TIMES = re.compile(r",?\s+(twice|thrice|(\w+) (?:more )?times)$", re.I)
_UNTIL = re.compile(r",?\s+until\b.*?\b(\d+|one|two|three|four|five|six|seven|eight|nine|ten)\b.*$", re.I)
_PICK = re.compile(r"^(?:choose|pick|tick|select)\b", re.I)
_OPENS = re.compile(
    r"^(?:open|launch|start|go (?:to|into)|head (?:to|over to)|switch to|navigate to|enter)\s+",
    re.I,
)
_ARTICLE = re.compile(r"^(?:the|a|an|its|their|your|this|that|on)\s+(?=\S)")
_CALLED = {"describe": "description", "caption": "caption", "tag": "tag", "label": "label", "title": "title"}
_PRONOUNS = frozenset(("it", "that", "this", "them", "result", "that one", "it there", "first result", "match"))
_MOST = 6
"""Times that one touch is repeated at most."""
_LONG = 3
"""Clauses from which an instruction that says nothing else is a way."""


@dataclass(frozen=True, slots=True)
class Step:
    """One clause. `said` is all of it, `target` what is to be touched, `text` what is to be typed."""

    said: str
    target: str
    text: str = ""
    side: str = ""
    """Where the text goes beside what stands in the field already: `behind` or `before`."""
    clear: bool = False
    """Whether what is there already is to go."""
    search: bool = False
    back: bool = False
    home: bool = False
    tell: bool = False
    picks: bool = False
    """Whether one of several is chosen."""
    wants: bool | None = None
    """How a switch has to stand afterwards."""
    holds: bool = False
    """Whether it is held, not only touched."""
    shows: bool = False
    """Whether it only has to be brought into sight."""
    look: bool = False
    """Whether it is only for the eyes: what can't be touched needs no touch."""
    swipe: str = ""
    """The way that a finger moves."""
    times: int = 1
    until: str = ""
    """The number that has to stand beside what is touched."""
    slot: str = ""
    """What the target is a value of: of "set the size to M" the size."""
    opens: bool = False
    """Whether it may be an app that is opened."""
    reads: str = ""
    """What stands on the control now, if that is said."""

    @property
    def verb(self) -> str:
        """The first word of the clause."""
        return (*words(self.said), "")[0]


@lru_cache(maxsize=1 << 8)
def steps(instruction: str) -> tuple[Step, ...]:
    """The way that an instruction spells out; nothing if it only says what is wanted."""
    return tuple(_read(instruction)[1])


@lru_cache(maxsize=1 << 8)
def goal(instruction: str) -> str:
    """The instruction without its way."""
    return _read(instruction)[0]


def _read(instruction: str) -> tuple[str, list[Step]]:
    sentences = [one for one in _SENTENCE.split(_NUMBERED.sub("", instruction)) if one.strip()]
    start = next((at for at, one in enumerate(sentences) if at and _START.match(one)), 0)
    kept = [found[1] or found[2] for found in _QUOTE.finditer(instruction)]
    if not start:
        only = _clauses(sentences[0].rstrip(".!? "), kept) if sentences and _START.match(sentences[0]) else []
        if len(only) < _LONG or _SENTENCE.search(instruction):
            return instruction, []
    asked = " ".join(sentences[:start])
    quoted = [found[1] or found[2] for found in _QUOTE.finditer(asked)]
    found: list[Step] = []
    for sentence in sentences[start:]:
        for clause in _clauses(_LEAD.sub("", sentence.rstrip(".!?: ")), kept):
            for step in _repeated(_understand(clause, quoted)):
                named = next((name for one in reversed(found) if (name := _name(one))), "")
                meant = (step.opens or step.wants is not None) and step.target.casefold() in _PRONOUNS
                found.append(replace(step, target=named) if meant and named else step)
    return asked or instruction, found


def _name(step: Step) -> str:
    """The thing that the step names: what is searched for, or what begins with a capital letter."""
    if step.text:
        return step.text if step.search or not step.target else ""
    return step.target if step.target[:1].isupper() and not step.slot else ""


def _clauses(sentence: str, kept: list[str]) -> list[str]:
    """Split where a verb follows, but never within quotes or what was quoted elsewhere."""
    closed = [found.span() for found in _QUOTE.finditer(sentence)]
    for text in kept:
        at = sentence.find(text)
        while at >= 0:
            closed.append((at - 1, at + len(text)))
            at = sentence.find(text, at + 1)
    cuts = [
        one
        for one in _JOINT.finditer(sentence)
        if one[1] in VERBS
        and not any(a < one.start() < b for a, b in closed)
        and not (one[1] == "hold" and re.search(r"\b(?:press|tap|touch)$", sentence[: one.start()], re.I))
    ]
    starts, ends = [0, *(cut.end() for cut in cuts)], [*(cut.start() for cut in cuts), len(sentence)]
    clauses = [_LEAD.sub("", sentence[a:b].strip(" ,;")) for a, b in zip(starts, ends, strict=True)]
    return [piece for one in clauses if one for piece in _chained(one)]


def _chained(clause: str) -> list[str]:
    """Of "go to Account, then Orders" or "open Account > Orders" each place."""
    if _QUOTE.search(clause) or not _OPENS.match(clause):
        return [clause]
    first, *others = [one for one in _CHAIN.split(clause) if one.strip()]
    return [first, *(f"go to {one.strip()}" for one in others)]


def _repeated(made: list[Step]) -> list[Step]:
    return [one for step in made for one in [replace(step, times=1)] * step.times]


def _understand(clause: str, quoted: list[str]) -> list[Step]:
    clause = _ONWARD.sub("continue", clause)
    if _HOME.match(clause):
        return [Step(clause, "", home=True)]
    if (found := _BACK.match(clause)) is not None:
        return [Step(clause, _bare(re.sub(r"^\s*to\s+", "", clause[found.end() :])), back=True)]
    if (found := _TELL.match(clause)) is not None:
        return [Step(clause, clause[found.end() :].strip(), tell=True)]
    if (found := _SWIPE.match(clause)) is not None:
        return [Step(clause, _bare(clause[found.end() :]), swipe=found[1].lower())]
    for pattern, wants in _WANTS:
        if pattern.match(clause):
            reads = _READS.search(clause)
            return [
                Step(
                    clause,
                    _bare(_ON.sub("", _bare(_core(clause)))),
                    wants=wants,
                    picks=clause.startswith("tick"),
                    reads=(reads[1] or reads[2]).strip(_MARKS) if reads is not None else "",
                )
            ]
    if (call := _CALL.match(clause)) is not None and (_marked(call[2]) or not _SAID.match(call[2])):
        field = _CALLED.get(call[1].casefold(), "name")
        return [Step(clause, field, call[2].strip(_MARKS), clear=True)]
    if (given := _GIVE.match(clause)) is not None:
        field = "name" if re.match(r"^(?:give|set|change)\s+(?:it|this|them)\b", clause, re.I) else _bare(given[1])
        return [Step(clause, field, given[2], clear=True)]
    if (filled := _FILL.match(clause)) is not None:
        return [Step(clause, _bare(filled[1]), filled[2].strip(_MARKS))]
    if (pair := _SET.match(clause)) is not None and not _marked(clause):
        value = _bare(pair[2])
        if value.casefold() in ("on", "off"):
            return [Step(clause, _bare(pair[1]), wants=value.casefold() == "on")]
        return [Step(clause, _bare(pair[1])), Step(clause, value, picks=True, slot=_bare(pair[1]))]
    if (seek := _SEEK.match(clause)) is not None and not re.match(r"(?:it|them)\b", seek[1]):
        return [Step(clause, "", _text(seek[1]), search=True)]
    if (typed := _WRITE.match(clause)) is not None:
        return [_written(clause, typed[1], quoted)]
    return [_touch(clause)]


def _written(clause: str, rest: str, quoted: list[str]) -> Step:
    """What is typed and, if it is said, where."""
    if (joins := _BESIDE.match(rest)) is not None:
        return Step(clause, joins[3], joins[1].strip(_MARKS), "behind" if joins[2].casefold() in _AFTER else "before")
    marked = _QUOTE.search(rest)
    if marked is not None:
        around = f"{rest[: marked.start()]} {rest[marked.end() :]}".strip()
        return Step(clause, _bare(re.sub(r"^(?:in|into|as|for|to|under|on|at)\s+", "", around)), marked[1] or marked[2])
    whole = next((one for one in quoted if rest.casefold().startswith(one.casefold())), "")
    place = _PLACE.search(rest, len(whole))
    text, where = (rest[: place.start()], place[1]) if place is not None else (rest, "")
    if not where and (named := _FIELDS.match(rest)) is not None and rest.casefold().startswith(("the ", "its ")):
        return Step(clause, named[1], rest[named.end() :])
    if _SAID.match(text) and quoted:
        return Step(clause, where or _bare(text), quoted[0])
    return Step(clause, where, text)


def _touch(clause: str) -> Step:
    times, until = 1, ""
    if (found := _TIMES.search(clause)) is not None:
        many = numeral(found[2]) if found[2] else {"twice": "2", "thrice": "3"}[found[1].casefold()]
        times, clause = (min(int(many), _MOST) if many.isdigit() else 1), clause[: found.start()]
    if (found := _UNTIL.search(clause)) is not None:
        until, clause = numeral(found[1].casefold()), clause[: found.start()]
    times = 2 if _DOUBLE.match(clause) else times
    held, opens = _HOLD.match(clause) is not None, _OPENS.match(clause) is not None
    look = re.match(r"^(?:look at|see|check|read|wait|make sure|stay|scroll)\b", clause, re.I) is not None
    return Step(
        clause,
        _bare(_core(clause)),
        picks=_PICK.match(clause) is not None,
        holds=held,
        shows=clause.casefold().startswith("scroll"),
        look=look,
        times=times,
        until=until,
        opens=opens,
        reads=(reads[1] or reads[2]).strip(_MARKS) if (reads := _READS.search(clause)) is not None else "",
    )


def _core(clause: str) -> str:
    """The clause without its verb."""
    found = _OPENING.match(clause)
    if found is None and (verb := re.match(r"\w+", clause)) is not None and verb[0].casefold() in VERBS:
        found = verb
    return clause[found.end() :].strip() if found is not None else clause


def _bare(text: str) -> str:
    """Without what is said by the way, and the article."""
    before = ""
    text = _READS.sub("", text.strip())
    while before != text:
        before, text = text, _ASIDE.sub("", f" {text}").strip()
        text = _ARTICLE.sub("", text)
    return text.strip(_MARKS) if _marked(text) and text[:1] in _MARKS and text[-1:] in _MARKS else text


def _marked(text: str) -> bool:
    return _QUOTE.search(text) is not None


def _text(told: str) -> str:
    """What is searched for: what stands in quotes, or all of it."""
    marked = _QUOTE.search(told)
    return (marked[1] or marked[2]) if marked is not None else told.strip(_MARKS)
