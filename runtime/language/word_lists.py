"""Reads the word lists from their files, so that nobody has to read a file while an event loop waits."""

from __future__ import annotations

from runtime.language.answering.lexicon import lexicon as answer_words
from runtime.language.instructions.lexicon import lexicon as instruction_words
from runtime.language.questions.lexicon import lexicon as question_words
from runtime.language.questions.lexicon import topics


def read_word_lists() -> None:
    """Read all word lists, unless they have been read. Blocks for some milliseconds."""
    answer_words()
    instruction_words()
    question_words()
    topics()
