"""Words: what counts as told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.agents.scripted.reader.language.questions import either, helps, which
from adapters.agents.scripted.reader.language.request import understand
from adapters.agents.scripted.reader.language.spotting import answer
from adapters.agents.scripted.reader.language.words import content, kind_of, overlap, spans, spelled, stem, words

_TEXT = st.text(alphabet="abcdes ÄéßŁ09:.-'’", max_size=40)
_LABEL = st.lists(st.text(alphabet="abcxyz", min_size=1, max_size=6), min_size=1, max_size=4)


@given(_TEXT)
def test_words_are_blind_to_case_and_stable(text):
    """Reading the words again as a text changes nothing, nor does shouting."""
    assert words(" ".join(words(text))) == words(text)
    assert content(text.casefold()) == content(text)


@given(_LABEL, _LABEL, _LABEL)
def test_a_label_within_a_telling_is_found_where_it_stands(before, label, after):
    """Every place found holds exactly the label, and the place where it was put is among them."""
    items = [*before, *label, *after]
    found = spans(label, items)
    assert (len(before), len(before) + len(label)) in found
    assert all(items[start:end] == label for start, end in found)


@given(_TEXT, _TEXT)
def test_overlap_counts_no_more_than_there_is(item, other):
    """The overlap of two texts is symmetric and at most the smaller."""
    assert (
        overlap([item], content(other))
        == overlap([other], content(item))
        <= min(len(content(item)), len(content(other)))
    )


@given(st.text(alphabet="abcdefghs", min_size=1, max_size=10))
def test_a_stem_is_a_beginning(word):
    """A stem only cuts, and never all of it."""
    assert word.startswith(stem(word))
    assert stem(word)


@pytest.mark.parametrize(
    ("label", "text", "found"),
    [
        ("Fri", "closing time on Friday", True),
        ("Sat", "sat down", True),
        ("Sun", "sunny side", False),
        ("18:30", "to pick up at 18:30.", True),
        ("8:30", "at 18:30", False),
        ("Gluten-free", "on a gluten free bun", True),
        ("2 hours", "for 2 hours", True),
        ("hours 2", "for 2 hours", False),
        ("", "anything", False),
    ],
)
def test_labels_are_told_word_for_word(label, text, found):
    """Order and whole words count; hyphens and the short forms of days don't."""
    assert understand(text).names(label) is found


def test_an_imperative_is_a_deed_and_not_a_thing():
    """To order a burger is about a burger; "my burger order" is about an order."""
    assert understand("Order a burger.").nouns(()) == {"burger"}
    assert understand("Order a burger.").deeds == {"buy"}
    thing = understand("Let Ann know about my burger order.")
    assert "order" in thing.heads(())
    assert "burger" not in thing.heads(())
    assert thing.deeds == {"send"}


def test_a_label_to_be_tapped_is_no_loose_word():
    """After "tap Place order" nobody spoke of orders."""
    request = understand("Open the shop, choose the size Large and tap Place order.")
    assert request.names("Place order")
    assert "order" not in request.nouns(())


def test_what_is_dealt_with_is_spoken_of_no_more():
    """Nouns at places that a touch has dealt with fall away, the same word elsewhere doesn't."""
    request = understand("Send the order number of my latest order.")
    (first, _), *_ = request.places("order")
    assert "order" in request.nouns({first})
    assert "order" not in request.nouns({start for start, _ in request.places("order")})


@pytest.mark.parametrize(
    ("instruction", "informational"),
    [
        ("Tell me the closing time of the branch.", True),
        ("Let me know how much a ticket is.", True),
        ("Look something up about the zoo.", True),
        ("What is the address?", True),
        ("Tell Ann that I am late.", False),
        ("Order a burger for me.", False),
        ("Find out the address and send it to Ann.", False),
    ],
)
def test_who_wants_to_know_something_wants_no_deed(instruction, informational):
    """A request for words is told from a request for a deed."""
    assert understand(instruction).informational is informational


@pytest.mark.parametrize(
    ("instruction", "off"), [("Turn on Wi-Fi.", False), ("Turn Wi-Fi off.", True), ("Disable Wi-Fi.", True)]
)
def test_off_is_heard(instruction, off):
    """Whether something is to be on or off."""
    assert understand(instruction).off is off


@given(st.lists(_TEXT.filter(str.strip), max_size=3))
def test_replies_only_add(replies):
    """What the user adds later is told too, and moves nothing that was told before."""
    short = understand("Mute Ann for 2 hours.")
    more = understand("Mute Ann for 2 hours.", replies)
    assert more.said[: len(short.said)] == short.said
    assert more.places("2 hours")[:1] == short.places("2 hours")
    assert all(more.names(reply) for reply in replies if words(reply))


def test_a_span_of_time_is_open_until_it_is_placed():
    """Two hours are a quantity as long as nothing was chosen for it."""
    request = understand("Mute Ann for 2 hours.")
    assert request.quantities(())
    assert not request.quantities(range(*request.places("2 hours")[0]))


def test_questions_name_the_thing_and_the_candidates():
    """A day is asked for as a day, in full; a heading that is no noun is quoted."""
    assert which("Size", ["Small", "Large"]) == "Which size would you like: Small or Large?"
    assert which("Opening hours", ["Mon", "Tue", "Wed"]) == "Which day would you like: Monday, Tuesday or Wednesday?"
    assert which("Send to", ["Ann", "Bo"]) == "For “Send to”, which one would you like: Ann or Bo?"
    assert which("", ["Ann", "Bo"]) == "Which one would you like: Ann or Bo?"
    assert which("Seat", [str(number) for number in range(50)]).count(",") < 10


@given(st.lists(st.text(alphabet="abc", min_size=1, max_size=5), min_size=2, max_size=8))
def test_either_reads_out_every_candidate(labels):
    """No candidate is lost."""
    assert either(labels).replace(" or ", ", ").split(", ") == labels


def test_kinds_show_in_the_form_of_labels():
    """Days and clock times are known by their form."""
    assert kind_of(["Mon", "Tuesday"]) == "day"
    assert kind_of(["As soon as possible", "12:30", "13:00"]) == "time"
    assert kind_of(["Mon", "Large"]) == kind_of([]) == ""
    assert spelled("Fri") == "Friday"
    assert spelled("May") == "May"


def test_refusals_help_nobody():
    """The user's fixed sentences are told from answers."""
    assert helps("For the size: Double, please.")
    assert not helps("No Preference")
    assert not helps("Please make your own decisions based on the current instructions.")


def test_an_answer_is_a_fact_beside_what_was_asked_for():
    """A time for a time, a price for a price; nothing where no such fact stands beside the words."""
    rows = [("Open 11:00 – 21:30",), ("Soup", "$4.50"), ("Bread", "$2.10"), ("Built 1904",)]
    assert answer("Tell me the closing time.", frozenset({"closing"}), rows) == "Open 11:00 – 21:30"
    assert answer("How much is the bread?", frozenset({"bread"}), rows) == "Bread $2.10"
    assert answer("How much is the tea?", frozenset({"tea"}), rows) == ""
