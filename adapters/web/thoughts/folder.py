"""FOLDER/labels: decisions of two annotators and one adjudicator on a sample. Blocking; use a thread."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from adapters.web.shared.decisions import Decisions
from adapters.web.shared.person_names import file_stem
from adapters.web.thoughts.decisions import NO, YES, AnnotatorLabels, Mark, Place, Role, gta, to_line
from runtime.core.errors import UsageError
from runtime.metrics.reliability import combine_ratings

MOST = 2
"""Number of annotators of a sample; a third person decides where they differ."""


class Labels:
    """The labels of one sample folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._decisions = Decisions(folder / "labels", AnnotatorLabels)

    def people(self, role: Role) -> dict[str, AnnotatorLabels]:
        """The decisions of all people with this role, by name.

        Raises:
            UsageError: a file was written by another version.
        """
        read = [self._decisions.read(path) for path in self._decisions.files()]
        return {labels.name: labels for labels in read if labels.role == role}

    def of(self, name: str) -> AnnotatorLabels:
        """A person's decisions so far.

        Raises:
            UsageError: the file was written by another version.
        """
        return self._decisions.of(name)

    def admit(self, name: str, role: Role) -> None:
        """Check that a person may label in this role.

        Raises:
            UsageError: the person has the other role already, or the role is fully taken.
        """
        own = self.of(name)
        if own.role not in ("", role):
            other = "labelled it" if own.role == "annotator" else "adjudicated it"
            raise UsageError(f"{name} has {other}: the adjudicator must be a third person")
        others = [other for other in self.people(role) if file_stem(other) != file_stem(name)]
        if role == "adjudicator" and others:
            raise UsageError(f"{others[0]} adjudicates {self.folder}: continue with --annotator {others[0]!r}")
        if role == "annotator" and len(others) >= MOST:
            raise UsageError(
                f"{self.folder} is labelled by {' and '.join(others)}: a third person decides where they differ, with "
                f"--annotator {name!r} --adjudicate"
            )

    def conflicts(self, places: Sequence[Place]) -> tuple[Place, ...]:
        """Thoughts to which one annotator answered 1 and the other 0.

        Raises:
            UsageError: two annotators have not labelled it yet.
        """
        annotators = self.people("annotator")
        if len(annotators) != MOST:
            names = " and ".join(annotators) or "nobody"
            raise UsageError(
                f"{self.folder} is labelled by {names}: two people must label it before a third can adjudicate"
            )
        left, right = (person.values for person in annotators.values())
        return tuple(
            place
            for place in places
            if place in left and place in right and combine_ratings(gta(left[place]), gta(right[place]))[1] == "open"
        )

    def add(self, name: str, role: Role, place: Place, answer: str) -> Mark:
        """Append one decision; it is on disk when this returns.

        Raises:
            OSError: the file could not be written.
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
