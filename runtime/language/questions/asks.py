"""Splits a turn into asks: what it asks for, with which candidates, and whether it wants yes or no.

An ask is about one slot, wherever in the turn its name and candidates stand: "I see Single and Double. Which size?" is
one ask. Reasons and courtesies are none. A turn may also ask to operate the phone, or for something that is no slot.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Final, Literal

from runtime.core.tasks import Requirement, Task
from runtime.language.questions.lexicon import lexicon, topics, topics_by_word
from runtime.language.questions.sentences import (
    Sentence,
    TurnWords,
    Word,
    is_generic,
    list_items,
    offers,
    read_words,
    split_sentences,
)
from runtime.language.questions.vocabulary import Mention, Vocabulary, vocabulary
from runtime.language.text import find_phrase, normalize, normalized_words, stem_words, stems

_FEW = 2
"""How many things of no slot may be listed beside the name of one that is asked for."""
_LONGER = 3
"""How many words more than an option a candidate beside it may have."""

About = Literal["slot", "operation", "stated", "topic", "unclear"]
"""What an ask is about: a slot; how to operate the phone; something that the instruction settles; something else that
was understood; nothing that was recognized.
"""


_ABOUT: Final = "about"
_PARTITIVE: Final = ("which", "any")
_LEADING_IN: Final[tuple[About, ...]] = ("unclear", "stated", "topic")
"""What a question may seem to be about, if the candidates that follow say what it is about."""


@dataclass(frozen=True, slots=True)
class UserLimits:
    """What a person answers: asks in a turn, candidates and characters in an ask; violating asks and asks that are not
    understood in an episode, after which nothing is answered any more.

    Further asks are neither answered nor labelled; further candidates and characters are not read. A turn of more than
    `turn` characters gets no answer at all.
    """

    asks: int = 3
    candidates: int = 8
    characters: int = 400
    violations: int = 3
    not_understood: int = 10
    turn: int = 2_000


LIMITS: Final = UserLimits()
"""The limits of every simulated user."""


@dataclass(slots=True)
class Ask:
    """One thing that a turn asks for.

    `options` and `groups` are the slot's own candidates in the order in which they were offered, `others` counts
    candidates that are none of them. `named`: it says what the slot is called. `closed`: it wants yes or no. `exists`:
    it asks whether there should be any; `any`: it does so beside other things ("which size, and any extras?").
    `counts`: it asks how many.
    """

    about: About
    slot: str = ""
    position: int = 0
    """The word at which the sentence begins that asks for it first."""
    options: list[str] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)
    others: int = 0
    named: bool = False
    closed: bool = True
    exists: bool = False
    any: bool = False
    counts: bool = False


@dataclass(slots=True)
class _View:
    """What one sentence mentions, by slot."""

    sentence: Sentence
    words: Sequence[Word]
    names: dict[str, list[Mention]] = field(default_factory=dict)
    options: dict[str, list[str]] = field(default_factory=dict)
    groups: dict[str, list[str]] = field(default_factory=dict)
    others: dict[str, int] = field(default_factory=dict)
    shared: bool = False
    """Whether it mentions an option that fits two open slots equally."""

    @property
    def slots(self) -> list[str]:
        return list(dict.fromkeys((*self.names, *self.options, *self.groups)))

    def offered(self, slot: str) -> int:
        return len(self.options.get(slot, ())) + len(self.groups.get(slot, ()))


def find_asks(question: str, task: Task, open_ids: frozenset[str], limits: UserLimits) -> tuple[list[Ask], int]:
    """The asks of a turn that a person answers, in order, and how many more there are."""
    asks = _Reader(question, task, open_ids, limits).asks()
    read = asks[: limits.asks]
    if any(ask.about == "slot" for ask in read):
        read = [ask for ask in read if ask.about != "unclear"]
    return read, max(len(asks) - limits.asks, 0)


class _Reader:
    """Reads one turn sentence by sentence."""

    def __init__(self, question: str, task: Task, open_ids: frozenset[str], limits: UserLimits) -> None:
        self._requirements: Mapping[str, Requirement] = {item.id: item for item in task.intent.requirements}
        self._open = open_ids
        self._limits = limits
        written = normalized_words(task.instruction)
        self._instruction = frozenset(stem_words(written))
        self._vocabulary: Vocabulary = vocabulary(task.intent.requirements)
        self._turn: TurnWords = read_words(question, self._vocabulary.known, written)
        self._mentions = self._vocabulary.find(self._turn)
        self._mentions = sorted([*self._mentions, *self._stated_anchors()], key=attrgetter("start"))
        self._covered = {at for item in self._mentions for at in range(item.start, item.end)}
        """The words that belong to a mention."""
        self._asks: dict[str, Ask] = {}
        self._others: list[Ask] = []
        self._pending: list[_View] = []
        self._last: list[str] | None = None
        """The slots that the sentence before asked for; None: it asked for nothing."""

    def asks(self) -> list[Ask]:
        inside = {at for item in self._mentions if item.kind != "name" for at in range(item.start + 1, item.end)}
        views = [self._view(sentence) for sentence in split_sentences(self._turn, inside, self._covered)]
        asking = any(view.sentence.asks for view in views)
        for view in views:
            if view.sentence.asks or (not asking and self._names_only(view)):
                self._read_question(view)
            else:
                self._read_statement(view)
        asks = sorted([*self._asks.values(), *self._others], key=attrgetter("position"))
        return asks or [Ask("unclear")]

    def _names_only(self, view: _View) -> bool:
        """Whether a sentence that is no question asks all the same: it names or offers, and says nothing else."""
        if not any(slot in view.names or view.offered(slot) > 1 for slot in view.slots):
            return False
        inside = range(view.sentence.first, view.sentence.last)
        others = [self._turn.words[at] for at in inside if at not in self._covered]
        return is_generic(others, self._instruction) or any(view.offered(slot) > 1 for slot in view.slots)

    def _stated_anchors(self) -> list[Mention]:
        """Where the question repeats an anchor that the instruction states; an open one is secret."""
        found = []
        for item in self._requirements.values():
            if item.kind == "anchor" and item.id not in self._open:
                for phrase in {stems(text) for text in (item.value, *item.aliases)} - {()}:
                    places = find_phrase(phrase, self._turn.stems)
                    found += [Mention(start, end, "name", item.id) for start, end in places]
        return found

    # -- one sentence --------------------------------------------------------------------------------------------------

    def _view(self, sentence: Sentence) -> _View:
        first, last = sentence.first, sentence.last
        words = self._turn.words[first:last]
        limit = words[0].start + self._limits.characters
        start = bisect_left(self._mentions, first, key=attrgetter("start"))
        stop = bisect_left(self._mentions, last, key=attrgetter("start"))
        own = [item for item in self._mentions[start:stop] if item.end <= last]
        own = [item for item in own if self._turn.words[item.end - 1].end <= limit]
        view = _View(sentence, words)
        named = {item.slot for item in own if item.kind == "name"}
        places: dict[str, list[Mention]] = {}
        for span, items in _by_span(own).items():
            for slot in self._owners(span, items, named, view):
                for item in items:
                    if item.slot == slot and item.kind == "name" and (none := self._denied(item)):
                        places.setdefault(slot, []).append(replace(item, kind="option", item=none))
                    elif item.slot == slot and item.kind == "name":
                        view.names.setdefault(slot, []).append(item)
                    elif item.slot == slot:
                        places.setdefault(slot, []).append(item)
        found = [slot for slot, items in places.items() if slot in named or self._identifies(items, view)]
        # Where a slot is named, or an option is said in full, words that are only part of another's option say nothing.
        sure = [slot for slot in found if slot in named or any(item.kind != "part" for item in places[slot])]
        for slot in sure or found:
            self._count_candidates(view, slot, places[slot])
        if any(view.offered(slot) >= 2 for slot in view.slots):
            # In "meat, fish or something vegetarian?" all are candidates of the slot that has most of them.
            for slot in [slot for slot in view.slots if slot not in named and view.offered(slot) == 1]:
                view.options.pop(slot, None)
                view.groups.pop(slot, None)
        return view

    def _owners(
        self, span: tuple[int, int], items: Sequence[Mention], named: Collection[str], view: _View
    ) -> list[str]:
        """The slots that a mention belongs to: of several with the same option the named one, else the open one."""
        written = tuple(word.text for word in self._turn.words[span[0] : span[1]])
        exact = [item for item in items if normalized_words(item.item) == written]
        slots = list(dict.fromkeys(item.slot for item in exact or items))
        if len(slots) == 1 or all(item.kind == "name" for item in items):
            return slots
        for group in (named, self._last or (), self._open):
            chosen = [slot for slot in slots if slot in group]
            if len(chosen) == 1:
                return chosen
            slots = chosen or slots
        view.shared = view.shared or any(slot in self._open for slot in slots)
        return []

    def _denied(self, item: Mention) -> str:
        """The option that stands for none, if the slot is named with a word for that ("no extras", "alerts off")."""
        lists, words = lexicon(), self._turn.words
        after = item.end
        while after < len(words) and words[after].text in lists.copulas:
            after += 1
        switched = after < len(words) and not words[after].begins_item and words[after].text in lists.switched_off
        denied = switched or (item.start > 0 and words[item.start - 1].text in lists.negations)
        options = self._requirements[item.slot].options if denied else ()
        return next((option for option in options if lists.none.search(normalize(option))), "")

    def _identifies(self, items: Sequence[Mention], view: _View) -> bool:
        """Whether candidates identify a slot that is not named."""
        words = {word for item in items for word in self._turn.stems[item.start : item.end]}
        if words <= lexicon().common_options:
            return False
        if len({item.item for item in items}) >= 2:
            return True
        if any(item.kind == "option" for item in items):
            return True
        if words <= self._instruction or all(word.isdigit() for word in words):
            return False
        # "Add the event to your calendar?" is not about a thread that is an event.
        inside = range(view.sentence.first, view.sentence.last)
        rest = [self._turn.words[at] for at in inside if at not in self._covered]
        return len(words) > 1 or is_generic(rest, self._instruction)

    def _count_candidates(self, view: _View, slot: str, items: Sequence[Mention]) -> None:
        """Count the slot's candidates and what else is offered in the same list, up to what a person reads."""
        places = self._as_written(items)
        spans = [(begin, end) for begin, end in list_items(self._turn.words, view.sentence.first, view.sentence.last)]
        own = [number for number, (begin, end) in enumerate(spans) if any(_meets(item, begin, end) for item in places)]
        first, last = (own[0], own[-1]) if own else (0, -1)
        longest = max((spans[at][1] - spans[at][0] for at in own), default=0)
        while first > 0 and self._is_candidate(spans[first - 1], longest):
            first -= 1
        while last + 1 < len(spans) and self._is_candidate(spans[last + 1], longest):
            last += 1
        if len(own) == 1 and last - first == 1 and spans[last][0] == spans[first][1]:
            first = last = own[0]  # "the oldest one, the photo of 25 October": nothing but a comma offers no choice
        number = 0
        for at in range(first, last + 1):
            begin, end = spans[at]
            inside = [item for item in places if _meets(item, begin, end)]
            for item in inside:
                found = view.groups if item.kind == "group" else view.options
                if number < self._limits.candidates and item.item not in found.get(slot, ()):
                    found.setdefault(slot, []).append(item.item)
                    number += 1
            if not inside and number < self._limits.candidates and self._is_candidate(spans[at], longest):
                view.others[slot] = view.others.get(slot, 0) + 1
                number += 1

    def _as_written(self, items: Sequence[Mention]) -> list[Mention]:
        """Candidates; of options that differ only in an ending (`Loop`, `Loops`) the one that stands there."""
        places: list[Mention] = []
        listed = offers(self._turn.words, items[0].start - 1, items[-1].end + 1) if items else False
        for (first, last), same in _by_span(item for item in items if item.kind != "name").items():
            # "Do you have any preference?" offers no option that is called `Any`.
            if not listed and lexicon().common_options.issuperset(self._turn.stems[first:last]):
                continue
            written = tuple(word.text for word in self._turn.words[first:last])
            exact = [item for item in same if normalized_words(item.item) == written]
            places += exact or same
        return places

    def _is_candidate(self, span: tuple[int, int], longest: int) -> bool:
        """Whether a part of a list is a candidate that is no option: short, not generic, and nothing of another slot.

        Short is what has not many words more than the `longest` option in the list.
        """
        words = self._turn.words[span[0] : span[1]]
        if len(words) > 1 and (is_generic(words) or lexicon().interrogatives.search(self._turn.written(*span))):
            return False
        while is_generic(words[:1]) and len(words) > 1:
            words = words[1:]
        phrase = tuple(word.stem for word in words)
        if any(word.text in lexicon().auxiliaries | lexicon().pronouns for word in words):
            return False
        if len(words) > longest + _LONGER or phrase in lexicon().escapes:
            return False
        return self._covered.isdisjoint(range(*span))

    # -- what it asks for ----------------------------------------------------------------------------------------------

    def _read_statement(self, view: _View) -> None:
        """A statement adds candidates to the question before it, or prepares the one after it."""
        for slot in self._last or ():
            if view.offered(slot):
                self._add(slot, view, [])
        below = (*self._pending, view)
        listed = [slot for slot in view.slots if sum(item.offered(slot) for item in below) >= 2]
        if self._last == [] and listed:
            # "Which one? - Single - Double": the question was about what is listed below it.
            if self._others and self._others[-1].about in _LEADING_IN:
                self._others.pop()
            self._last = listed
            for slot in listed:
                self._add(slot, view, self._pending).closed = False
        self._pending.append(view)

    def _read_question(self, view: _View) -> None:
        pending, self._pending = self._pending, []
        proposed = any(item.offered(slot) for item in pending for slot in self._open)
        if self._is_operation(view) and not (proposed and self._refers_back(view)):
            self._others.append(Ask("operation", position=view.sentence.first))
            self._last = None
            return
        slots = self._targets(view)
        if not slots:
            generic = is_generic(view.words, self._instruction) or self._refers_back(view)
            slots = [slot for item in pending for slot in self._targets(item) if generic or item.offered(slot) >= 2]
            slots = [slot for slot in slots if slot in self._open] or slots
        about: About = "slot" if slots else self._elsewhere(view)
        if about in ("unclear", "stated") or not self._open.intersection(slots):
            # "Who should get the thread?" asks for a person, though it names the thread.
            asked = [slot for slot in self._by_question_word(view) if slot in self._open or about == "unclear"]
            slots = asked or slots or self._by_choice(view)
        if self._adds(view, slots):
            slots, about = [], "unclear"
        if about == "unclear" and not slots and not self._open and not is_generic(view.words, self._instruction):
            about = "topic"  # everything is settled, so it is certainly something else
        listed = any(view.offered(slot) >= 2 for slot in slots)
        if self._last == [] and listed and self._others and self._others[-1].about in _LEADING_IN:
            self._others.pop()  # "What would you like to know? The address or the number?": the first leads in
        for slot in dict.fromkeys(slots):
            self._add(slot, view, self._proposal(pending, slot) if self._refers_back(view) else pending)
        if not slots and (about != "unclear" or not (self._asks and is_generic(view.words))):
            self._others.append(Ask(about, position=view.sentence.first))
        self._last = list(dict.fromkeys(slots))

    def _refers_back(self, view: _View) -> bool:
        """Whether a closed question is about what was said before it ("Shall I follow them?")."""
        return not view.sentence.open and any(word.text in lexicon().anaphors for word in view.words)

    def _proposal(self, pending: Sequence[_View], slot: str) -> Sequence[_View]:
        """The last statement before a question about it, if it proposes one option of those that were listed before."""
        offering = [view for view in pending if view.offered(slot)]
        return offering[-1:] if offering and offering[-1].offered(slot) == 1 else pending

    def _adds(self, view: _View, slots: Sequence[str]) -> bool:
        """Whether a question offers something beyond what was wanted ("Shall I archive the group, too?")."""
        closed = not view.sentence.open and lexicon().additions.search(view.sentence.text) is not None
        return closed and not any(
            view.offered(slot) or slot not in view.names or self._is_asked(view, slot, beside=False)
            for slot in slots
            if slot in self._open
        )

    def _targets(self, view: _View) -> list[str]:
        """The slots that a sentence asks for, without those that it only mentions ("the size of the burger")."""
        found = [slot for slot in view.slots if view.offered(slot) or not self._is_listed(view, slot)]
        opened = [slot for slot in found if slot in self._open]
        # "the signature below the mail" is not about a mail that the instruction names.
        found = [
            slot
            for slot in found
            if slot in self._open
            or view.offered(slot)
            or self._is_asked(view, slot, beside=False, alone=len(found) == 1)
        ]
        if len(found) > 1:
            listed = any(view.offered(slot) >= 2 for slot in found)
            found = [slot for slot in found if view.offered(slot) or self._is_asked(view, slot, beside=listed)] or found
        if opened and (set(opened) & set(found)):
            found = [slot for slot in found if slot in self._open or view.offered(slot) >= 2]
        names = [item for items in view.names.values() for item in items]
        for items in _by_span(names).values():
            equal = [slot for slot in {item.slot for item in items} if slot in self._open]
            if len(equal) > 1 and not any(view.offered(slot) for slot in equal):
                found = [slot for slot in found if slot not in equal]
                view.shared = True
        return found

    def _is_listed(self, view: _View, slot: str) -> bool:
        """Whether a slot's name only stands in a list of things of no slot ("the address, the name or …")."""
        spans = list(list_items(self._turn.words, view.sentence.first, view.sentence.last))
        foreign = sum(self._covered.isdisjoint(range(*span)) for span in spans[1:])
        return foreign > _FEW and all(item.start >= spans[0][1] for item in view.names[slot])

    def _is_asked(self, view: _View, slot: str, *, beside: bool, alone: bool = False) -> bool:
        """Whether a slot without candidates is asked for, not only mentioned ("the size of the burger").

        `beside`: the sentence offers candidates of another slot; then it must be joined to that ("size and bun").
        `alone`: it mentions no other slot, so that "How about the size?" asks for it.
        """
        lists, words = lexicon(), self._turn.words
        for item in view.names[slot]:
            at = item.start - 1
            while at >= view.sentence.first and words[at].text in lists.determiners:
                at -= 1
            if at < view.sentence.first or (at > view.sentence.first and words[at - 1].text in _PARTITIVE):
                return True  # "which of your contacts"
            if beside:
                if words[at].text in lists.before_names or words[at + 1].begins_item:
                    return True
            elif words[at].text not in lists.context or (alone and words[at].text == _ABOUT):
                return True
        return False

    def _by_question_word(self, view: _View) -> list[str]:
        """The one slot that a question word stands for ("where?")."""
        if self._offers_others(view):
            return []
        for kind, pattern in lexicon().kinds.items():
            if pattern.search(view.sentence.text):
                able = [slot for slot in self._requirements if kind in self._vocabulary.kinds[slot]]
                opened = [slot for slot in able if slot in self._open]
                chosen = opened or able
                if len(chosen) == 1 and not view.shared:
                    return chosen
        return []

    def _offers_others(self, view: _View) -> bool:
        """Whether a sentence offers what is no candidate of any slot."""
        outside = [word for at, word in enumerate(view.words, view.sentence.first) if at not in self._covered]
        return offers(outside, 0, len(outside))

    def _by_choice(self, view: _View) -> list[str]:
        """The open anchor, if a sentence asks which one of what the instruction speaks of ("which of the alarms?")."""
        anchors = [item.id for item in self._requirements.values() if item.kind == "anchor" and item.id in self._open]
        found = lexicon().choosing.search(view.sentence.text)
        if len(anchors) != 1 or found is None or view.shared or self._offers_others(view):
            return []
        begin = view.words[0].start + found.end()
        rest = (word for word in view.words if word.start >= begin and word.text not in lexicon().determiners)
        named = next(rest, None)
        known = named is None or is_generic([named]) or named.stem in self._instruction
        return anchors if known else []

    def _elsewhere(self, view: _View) -> About:
        """What a sentence is about that asks for no slot. Only what is certainly no slot is another topic."""
        found = self._found_topics(view)
        if any(not topics()[index].marks for index in found):
            return "topic"
        kinds = {kind for slot in self._open for kind in self._vocabulary.kinds[slot]}
        if view.shared or any(index in self._vocabulary.owned or topics()[index].kind in kinds for index in found):
            return "unclear"
        # "Where should the comment go?" asks for a place, not about comments.
        words = {kind for kind, pattern in lexicon().kinds.items() if pattern.search(view.sentence.text)}
        if words - {topics()[index].kind for index in found}:
            return "unclear"
        subject = [word for word in self._head(view) if not is_generic([word])]
        repeated = sum(word.stem in self._instruction for word in subject)
        if repeated == len(subject) > 0 or (not self._open and 2 * repeated > len(subject)):
            return "stated"
        names = {word for index in found for name in topics()[index].names for word in name}
        offered = offers(view.words, 0, len(view.words))
        rest = [word for word in (subject if offered else view.words) if not is_generic([word])]
        # What an open function or object may be called is never certain.
        certain = not any(self._requirements[slot].kind == "anchor" for slot in self._open)
        return "topic" if found and certain and all(word.stem in names for word in rest) else "unclear"

    def _head(self, view: _View) -> Sequence[Word]:
        """What stands before the first candidate. What is offered may contain any word, so only this says the topic."""
        first, last = next(list_items(self._turn.words, view.sentence.first, view.sentence.last), (0, 0))
        return self._turn.words[first:last]

    def _found_topics(self, view: _View) -> list[int]:
        """The topics that a sentence names."""
        line = tuple(word.stem for word in self._head(view))
        found = {
            index
            for at, word in enumerate(line)
            for name, index in topics_by_word().get(word, ())
            if line[at : at + len(name)] == name
        }
        return sorted(found)

    def _is_operation(self, view: _View) -> bool:
        """Whether a sentence asks leave for an operation of the phone, or how to do it."""
        lists, text = lexicon(), view.sentence.text
        if any(view.offered(slot) >= 2 for slot in view.slots):
            return False
        if lists.bare_operation.search(text) and not view.slots:
            return True
        if not any(pattern.search(text) for pattern in lists.permissions):
            return False
        if view.sentence.open and not lists.widgets.search(text) and (view.names or not self._asks_how(text)):
            return False  # "What message should I type?" is about the message
        offered = any(view.offered(slot) for slot in view.slots if slot in self._open)
        return not offered or lists.touch.search(text) is not None

    def _asks_how(self, text: str) -> bool:
        """Whether an open question is about the phone, as "How do I open the menu?", not "Which chat shall I open?"."""
        return lexicon().ways.search(text) is not None or lexicon().touch.search(text) is not None

    def _is_any(self, view: _View, slot: str) -> bool:
        """Whether a sentence asks for any of a slot, by its name ("any extras")."""
        return any(
            item.start > view.sentence.first and self._turn.words[item.start - 1].text in lexicon().any_of_them
            for item in view.names.get(slot, ())
        )

    def _add(self, slot: str, view: _View, pending: Sequence[_View]) -> Ask:
        ask = self._asks.setdefault(slot, Ask("slot", slot, view.sentence.first))
        for item in (*pending, view):
            ask.options += [text for text in item.options.get(slot, ()) if text not in ask.options]
            ask.groups += [text for text in item.groups.get(slot, ()) if text not in ask.groups]
            ask.others += item.others.get(slot, 0)
        ask.named = ask.named or slot in view.names or not view.offered(slot)
        ask.any = ask.any or self._is_any(view, slot)
        ask.closed = ask.closed and not view.sentence.open
        ask.counts = ask.counts or lexicon().kinds["amount"].search(view.sentence.text) is not None
        ask.exists = ask.exists or lexicon().existence.search(view.sentence.text) is not None
        return ask


def _by_span(mentions: Iterable[Mention]) -> dict[tuple[int, int], list[Mention]]:
    found: dict[tuple[int, int], list[Mention]] = {}
    for item in mentions:
        found.setdefault((item.start, item.end), []).append(item)
    return found


def _meets(item: Mention, begin: int, end: int) -> bool:
    return item.start < end and begin < item.end
