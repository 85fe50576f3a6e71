"""The formats of predictions by name, including the units of a model's coordinates. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl

from benchmarks.gap.predictions import agentcpm, generic, texts
from benchmarks.gap.predictions.answer import Reader
from benchmarks.gap.predictions.texts import as_it_is, resized, resized_for_owl
from runtime.core.errors import UsageError


@dataclass(frozen=True, slots=True)
class Form:
    """A format of answers. `texts`: the model's raw text is parsed if a record has it."""

    name: str
    about: str
    reader: Reader
    texts: bool


_UNITS: Final = "coordinates"
_FORMS: Final[dict[str, Form]] = {
    form.name: form
    for form in (
        Form("agentcpm", "the schema of AgentCPM-GUI, in which public result files are written", agentcpm.read, False),
        Form("ui-tars", "UI-TARS 2B, 7B, 72B: thousandths", texts.ui_tars_reader(None), True),
        Form("ui-tars-1.5", "UI-TARS 1.5: pixels of the resized picture", texts.ui_tars_reader(resized), True),
        Form(
            "gui-owl",
            "GUI-Owl, Qwen2.5-VL: pixels of the resized picture",
            texts.tool_call_reader(resized_for_owl),
            True,
        ),
        Form("autoglm", "AutoGLM-Phone: thousandths", texts.autoglm_reader(), True),
        Form(
            "json",
            '{"thought": …, "action": {"kind": …}}, see benchmarks/gap/predictions/generic.py',
            generic.read,
            False,
        ),
    )
}
_OTHER_UNITS: Final[dict[str, dict[str, Reader]]] = {
    "ui-tars": {"picture": texts.ui_tars_reader(as_it_is), "resized": texts.ui_tars_reader(resized)},
    "ui-tars-1.5": {"picture": texts.ui_tars_reader(as_it_is), "thousandths": texts.ui_tars_reader(None)},
    "gui-owl": {"picture": texts.tool_call_reader(as_it_is), "thousandths": texts.tool_call_reader(None)},
}


def names() -> tuple[str, ...]:
    """The names of all formats."""
    return tuple(sorted(_FORMS))


def about(name: str) -> str:
    """A one-line description of a format."""
    return named(name).about


def named(text: str) -> Form:
    """The format with this name and options, such as `ui-tars-1.5?coordinates=picture` for unresized coordinates.

    Raises:
        UsageError: the format or an option is unknown.
    """
    name, _, options = text.partition("?")
    form = _FORMS.get(name)
    if form is None:
        raise UsageError(f"--form {name!r}: one of {', '.join(names())}")
    for key, value in parse_qsl(options, keep_blank_values=True):
        other = _OTHER_UNITS.get(name, {})
        if key != _UNITS or value not in other:
            known = f"{_UNITS}={', '.join(sorted(other))}" if other else "no options"
            raise UsageError(f"--form {text}: {name} has {known}")
        form = Form(form.name, f"{form.about}; but coordinates={value}", other[value], form.texts)
    return form
