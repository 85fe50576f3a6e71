"""The suite `clarity240`: intents put into words at four levels of clarity.

intents/*.yaml   what people want: requirements, the right way in selectors, wording; written by hand (GUIDE.md)
references.json  the right way as recorded on a virtual phone; made by `python -m runtime.bench record` (`command`)
reviews.yaml     what was found when somebody else read each intent (`review`)
functions.json   what can be done in each app and how deep, found by walking (`app_exploration`)

reading      `yaml_document`, `template`, `schema`, `intent_files`, `build`, `instruction_levels`: from files to tasks.
             `suite` reads the committed files, `user_suites` people's own, `real_phone_intents` what has no recording
playing      `replay`, `record`, `setup`: phones without sockets, pixels or waiting
rules        `rules` goes through all of them: words (`wording`, `nature`, `choice_points`), play (`soundness`), playing
             something else (`alternative_paths`, `long_tail_requirements`). Every breach is a finding (`findings`)
counting     `suite_statistics` beside what the paper publishes; `screen_coverage`; `splits` to learn from and measure
more tasks   `task_variants`: other values, each checked by `fast_checks`, without `blocked_values`; `phrasings`: other
             words
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
