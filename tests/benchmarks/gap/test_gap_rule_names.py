"""Rules are named values: the label contains all settings, and unknown names are rejected with the known ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.gap import rules
from runtime.core.errors import UsageError


def test_the_rules_of_the_notes_are_there():
    """Every published matcher that the project promises has a name."""
    assert rules.names() == (
        "agentcpm",
        "agentcpm-androidcontrol",
        "aitw-ams",
        "aitz-official",
        "androidcontrol-qwen",
        "gui-r1",
        "os-atlas",
    )


@given(st.sampled_from(rules.names()), st.data())
def test_a_label_names_its_rule(name, data):
    """A rule opened by its label, or with its options in any order, is the same value."""
    switches = {text.partition("=")[0]: text for text in rules.named(name).quirks}
    chosen = data.draw(st.lists(st.sampled_from(sorted(switches)), unique=True))
    rule = rules.named(f"{name}?{'&'.join(switches[option] for option in chosen)}")
    assert rule == rules.named(rule.label)
    assert hash(rule) == hash(rules.named(rule.label))
    assert rule.label == f"{name}/1" + ("?" if chosen else "") + "&".join(sorted(switches[option] for option in chosen))
    assert (rule == rules.named(name)) == (not chosen)


def test_the_published_setting_is_the_default():
    """Naming the published setting gives the same rule as leaving it out."""
    assert rules.named("agentcpm?empty_text=match&wait=own").label == "agentcpm/1?wait=own"
    assert rules.named(" agentcpm/1? ").label == "agentcpm/1"


def test_a_rule_cannot_be_changed():
    """A rule is frozen, and so are its quirks."""
    rule = rules.named("agentcpm")
    with pytest.raises(AttributeError):
        setattr(rule, "version", 2)  # noqa: B010 - what a type checker refuses must fail at run time, too
    with pytest.raises(TypeError):
        rule.quirks["more"] = "no"  # type: ignore[index]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("agent", "there is no rule 'agent'; there are agentcpm, agentcpm-androidcontrol"),
        ("", "there is no rule"),
        ("agentcpm/2", "version 1, not '2'"),
        ("agentcpm?nearest=five", "has no option nearest; there are clamp, containers"),
        ("agentcpm?wait=never", "wait is one of stop, own, not 'never'"),
        ("agentcpm?wait", "should be option=value, once"),
        ("agentcpm?wait=own&wait=own", "should be option=value, once"),
    ],
)
def test_unknown_names_are_refused(text, why):
    """An unknown rule, version, option or value raises a UsageError that lists the known ones."""
    with pytest.raises(UsageError, match=why.replace("?", r"\?")):
        rules.named(text)
