"""The suite `clarity240`: intents put into words at four levels of clarity.

intents/*.yaml   what people want: requirements, the right way in selectors, wording; written by hand
references.json  the right way as recorded on a virtual phone; made by `python -m benchmarks.clarity240.record`
document         YAML with line numbers                     derive    the four instructions
schema           what may stand in an intent file           replay    actions on a phone in the pure world
template, build  from files to frozen data                  record    makes references.json
suite            reads it all                               stage     an episode without sockets or pixels
marginals        the suite counted, beside what the paper publishes
law              every rule that the suite keeps, in words (`wording`) and by playing (`soundness`)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.tasks import Suite

if TYPE_CHECKING:
    from benchmarks.clarity240.findings import Finding
    from benchmarks.clarity240.marginals import Row


def load() -> Suite:
    """The committed suite.

    Raises:
        UsageError: one of its files has a mistake; the message gives file and line.
    """
    from benchmarks.clarity240.suite import suite

    return suite()


def validate(suite: Suite) -> list[Finding]:
    """Every breach of a rule of the suite, words first. An empty list means that it may be measured with."""
    from benchmarks.clarity240.law import breaches

    return breaches(suite)


def counts(suite: Suite) -> list[Row]:
    """What the suite has of everything, beside the figures that the paper publishes of its own."""
    from benchmarks.clarity240.marginals import rows

    return list(rows(suite))
