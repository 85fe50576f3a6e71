"""Normalizes texts for comparison: labels by their letters, sentences by their words and numbers. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import lru_cache

# A number with its groups, decimals or clock parts; one ideograph or kana (they come without spaces); or a word.
_TOKEN = re.compile(
    r"(?:(?<![\w.])[-−](?=\d))?\d[\d,]*(?:[.:]\d+)*|[\u3040-\u30ff\u3400-\u9fff]|[^\W\d_\u3040-\u30ff\u3400-\u9fff]+"
)
_UNPRINTABLE = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
"""Characters that control a terminal, change the direction of what follows, or are no characters."""
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")


def printable(text: str) -> str:
    r"""Return a text as it may be shown to people: what would control a terminal is replaced by its escape (`\x1b`).

    Line breaks and tabs stay.
    """
    return _UNPRINTABLE.sub(lambda found: found[0].encode("unicode_escape", "surrogatepass").decode(), text)


def printable_json(text: str) -> str:
    r"""Return the same JSON with escapes (`\u009b`) for what would control a terminal and `json.dumps` leaves."""
    return _UNPRINTABLE.sub(lambda found: json.dumps(found[0])[1:-1], text)


def shortened(text: str, most: int) -> str:
    """Return a text of at most `most` characters: of a longer one the middle is left out."""
    end = most // 3
    return text if len(text) <= most else f"{text[: most - end - 1]}…{text[-end:]}"


def listed(names: Iterable[str], most: int = 240) -> str:
    """Return the names as a list of at most `most` characters, or a little more; it ends with how many there are."""
    all_names = list(names)
    length, shown = 0, list[str]()
    for name in all_names:
        length += len(name) + 2
        if shown and length > most:
            return f"{', '.join(shown)}, … ({len(all_names)} in all)"
        shown.append(name)
    return ", ".join(shown) or "none"


@lru_cache(maxsize=4096)
def normal(text: str) -> str:
    """Return the text case-folded and with single spaces, as labels are compared."""
    return " ".join(text.casefold().split())


def tokens(text: str) -> tuple[str, ...]:
    """Return the words and numbers of a text in comparable form: `$1,009.40` is `1009.4`, `1:30` stays one token."""
    return tuple(token for token, _, _ in token_spans(text.casefold()))


def token_spans(folded: str) -> Iterator[tuple[str, int, int]]:
    """Return the tokens of a case-folded text with their positions (start, end)."""
    for found in _TOKEN.finditer(folded):
        yield _canonical(found[0]), found.start(), found.start() + len(found[0].rstrip(","))


def _canonical(token: str) -> str:
    if not token[-1].isdigit() and not token[0].isdigit():
        return token
    sign, number = ("-", token[1:]) if token[0] in "-−" else ("", token)
    number = number.replace(",", "") if _GROUPED.fullmatch(number) else number.strip(",")
    if ":" in number:
        hours, _, rest = number.partition(":")
        return f"{sign}{hours.lstrip('0') or '0'}:{rest}"
    if number.count(".") != 1 or "," in number:
        return sign + number
    return sign + format(Decimal(number).normalize(), "f")


def mentions(text: str, phrase: str) -> bool:
    """Return whether the words of `phrase` occur consecutively in `text`, ignoring case, spaces and punctuation."""
    return contains_tokens(tokens(phrase), tokens(text))


def contains_tokens(wanted: tuple[str, ...], found: tuple[str, ...]) -> bool:
    """Return whether the wanted tokens occur consecutively in `found`; false if none is wanted."""
    size = len(wanted)
    return size > 0 and any(found[start : start + size] == wanted for start in range(len(found) - size + 1))
