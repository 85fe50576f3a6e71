"""Divides intents into those for developing judges and those set aside for measuring them. Pure.

Set aside are the suite's splits `test` (a fifth of each domain, by a digest of the id) and `test-apps` (all intents
that enter one of five apps). This file was committed before any judge was run on a trajectory of this package.

History of the set-aside part, and how blind each measurement was:

- the rule judges are older than this file. They were written with runs of oracle, silent and reader over the
  *complete* suite in sight, set-aside intents included, so these three families are no blind measurement;
- the patterns that a rule judge reads (`seen`, `closing_seen`) belong to the intents and were written with them;
- the families that are built to fool a judge are new with this package. What a judge does with them was seen for the
  first time after this commit. While judges were mended single mistakes were looked at on development intents only;
  the figures of the set-aside part, in all and by family, were read four times on the way (V_out 0.960, 0.971, 0.979,
  0.979), and the first reading turned attention to trajectories that stop before a page could tell;
- they were read four times more after the families in which little comes true had been made larger: 0.943, with the
  judge of before on the same trajectories 0.945, and, after drafts had lost their labels, 0.968 without pixels and
  0.967 on virtual phones. In between the *labels* of the families `truncated`, `uncommitted` and `stale_success` were
  looked at one by one, no verdict with them, to decide whether they are right; those of one intent were not
  (`labels._sealed`). What was left wrong in `truncated` was not looked at then. All of it came from two intents that
  left the suite with 0.4.0; what judges were mended by afterwards was seen on those;
- with suite 0.4.0 the apps set aside have thirteen intents that no judge had been run on, `info.drizzlesave` became a
  development intent, and `shop.railrefund` and `shop.railspa`, which had been ones, are set aside. The figures were
  read twice, by family and by intent: 0.966 (the thirteen 0.934, their `truncated` 0.706), then 0.995 (0.991, 0.956).
  The first reading was blind. The second is not quite: that `info.maplist` and `shop.larderaddress` were wrong was
  known by then, no single verdict, and what to mend was found by reading their files and on a practice intent changed
  alike. Once more with the same judges and a `reader` that gets further: 0.992, no family below 0.95;
- with suite 0.5.0 the apps set aside have thirteen other intents, written while the judges stood still, by people who
  saw the verdicts on the instruments' and on their own plays of them, never on a family of this package. The first
  reading: 1,363 trajectories, V_out 0.997 without pixels; 0.990 on virtual phones, where `weather` had 0.877. Its wrong
  verdicts were looked at: the players had acted in no time at all, so that stale pages stayed stale to the end, 19 of
  48. Since then each decision takes a second (`play.PacedSession`), and no judge was changed: 0.998 and 0.997, no
  family below 0.97. `info.drizzlegusts` became a development intent: by the digests it is no test intent any more.
- with suite 0.6.0 they have thirteen others, written in the same way. The first reading, blind and without pixels:
  1,501 trajectories, V_out 0.979, with `stale_success` at 0.857 and `truncated` at 0.875. Both came from two intents,
  and the wrong verdicts on these were looked at: what `info.mapnote` and `shop.larderloaf` say may be *seen* was not
  what they say is *true* (a title too many; an order of anything else). The two files were mended and no judge: 0.996,
  no family below 0.96. `info.drizzlegusts` and `shop.griddleagain`, development intents before, are set aside.
"""

from __future__ import annotations

from typing import Literal, get_args

from runtime.core.errors import UsageError
from runtime.core.tasks import Suite

Part = Literal["set-aside", "test", "test-apps", "development", "all"]
PARTS: tuple[Part, ...] = get_args(Part)

_SET_ASIDE = ("test", "test-apps")
"""The suite's splits that are set aside."""


def set_aside(suite: Suite) -> frozenset[str]:
    """The ids of the intents that judges are measured on.

    Raises:
        UsageError: the suite has no such splits.
    """
    missing = [name for name in _SET_ASIDE if name not in suite.splits]
    if missing:
        raise UsageError(f"suite {suite.name} has no split {missing[0]!r}, so nothing is set aside; use --part all")
    return frozenset(identifier for name in _SET_ASIDE for identifier in suite.splits[name])


def intents_in(suite: Suite, part: Part) -> frozenset[str]:
    """The ids of the intents in a part.

    Raises:
        UsageError: the suite lacks the splits that define the part.
    """
    everything = frozenset(intent.id for intent in suite.intents)
    if part == "all":
        return everything
    if part in _SET_ASIDE:
        return set_aside(suite).intersection(suite.splits[part])
    return set_aside(suite) if part == "set-aside" else everything - set_aside(suite)
