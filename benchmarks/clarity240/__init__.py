"""The suite `clarity240`: intents put into words at four levels of clarity.

intents/*.yaml   what people want: requirements, the right way in selectors, wording; written by hand
references.json  the right way as recorded on a virtual phone; made by `python -m runtime.bench record`
document         YAML with line numbers                     derive    the four instructions
schema           what may stand in an intent file           replay    actions on a phone in the pure world
template, build  from files to frozen data                  record    makes references.json
suite            reads it all                               stage     an episode without sockets or pixels
yours            people's own files (GUIDE.md)              real      intents for apps on real phones
command          `record`, and the JSON schema for editors
splits, draws    parts to learn from and to measure on; other tasks of the same kind, each proven (`proof`)
phrasings        other words for the same task              unsaid    values that no sentence is made of
marginals        the suite counted, beside what the paper publishes       review    that each was read
law              every rule that the suite keeps: in words (`wording`, `choices`), by playing (`soundness`),
                 and by playing something else (`reach`)
functions      what can be done in each app and how deep, found by walking (functions.json); `tails` says by it which
               requirements are long-tail
sources          all mistakes of all files at once; file and line of every finding (`findings`)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from runtime.core.tasks import Suite
from runtime.plugins.specs import SuiteReaderSpec, SuiteSpec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.clarity240.findings import Finding
    from benchmarks.clarity240.screen_coverage import AppScreens
    from benchmarks.clarity240.suite_statistics import Row


def load() -> Suite:
    """The committed suite.

    Raises:
        UsageError: one of its files has a mistake; the message gives file and line.
    """
    from benchmarks.clarity240.suite import suite

    return suite()


def read(paths: Sequence[str]) -> Suite:
    """The suite in people's own files and folders, see GUIDE.md.

    Raises:
        UsageError: they have mistakes; each is told with file and line.
    """
    from benchmarks.clarity240.user_suites import read

    return read(paths)


def validate(suite: Suite) -> list[Finding]:
    """Every breach of a rule of the suite, words first. An empty list means that it may be measured with."""
    from benchmarks.clarity240.intent_files import located
    from benchmarks.clarity240.rules import breaches
    from benchmarks.clarity240.suite import NAME, gathered
    from benchmarks.clarity240.user_suites import OwnSuite

    if isinstance(suite, OwnSuite):
        return located(breaches(suite, published=False), suite.documents)
    found = breaches(suite)
    return located(found, gathered().documents) if found and suite.name == NAME else found


def counts(suite: Suite) -> list[Row]:
    """The counts of the suite, with the figures that the paper publishes of its own suite."""
    from benchmarks.clarity240.suite_statistics import rows

    return list(rows(suite))


def coverage(suite: Suite) -> list[AppScreens]:
    """The screens of the suite's apps, by whether an intent needs them."""
    from benchmarks.clarity240 import replay
    from benchmarks.clarity240.screen_coverage import screens

    return list(screens(suite.intents, replay.phone()))


SUITE: Final = SuiteSpec(load=load, validate=validate, counts=counts, coverage=coverage)
READER: Final = SuiteReaderSpec(read=read, validate=validate, coverage=coverage)
