"""The address book as other apps are told it: who has which number."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, slots=True)
class Person:
    """One number of somebody; `kind` is what it is for, such as Mobile, `order` what the name is sorted by."""

    name: str
    number: str
    kind: str = ""
    order: str = ""


def key_of(number: str) -> str:
    """A number without what people write between its digits; what has no digits, as it is."""
    digits = re.sub(r"[^\d+*#]", "", number)
    return digits if len(digits) >= 3 else number.strip()


@dataclass(frozen=True)
class Book:
    """All numbers, in the order of the address book."""

    people: tuple[Person, ...] = ()

    @cached_property
    def _by_key(self) -> Mapping[str, Person]:
        found: dict[str, Person] = {}
        for person in self.people:
            found.setdefault(key_of(person.number), person)
        return found

    def person(self, number: str) -> Person | None:
        """Whose number that is, however it is written; of several the first."""
        return self._by_key.get(key_of(number))

    def search(self, query: str) -> tuple[Person, ...]:
        """Those whose names and numbers have all the words."""
        words = query.casefold().split()
        return tuple(
            person
            for person in self.people
            if all(
                word in f"{person.name} {person.order} {person.number} {key_of(person.number)}".casefold()
                for word in words
            )
        )
