"""Text comparisons of the rules: substrings, Levenshtein ratio, token sets. Pure."""

from __future__ import annotations


def tidy(text: str) -> str:
    """Normalizes a text as most rules do: lower case, without surrounding space."""
    return text.lower().strip()


def contains(first: str, second: str) -> bool:
    """Whether one text contains the other; every text contains the empty text."""
    return first in second or second in first


def ratio(first: str, second: str) -> float:
    """`Levenshtein.ratio`: twice the longest common subsequence over both lengths; 1 for two empty texts."""
    total = len(first) + len(second)
    return 1 - (total - 2 * _common(first, second)) / total if total else 1.0


def _common(first: str, second: str) -> int:
    """The length of the longest common subsequence, computed with a table row as the bits of an integer."""
    where: dict[str, int] = {}
    for at, letter in enumerate(first):
        where[letter] = where.get(letter, 0) | 1 << at
    mask = (1 << len(first)) - 1
    row = mask
    for letter in second:
        hit = row & where.get(letter, 0)
        row = (row + hit | row - hit) & mask
    return len(first) - row.bit_count()


def f1(first: str, second: str) -> float:
    """F1 of the two sets of words, ignoring case; 0 if either is empty."""
    first_words, second_words = set(first.lower().split()), set(second.lower().split())
    shared = len(first_words & second_words)
    if not shared:
        return 0.0
    precision, recall = shared / len(first_words), shared / len(second_words)
    return 2 * (precision * recall) / (precision + recall)


def f1_or_part(first: str, second: str, whole_words: bool = False) -> float:
    """F1 without square brackets; two single words of which one contains the other give 1 unless `whole_words`."""
    first_words, second_words = (text.replace("[", "").replace("]", "") for text in (first, second))
    left, right = set(first_words.lower().split()), set(second_words.lower().split())
    if not whole_words and len(left) == len(right) == 1 and contains(*left, *right):
        return 1.0
    return f1(first_words, second_words)
