"""The parts of an instruction and what part each plays."""

from __future__ import annotations

import pytest

from adapters.agents.scripted.reader.language.request import understand


def parts(instruction: str, kind: str) -> set[str]:
    """The words of the phrases of one kind: object, aim or off."""
    request = understand(instruction)
    return {" ".join(request.said[phrase.start : phrase.end]) for phrase in request.phrases if getattr(phrase, kind)}


@pytest.mark.parametrize(
    ("instruction", "kind", "text"),
    [
        ("Follow Ann Vale on the Zoo, but without alerts.", "object", "follow ann vale"),
        ("Follow Ann Vale on the Zoo, but without alerts.", "off", "without alerts"),
        ("Move the receipt from my downloads to the folder Taxes.", "object", "from my downloads"),
        ("Move the receipt from my downloads to the folder Taxes.", "aim", "to the folder taxes"),
        ("Share the note with Bo.", "aim", "with bo"),
        ("Reply “Yes” to what Bo wrote.", "object", "what bo wrote"),
        ("Remind me at nine to water the roses.", "object", "to water the roses"),
    ],
)
def test_each_phrase_plays_its_part(instruction, kind, text):
    """What the deed is done to, who gets it, what is not wanted."""
    assert text in parts(instruction, kind)


def test_words_to_be_written_have_nobody_to_wait_for():
    """Whoever gets a text that is written now is looked for at once."""
    assert not parts("Text “See you” to Bo.", "aim")


def test_prepositions_within_quotes_set_nothing_apart():
    """What stands in quotes is one thing."""
    assert parts("Like “Home for the winter in one day”.", "object") == {"like home for the winter in one day"}


def test_the_phrases_of_a_sentence_hold_every_word_once():
    """No word is lost, none is in two phrases."""
    request = understand("Order a tea, in a glass, and share it with Bo. Then tell me the price at the Zoo.")
    places = [at for phrase in request.phrases for at in phrase.places]
    assert sorted(places) == [at for at, word in enumerate(request.said) if word != "|"]
