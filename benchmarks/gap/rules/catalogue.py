"""The matching rules by name. Pure."""

from __future__ import annotations

from typing import Final

from benchmarks.gap.rules import agentcpm, aitw, aitz, gui_r1, os_atlas, qwen
from benchmarks.gap.rules.rule import Family, Rule, parse_label
from runtime.core.errors import UsageError

_FAMILIES: Final[dict[str, Family]] = {
    family.name: family
    for family in (
        *agentcpm.FAMILIES, aitw.FAMILY, aitz.FAMILY, gui_r1.FAMILY, os_atlas.FAMILY, qwen.FAMILY,
    )
}  # fmt: skip


def names() -> tuple[str, ...]:
    """The names of all rules, sorted."""
    return tuple(sorted(_FAMILIES))


def named(text: str) -> Rule:
    """The rule with a name ("agentcpm"), with options ("agentcpm?empty_text=refuse&wait=own"), or with a label.

    Raises:
        UsageError: the rule, version, option or value is unknown; the message lists the known ones.
    """
    name, version, chosen = parse_label(text)
    if name not in _FAMILIES:
        raise UsageError(f"there is no rule {name!r}; there are {', '.join(names())}")
    family = _FAMILIES[name]
    if version not in ("", str(family.version)):
        raise UsageError(f"rule {name} is in its version {family.version}, not {version!r}")
    return family.rule(chosen)
