"""The demands of an instruction: what is asked for in it one thing after the other, each in words of its own. Pure.

"Mute the choir and archive the letter" are two deeds, each done as if it had been asked for alone. "Order a burger and
pay by card" is one: the second half says how. What makes the difference is grammar: verbs that say more about what
is being made or bought, and pronouns for a thing that is not finished yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from adapters.agents.scripted.reader.language.courtesy import plain
from adapters.agents.scripted.reader.language.idioms import in_short
from adapters.agents.scripted.reader.language.request import Request, understand
from adapters.agents.scripted.reader.language.words import TITLES, deeds_of, words

_QUOTE = re.compile('[“"‘][^”"’]*[”"’]')
_VERBS = frozenset((
    "turn", "switch", "enable", "disable", "activate", "deactivate", "mute", "unmute", "star", "unstar", "rename",
    "sort", "hide", "show", "change", "move", "copy", "let", "have", "make", "set", "use", "write", "call", "put",
    "delete", "remove", "empty", "mark", "unpin", "unarchive", "don't", "increase", "decrease", "raise", "lower",
    "dim", "invite", "reset", "stop", "pause", "resume", "tag", "label", "edit", "merge", "duplicate", "sign",
    "download", "print", "sync", "lock", "unlock", "allow", "keep", "filter", "group", "play", "queue", "rate",
    "review", "pay", "leave", "choose", "pick", "select", "name", "title", "repeat", "deliver", "apply",
    "include", "attach", "take", "open", "find", "go", "look", "ask", "say", "check", "cancel", "ring",
))  # fmt: skip
"""Verbs that begin a demand, beside those that stand for a deed."""
_ADDING = frozenset((
    "pay", "deliver", "use", "choose", "pick", "select", "leave", "collect", "apply", "repeat", "remind", "invite",
    "include", "name", "title", "label", "attach", "call", "tag", "allow", "ship", "schedule", "cc", "ask", "say",
    "take", "find",
))  # fmt: skip
"""Verbs that say how what is being made or bought is to be."""
_SHAPING = frozenset(("have", "let", "make", "set", "put", "give", "add", "keep", "get", "send", "mark", "start"))
"""Verbs that do so with a pronoun for it."""
_OWN = frozenset(
    ("let", "set", "turn", "switch", "have", "make", "change", "put", "don't", "the", "my", "show", "hide")
)
"""First words of a clause that has a subject of its own, after one that says what something should do."""
_LOOKING = frozenset(("open", "find", "go", "look", "check", "search", "see", "select", "pick"))
"""Verbs that only lead to what the next deed is done to."""
_ANSWERED = re.compile(r"(?:tell|show|give) me\b|let me (?:know|hear)\b|say\b(?! [“\"‘])", re.IGNORECASE)
_PEOPLE = frozenset(("him", "her", "them", "it"))
_FORMS = frozenset(("buy", "make", "post", "send", "answer"))
"""Deeds that are done with one button, after all that belongs to them is filled in."""
_HANDS = frozenset(("share", "forward", "send", "pass"))
_SAYING = frozenset((
    "ask", "say", "saying", "write", "with", "to", "message", "text", "tell", "them", "him", "her", "note", "words",
))  # fmt: skip
"""Words before what is to be written, which no later pronoun stands for."""
_PRONOUN = re.compile(
    r"\b(?:it|them|him|her|its|these|those(?! (?:I|who|that|of|which|we|you)\b))\b(?! \w+['’]s)"
    r"|\b(?:this|that)(?= (?:to|in|on|for|as)\b|[.,]|$)"
)
_POINTED = re.compile(r"\b(?:that|this|the same)(?= [a-z]+)|\bthere$", re.IGNORECASE)
_BREAK = re.compile(
    r"(?P<stop>[.;!]\s+)(?:(?:and|but)\s+)?(?:then\s+)?|,\s+(?:(?:and|but|then|so)\s+)?(?:then\s+|also\s+|besides,?\s+)?"
    r"|\s+(?:and|but)\s+(?:then\s+|also\s+)?|\s+then\s+",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"(?P<thing>(?!(?:I|It|There|This|That|We|You|He|She|They|What|On|In)\b)"
    r"(?:[Tt]he |[Mm]y |[Oo]ur |(?=[A-Z]))[^,;:.!?“\"]{2,60}?)"
    r" (?:is|are|was|were|has|have|had|should|needs?|deserves?|will|can(?:not|['’]t)?|looks?|sounds?|seems?)\b"
)
"""What a sentence that asks for nothing is about."""
_THERE_IN = re.compile(r"\b(?:on|in) (?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)[A-Z]\w+")
_COLON = re.compile(r"[^:.!?]{3,40}:\s+")
_WORD = re.compile(r"[^\W\d_]+(?:['’]t)?")
_EVER = re.compile(r"^(?:always|also|just|please|kindly)\s+", re.IGNORECASE)
"""What may stand before the verb of a demand."""
_TALK = re.compile(
    r"\b(?:our|the|his|her|their) (chat|conversation)\b(?! (?:with|about|of|called|named|“))", re.IGNORECASE
)
"""What one has with somebody who was just named."""
_WITH = re.compile(r"\b(?:with|by) ((?:Dr\. )?[A-Z][\w.-]+(?: [A-Z]\w+)*)|\b([A-Z][\w.-]+(?: [A-Z]\w+)*)['’]s\b")
_SETS = re.compile(r"set (?:the|my|its) ", re.IGNORECASE)
_SHOULD = re.compile(r"(?:the|my|all) [\w ’'-]{1,30}? should\b", re.IGNORECASE)
_PAIRED = re.compile(
    r"(?P<verb>(?:turn|switch) (?:on|off)|enable|disable|activate|deactivate) (?P<all>[^.,;]+(?:, [^.,;]+)*)",
    re.IGNORECASE,
)
_PAIRED_BEHIND = re.compile(r"(?P<verb>turn|switch) (?P<all>[^.;]+?) (?P<way>on|off)", re.IGNORECASE)
_TWO = re.compile(
    r"^(?P<verb>\w+)\s+(?P<one>{0})\s+and\s+(?P<two>{0})(?P<rest>\s+(?:to|on|in|from|into|as|at|off|up)\b.*)?$".format(
        r"(?:[“\"][^”\"]+[”\"]|(?:the |my )?[A-Z][\w'’.-]*(?: [A-Z][\w'’.-]*)*|\w+(?:[._]\w+)+)"
    )
)
_UPON = re.compile(
    r"^(?:comment|reply|answer|write|post|say)\b[^“\"]*[“\"][^”\"]+[”\"] (?:on|to|under|below|beneath) "
    r"(?P<thing>(?:the|my|\S+['’]s) [^.,;]+?)(?= (?:on|in) [A-Z]|[.,;]|$)",
    re.IGNORECASE,
)
"""What stands behind what was written about it."""
_WHERE = re.compile(r" (?:in|on) [A-Z]\w+(?: [A-Z]\w+)?$")
"""The app, behind all that is to be done in it."""
_AND = re.compile(r"\s*,\s+(?:and\s+)?|\s+and\s+")
_FIELD = 3
"""Words at most from `with` to what is written."""
_BETWEEN = frozenset(("in", "on", "for", "to", "from", "at", "when", "while", "until", "with", "of", "by"))
_LONGEST = 5
_MOST = 6


def demands(instruction: str) -> tuple[tuple[str, bool], ...]:
    """What is asked for, in order, and whether it is about what the part before was about; one part if that is all."""
    text = in_short(plain(instruction)).strip()
    hidden = _QUOTE.sub(lambda quote: "_" * len(quote[0]), text)
    colon = _COLON.match(hidden)
    if colon is not None and is_order(text[colon.end() :]):
        # "Save power: turn off ..." says first what it is good for.
        text = _about(colon[0], text[colon.end() :])
    found: list[tuple[str, bool]] = []
    topic = ""
    for clause in _clauses(text):
        before, same = found[-1] if found else ("", False)
        subject = _SHOULD.match(before)
        why = bool(before) and not is_order(before) and subject is None
        if why and len(found) == 1 and is_order(clause) and (told := _about(before, clause)) != clause:
            # "My coat is at Ann's, so tell her that it is mine" asks for nothing in its first part.
            found[-1] = (told, False)
            continue
        # "I am hungry." only says why, "On the Pier app," where.
        if why or (before and (not is_order(clause) or _belongs(before, clause))):
            found[-1] = (_joined(before, clause), same)
        elif subject is not None and _verb(clause) not in _OWN:
            found.append((f"{subject[0]} {clause}", False))
        else:
            topic = topic if same and topic else antecedent(before) if before else ""
            told = _referred(clause, before, topic) if before else clause
            found.append((told, told != clause))
    whole = [(_sentence(one), same) for clause, same in found for one in _each(clause.strip(" ,;"))]
    return tuple(whole) if 1 < len(whole) <= _MOST else ((instruction, False),)


def _joined(before: str, clause: str) -> str:
    """One sentence after the other, or one clause after the other as they stood."""
    return f"{before.rstrip()}{'' if before.rstrip()[-1:] in '.;!:' else ','} {clause}"


def _clauses(text: str) -> Iterator[str]:
    """The text cut before everything that may begin a demand."""
    hidden = _QUOTE.sub(lambda quote: "_" * len(quote[0]), text)
    start = 0
    for one in _BREAK.finditer(hidden):
        if (
            one["stop"]
            and words(hidden[: one.start()])[-1:]
            and words(hidden[: one.start()])[-1].capitalize() in TITLES
        ):
            continue
        behind = text[one.end() :]
        if one["stop"] or is_order(behind):
            yield text[start : one.end() if one["stop"] else one.start()].rstrip()
            start = one.end()
    yield text[start:]


def is_order(clause: str) -> bool:
    """Whether it begins with an imperative, or says how something should be."""
    clause = _EVER.sub("", clause)
    first = _WORD.match(clause)
    if first is None:
        return False
    verb = first[0].casefold().replace("’", "'")
    behind = words(clause)[1:2]
    if not behind or behind in (("of",), ("and",), ("or",)):
        return False
    return (
        verb in _VERBS
        or bool(deeds_of(verb) and verb not in ("new", "like"))
        or (verb == "like" and first[0] == "Like")
        or _SHOULD.match(clause) is not None
        or (verb == "i" and behind[0] in ("want", "need"))
    )


def _verb(clause: str) -> str:
    first = _WORD.match(_EVER.sub("", clause))
    return first[0].casefold().replace("’", "'") if first is not None else ""


def _belongs(before: str, clause: str) -> bool:
    """Whether the clause says more about what is asked for before it."""
    verb, request = _verb(clause), understand(_sentence(before))
    if _SETS.match(before):
        # What there is already is set, a new one is made.
        return False
    bare = _QUOTE.sub("", clause)
    own = words(bare)
    pointed = bool(_PRONOUN.search(bare))
    if request.informational:
        return bool(_ANSWERED.match(clause)) or verb in _LOOKING or not _does(clause)
    if _ANSWERED.match(clause):
        # What was only looked at is what the answer is about; after a deed the answer is looked for by itself.
        return not _done(request, words(before)[0])
    opens = words(before)[0]
    if opens in _LOOKING and not _quick(request):
        return True
    if opens == "edit" and verb not in _HANDS and (verb in _ADDING or pointed):
        # What there is already is changed on one page, all at once.
        return True
    quoted = bool(_QUOTE.search(clause))
    if request.puts and not _QUOTE.search(before) and own[1:2] and own[1] in _PEOPLE and verb in _SHAPING - {"let"}:
        # Somebody who was put into a group is put somewhere else as well.
        return False
    if verb in _HANDS and not quoted and request.deeds & {"buy", "post", "make", "keep"}:
        # What was made or bought is handed on from where that was done.
        return pointed or own[1:2] == ("the",)
    if request.deeds & _FORMS and opens not in ("turn", "switch"):
        if verb in _ADDING and not (verb == "call" and quoted and not pointed):
            return True
        if verb in ("don't", "let", "have", "make") and request.deeds & {"buy", "post"}:
            return True
        if verb in _HANDS and not quoted and request.deeds & {"answer", "send"}:
            return True
        if verb in _SHAPING and own[1:2] and own[1] in ("it", "its", "him", "her", "them", "me", "that", "this"):
            return not (verb == "send" and quoted)
        return False
    return verb in _SHAPING and verb != "send" and own[1:2] in (("it",), ("its",)) and not _quick(request)


def _does(clause: str) -> bool:
    """Whether the clause asks for a deed."""
    own = understand(_sentence(clause))
    return bool(own.deeds or own.toggles) and not own.informational


def _done(request: Request, verb: str) -> bool:
    """Whether it changes something, and is no mere look."""
    return verb not in _LOOKING and bool(request.deeds or request.toggles or verb in _VERBS)


def _quick(request: Request) -> bool:
    """Whether it is a deed that is done with one touch."""
    return bool(
        request.deeds
        & {"quiet", "archive", "pin", "drop", "like", "follow", "unfollow", "block", "unblock", "join", "vote"}
    )


def _each(clause: str) -> list[str]:
    """One demand for each of the things that are to be turned on or off, or that are told by name."""
    pair = _TWO.fullmatch(clause)
    if pair is not None and not deeds_of(pair["verb"].casefold()) & {"buy", "send"}:
        return [f"{pair['verb']} {one}{pair['rest'] or ''}" for one in (pair["one"], pair["two"])]
    app = _WHERE.search(clause.rstrip("."))
    bare, where = (clause[: app.start()], app[0]) if app is not None else (clause.rstrip("."), "")
    found = _PAIRED.fullmatch(bare)
    if found is not None:
        things = _things(found["all"])
        return [f"{found['verb']} {one}{where}" for one in things] if things else [clause]
    behind = _PAIRED_BEHIND.fullmatch(bare)
    if behind is not None:
        things = _things(behind["all"])
        return [f"{behind['verb']} {behind['way']} {one}{where}" for one in things] if things else [clause]
    return [clause]


def _things(listed: str) -> list[str]:
    things = [one for one in _AND.split(listed) if one]
    plainly = all(len(words(one)) <= _LONGEST and not _BETWEEN & set(words(one)) for one in things)
    return things if len(things) > 1 and plainly else []


def _sentence(clause: str) -> str:
    bare = clause.strip(" ,;")
    return f"{bare[:1].upper()}{bare[1:]}" + ("" if bare.endswith((".", "!", "?", "”", '"')) else ".")


def _about(before: str, clause: str) -> str:
    """The clause with what the part before it, that asks for nothing, is about in the place of its pronoun."""
    subject = _SUBJECT.match(before.strip())
    thing = subject["thing"] if subject is not None else ""
    thing = thing or _named(before)
    bare = _QUOTE.sub("", clause)
    if re.search(r"\b(?:it|them|that)\b[^,;.]*\b(?:him|her)\b", bare):
        # Somebody and something: the sentence before says which is which.
        return clause
    if _QUOTE.search(before):
        # What is to be written stands in it.
        return clause
    if not thing or not (_PRONOUN.search(bare) or _POINTED.search(bare)):
        return clause
    told = _referred(clause, "", f"{thing[:1].lower()}{thing[1:]}" if thing[:3] in ("The", "My ", "Our") else thing)
    where = _THERE_IN.search(_QUOTE.sub("", before))
    return told if where is None or where[0] in told else f"{told.rstrip('.; ')} {where[0]}"


def _named(before: str) -> str:
    """The first name in it that is not where it is all to be done."""
    names = understand(_sentence(before)).objects
    own = [one for one in names if not re.search(rf"\b(?:on|in|via|from) (?:my |the )?{re.escape(one)}", before)]
    return next((one for one in own if len(one.split()[0]) > 1), "")


def _referred(clause: str, before: str, topic: str = "") -> str:
    """The clause with the thing that a pronoun in it stands for: `topic`, if that was found before."""
    quotes = [one.span() for one in _QUOTE.finditer(clause)]
    thing = topic or antecedent(before)
    if not thing:
        return clause

    def outside(at: int) -> bool:
        return not any(a <= at < b for a, b in quotes)

    for one in _PRONOUN.finditer(clause):
        if outside(one.start()):
            own = one[0] == "its"
            thing = (antecedent(before, True) if one[0] in ("him", "her") else "") or thing
            if not thing:
                return clause
            return f"{clause[: one.start()]}{thing}{'’s' if own else ''}{clause[one.end() :]}"
    for one in _POINTED.finditer(clause):
        if outside(one.start()):
            noun = re.match(r" [a-z]+", clause[one.end() :])
            end = one.end() + (noun.end() if noun else 0)
            return f"{clause[: one.start()]}{thing}{clause[end:]}"
    talk = _TALK.search(clause)
    if talk is not None and outside(talk.start()) and (person := antecedent(before, True)):
        return f"{clause[: talk.start()]}the {talk[1]} with {person}{clause[talk.end() :]}"
    if _verb(clause) == "remind" and not re.search(r"\b(?:of|about|to|default)\b", clause):
        return f"{clause.rstrip('. ')} of {thing}"
    return clause


def antecedent(before: str, person: bool = False) -> str:
    """What a demand is about: a name told in it, else the words after its verb."""
    if not words(before):
        return ""
    for quote in _QUOTE.finditer("" if person else before):
        led = words(before[: quote.start()])[-1:]
        if words(before)[:1] == ("edit",) and "with" in words(before[: quote.start()])[-_FIELD:]:
            # "Edit the visit with the place “Pier”": that is what is written.
            continue
        if led and led[0] not in _SAYING and not deeds_of(led[0]) and len(words(before[: quote.start()])) > 1:
            return quote[0]
    if person and (other := _WITH.search(_QUOTE.sub("", before))) is not None:
        # "Lunch with Ann" is no person.
        return other[1] or other[2]
    upon = _UPON.search(before)
    if upon is not None and not person:
        return upon["thing"]
    bare = _QUOTE.sub("", before)
    rest = re.sub(r"^\S+\s+(?:(?:off|on|up|out|down)\s+)?", "", before).rstrip(".")
    rest = re.split(r"\s(?:to|into|in|on|with|for|at|as|until|and|back)\s|,", rest)[0]
    rest = re.sub(r"\s(?:off|on|up|back)$", "", rest)
    if not person and re.match(r"(?:the|my|\w+['’]s) \w", rest) and "“" not in rest:
        # "Ann's letter about the tea" is the letter.
        return rest
    names = [one for one in understand(before).objects if one in bare]
    own = [one for one in names if not re.search(rf"\b(?:on|in|via|from) (?:my |the )?{re.escape(one)}", bare)]
    if own or names:
        return (own or names)[0]
    if person:
        return ""
    return rest
