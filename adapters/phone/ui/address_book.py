"""The address book that an app shares with other apps: phone numbers and their owners."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, slots=True)
class Person:
    """One phone number of a person; `kind` is a label such as Mobile, `order` the sort key of the name."""

    name: str
    number: str
    kind: str = ""
    order: str = ""


def key_of(number: str) -> str:
    """Normalize a number by dropping separators; text without digits stays unchanged."""
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
        """Return the first person with a number in any notation; None if nobody has it."""
        return self._by_key.get(key_of(number))

    def search(self, query: str) -> tuple[Person, ...]:
        """Return the people whose name or number contains all words of the query."""
        words = query.casefold().split()
        return tuple(
            person
            for person in self.people
            if all(
                word in f"{person.name} {person.order} {person.number} {key_of(person.number)}".casefold()
                for word in words
            )
        )
