"""Errors in a model's text."""

from __future__ import annotations

from runtime.core.errors import MobileRuntimeError


class FormatError(MobileRuntimeError):
    """A reply that is not of its grammar, or that names what is not there.

    `where` is the part of the reply, `why` what is the matter with it. `believed` is what an agent's own program takes
    for the model's last words when it mistakes such a reply for the end.
    """

    def __init__(self, where: str, why: str, believed: str = "") -> None:
        super().__init__(f"{where}: {why}")
        self.where = where
        self.why = why
        self.believed = believed
