"""Presets of agents: created with a seed and a model, configured by options, and described."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from adapters.agents.llm.general import presets
from adapters.agents.llm.kit.options import size_rule
from adapters.agents.llm.kit.pictures import SizeRule
from adapters.agents.llm.kit.presets import OURS, Preset
from runtime.core.errors import UsageError
from runtime.llm import ModelReply, ModelRequest
from runtime.plugins.protocols import Need

PRESETS: dict[str, Preset[Any]] = {
    value.config.name: value for value in vars(presets).values() if isinstance(value, Preset)
}
EVERY = pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS.keys())


class Silent:
    """A model that is never called."""

    name = "silent"

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Never called."""
        raise AssertionError(request)


def test_the_presets_of_the_generic_framework_are_there():
    """The generic agents have exactly these presets."""
    assert sorted(PRESETS) == [
        "gui-owl", "mai-ui", "pixels", "qwen3-vl", "som", "ui-tars-1.0", "ui-tars-1.5", "ui-tars-doubao",
    ]  # fmt: skip


@EVERY
def test_a_preset_is_a_part_that_needs_a_model(preset: Preset[Any]):
    """A preset declares that it needs a model, its prompts and the views it wants."""
    assert preset.spec.needs_model
    files = preset.spec.prompts
    assert files is not None
    assert set(files.read()) == set(files.names)
    agent = preset(7, model=Silent())
    assert agent.needs == preset.needs
    assert preset.needs <= set(get_args(Need))
    assert ("tree" in preset.needs) == (preset.config.name == "som")


@EVERY
def test_a_preset_says_what_it_is(preset: Preset[Any]):
    """Description, needs, way of asking, an example line, and the origin of its prompts."""
    notes = preset.notes
    assert all((notes.title, notes.needs, notes.asks, notes.example))
    assert OURS in notes.needs
    assert f"--agent {preset.config.name} --model agent=openai:" in notes.example


@EVERY
def test_options_set_what_they_name(preset: Preset[Any]):
    """Options replace fields in a copy, and the preset itself stays unchanged."""
    made = preset.configured({"mode": "official", "size": "side:1000", "history": "3", "max_tokens": "77"})
    assert (made.config.mode, made.config.size, made.config.history, made.config.max_tokens) == (
        "official", SizeRule(side=1000), 3, 77,
    )  # fmt: skip
    assert preset.config.mode == "generic"
    assert made(7, model=Silent()).needs == preset.needs


@EVERY
def test_official_mode_asks_as_the_authors_have_it(preset: Preset[Any]):
    """Official mode uses the authors' own way of asking, and cannot be combined with ask=added."""
    made = preset.configured({"mode": "official"})
    assert made.config.ask == made.config.official_ask != "added"
    if "added" in preset.options["ask"].takes:
        with pytest.raises(UsageError, match="nothing is added"):
            preset.configured({"ask": "added", "mode": "official"})
    assert preset.configured({"ask": "none", "mode": "official"}).config.ask == "none"


@EVERY
def test_a_preset_that_cannot_ask_says_so(preset: Preset[Any]):
    """A preset that cannot ask declares it."""
    assert not preset.never_asks
    assert preset.configured({"ask": "none"}).never_asks
    assert preset.configured({"mode": "official"}).never_asks == (preset.config.official_ask == "none")


@EVERY
@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"sise": "full"}, "no option 'sise'.*there is: mode=generic or official"),
        ({"mode": "both"}, "mode takes generic or official"),
        ({"size": "huge"}, "size takes full, side:PIXELS"),
        ({"size": "side:3"}, "at least 28 pixels"),
        ({"history": "-1"}, "history takes a whole number from 0 to 1000"),
        ({"scheme": "guess"}, "scheme takes "),
        ({"max_tokens": "9" * 30}, "max_tokens takes"),
    ],
)
def test_what_is_no_option_is_refused_with_what_there_is(preset: Preset[Any], options: dict[str, str], words: str):
    """An unknown option or value raises a UsageError that names the agent and the valid values."""
    with pytest.raises(UsageError, match=words) as caught:
        preset.configured(options)
    assert preset.config.name in str(caught.value)


def test_options_of_one_family_are_its_own():
    """Each family has its own options, and refuses those of other families."""
    tars = PRESETS["ui-tars-1.5"].configured(
        {"images": "3", "language": "Chinese", "boxes": "no", "prompt": "ui-tars-1"}
    )
    assert (tars.config.images, tars.config.language, tars.config.boxes) == (3, "Chinese", False)
    assert tars.prompt_files.names == ("ui-tars-1", "ui-tars-ask")
    with pytest.raises(UsageError, match="no option 'language'"):
        PRESETS["qwen3-vl"].configured({"language": "Chinese"})
    with pytest.raises(UsageError, match="boxes takes yes or no"):
        PRESETS["ui-tars-1.5"].configured({"boxes": "maybe"})
    assert PRESETS["som"].configured({"elements": "all"}).config.elements == "all"


def test_only_texts_that_are_asked_with_count():
    """A preset lists only the prompts that its options use."""
    none = PRESETS["gui-owl"].configured({"ask": "none"})
    assert none.prompt_files.names == ("gui-owl-system", "gui-owl-task")
    assert "gui-owl-interact" in PRESETS["gui-owl"].prompt_files.names
    assert PRESETS["som"].configured({"mode": "official"}).prompt_files.names == ("m3a-action", "m3a-summary")


def test_sizes_are_read_as_they_are_written():
    """A rule's text parses back to the same rule."""
    for text in ("full", "side:1280", "pixels:2116800"):
        assert str(size_rule(text)) == text
