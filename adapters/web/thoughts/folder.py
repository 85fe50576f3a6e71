"""FOLDER/labels: what two annotators and one who adjudicates have said of a sample. Blocking; use a thread."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from adapters.web.shared.decisions import Decisions
from adapters.web.shared.names import stem
from adapters.web.thoughts.marks import NO, YES, Mark, Place, Role, Sheaf, gta, to_line
from runtime.core.errors import UsageError
from runtime.metrics.reliability import combine_ratings

MOST = 2
"""Annotators of a sample; where they differ a third decides."""


class Labels:
    """The labels of one sample folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._decisions = Decisions(folder / "labels", Sheaf)

    def people(self, role: Role) -> dict[str, Sheaf]:
        """What those of a role have said so far, by name.

        Raises:
            UsageError: a file is of another version.
        """
        read = [self._decisions.read(path) for path in self._decisions.files()]
        return {labels.name: labels for labels in read if labels.role == role}

    def of(self, name: str) -> Sheaf:
        """What a person has said so far.

        Raises:
            UsageError: the file is of another version.
        """
        return self._decisions.of(name)

    def admit(self, name: str, role: Role) -> None:
        """See that a person may label in a role.

        Raises:
            UsageError: the other role is theirs already, or there are enough of this one.
        """
        own = self.of(name)
        if own.role not in ("", role):
            other = "labelled it" if own.role == "annotator" else "adjudicated it"
            raise UsageError(f"{name} has {other}: the one who adjudicates must be a third person")
        others = [other for other in self.people(role) if stem(other) != stem(name)]
        if role == "adjudicator" and others:
            raise UsageError(f"{others[0]} adjudicates {self.folder}: --annotator {others[0]!r} goes on")
        if role == "annotator" and len(others) >= MOST:
            raise UsageError(
                f"{self.folder} is labelled by {' and '.join(others)}: a third decides where they differ, by "
                f"--annotator {name!r} --adjudicate"
            )

    def conflicts(self, places: Sequence[Place]) -> tuple[Place, ...]:
        """Where one annotator says 1 and the other 0.

        Raises:
            UsageError: there are no two annotators yet.
        """
        annotators = self.people("annotator")
        if len(annotators) != MOST:
            names = " and ".join(annotators) or "nobody"
            raise UsageError(f"{self.folder} is labelled by {names}: two must have, before a third can decide")
        document, other = (sheaf.values for sheaf in annotators.values())
        return tuple(
            place
            for place in places
            if place in document
            and place in other
            and combine_ratings(gta(document[place]), gta(other[place]))[1] == "open"
        )

    def add(self, name: str, role: Role, place: Place, answer: str) -> Mark:
        """Append one decision; it is on disk when this returns.

        Raises:
            OSError: it could not be written.
        """
        model, episode, step = place
        plain = answer in (YES, NO)
        mark = Mark(
            time=datetime.now(UTC).isoformat(timespec="milliseconds"),
            annotator=name,
            role=role,
            model=model,
            episode_id=episode,
            step_id=step,
            gta=("NA" if not plain else 1 if answer == YES else 0),
            error_code="" if plain else answer,
        )
        self._decisions.add(name, to_line(mark))
        return mark
