"""The presets of the generic framework."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from adapters.agents.formats.gui_owl import FORMAT as GUI_OWL_FORMAT
from adapters.agents.formats.m3a import FORMAT as M3A_FORMAT
from adapters.agents.formats.mai_ui import FORMAT as MAI_UI_FORMAT
from adapters.agents.formats.qwen3_vl import FORMAT as QWEN3_VL_FORMAT
from adapters.agents.formats.ui_tars import FORMAT as UI_TARS_FORMAT
from adapters.agents.llm.general.generic import GenericConfig, GenericLoop
from adapters.agents.llm.general.m3a import M3AConfig, M3ALoop
from adapters.agents.llm.kit.options import Option, choice, flag, integer, words
from adapters.agents.llm.kit.pictures import SizeRule
from adapters.agents.llm.kit.presets import OURS, Preset
from adapters.agents.llm.kit.settings import settings_options
from runtime.llm import Sampling
from runtime.plugins.protocols import AgentNotes

_OPERATOR = (
    " In official mode prompt, actions, parser and sampling values are those of UI-TARS-desktop's program for ADB."
)
_OFFERED = "by {}, an action that we add; ask=none and mode=official leave it out"


def _served(model: str) -> str:
    return f"{model} behind an OpenAI-compatible endpoint, its key in OPENAI_API_KEY. {OURS}"


def _example(name: str, model: str) -> str:
    return f"--agent {name} --model agent=openai:{model}@http://127.0.0.1:8000/v1"


def _ui_tars_prompt(config: GenericConfig, text: str) -> GenericConfig:
    if config.mode == "official":
        raise ValueError("in official mode the prompt is that of the operator")
    if text not in ("ui-tars-1", "ui-tars-2"):
        raise ValueError
    return replace(config, prompt=text)


_UI_TARS_OPTIONS: Final[dict[str, Option[Any]]] = {
    **settings_options(UI_TARS_FORMAT, "added", "none"),
    "prompt": Option("ui-tars-1 or ui-tars-2", _ui_tars_prompt),
    "images": integer("images", 1, 64),
    "language": words("language", "English"),
    "boxes": flag("boxes"),
    "single": flag("single"),
}


def _ui_tars(name: str, title: str, model: str, tokens: int = 1000, **more: Any) -> Preset[GenericConfig]:
    """A model of the family. `tokens`: the length that its authors' program for phones allows."""
    official = {
        "prompt": "ui-tars-operator", "boxes": False, "max_tokens": tokens, "sampling": Sampling(top_p=0.7),
        "remembers": True,
    }  # fmt: skip
    config = GenericConfig(
        name=name, format=UI_TARS_FORMAT, rule="turns", images=5, asks={"added": "ui-tars-ask"}, ask="added",
        max_tokens=1000, language="English", official=official, **more,
    )  # fmt: skip
    needs = _served(model) + _OPERATOR
    asks = _OFFERED.format("call_user(content='…')")
    return Preset(GenericLoop, config, _UI_TARS_OPTIONS, AgentNotes(title, needs, asks, _example(name, model)))


UI_TARS_1_0: Final = _ui_tars(
    "ui-tars-1.0", "UI-TARS 1.0 in the generic framework", "UI-TARS-7B-SFT",
    prompt="ui-tars-1", scheme="rel1000", size=SizeRule(pixels=2700 * 28 * 28), boxes=True,
)  # fmt: skip
UI_TARS_1_5: Final = _ui_tars(
    "ui-tars-1.5", "UI-TARS 1.5 in the generic framework", "UI-TARS-1.5-7B",
    tokens=65535, prompt="ui-tars-2", scheme="abs_smart28", boxes=True,
)  # fmt: skip
UI_TARS_DOUBAO: Final = _ui_tars(
    "ui-tars-doubao", "UI-TARS behind Doubao's API in the generic framework", "doubao-1.5-ui-tars",
    prompt="ui-tars-2", scheme="rel1000", size=SizeRule(pixels=5120 * 28 * 28),
)  # fmt: skip

QWEN3_VL: Final = Preset(
    GenericLoop,
    GenericConfig(
        name="qwen3-vl", format=QWEN3_VL_FORMAT, rule="lines", images=1, system="qwen3-vl-system",
        prompt="qwen3-vl-task", asks={"added": "qwen3-vl-ask"}, ask="added",
    ),
    settings_options(QWEN3_VL_FORMAT, "added", "none"),
    AgentNotes(
        "Qwen3-VL in the generic framework, laid out as its cookbook",
        _served("Qwen3-VL-8B-Instruct"),
        _OFFERED.format("ask_user"),
        _example("qwen3-vl", "Qwen3-VL-8B-Instruct"),
    ),
)  # fmt: skip

GUI_OWL: Final = Preset(
    GenericLoop,
    GenericConfig(
        name="gui-owl", format=GUI_OWL_FORMAT, rule="opening", images=5, system="gui-owl-system",
        prompt="gui-owl-task", asks={"native": "gui-owl-interact", "added": "gui-owl-ask"}, ask="added",
        silent="native", official_ask="native",
    ),
    {**settings_options(GUI_OWL_FORMAT, "native", "added", "none"), "images": integer("images", 1, 64)},
    AgentNotes(
        "GUI-Owl 1.5, Mobile-Agent-v3.5's single agent",
        _served("GUI-Owl-1.5-8B-Instruct") + " The date that its prompt tells is the phone's.",
        "interact hands over to the user (ask=native); " + _OFFERED.format("ask_user"),
        _example("gui-owl", "GUI-Owl-1.5-8B-Instruct"),
    ),
)  # fmt: skip

MAI_UI: Final = Preset(
    GenericLoop,
    GenericConfig(
        name="mai-ui", format=MAI_UI_FORMAT, rule="turns", images=3, system="mai-ui-system", prompt="mai-ui-task",
        asks={"native": "mai-ui-ask"}, ask="native", official_ask="native", times=3,
        official={"sampling": Sampling(top_p=1.0, frequency_penalty=0.0, seed=42)},
    ),
    {**settings_options(MAI_UI_FORMAT, "native", "none"), "images": integer("images", 1, 64)},
    AgentNotes(
        "MAI-UI by its own loop",
        _served("MAI-UI-8B"),
        "ask_user, as its authors made it; ask=none takes their prompt without it",
        _example("mai-ui", "MAI-UI-8B"),
    ),
)  # fmt: skip

_GENERAL_OPTIONS: Final = settings_options(M3A_FORMAT, "added", "none")

SOM: Final = Preset(
    M3ALoop,
    M3AConfig(
        name="som", format=M3A_FORMAT, prompt="m3a-action", summary="m3a-summary", asks={"added": "m3a-ask"},
        ask="added", max_tokens=1000,
    ),
    {**_GENERAL_OPTIONS, "elements": choice("elements", "leaves", "all")},
    AgentNotes(
        "any general model by numbered elements, after M3A: the paper's generic framework",
        _served("any model that sees pictures"),
        _OFFERED.format("ask_user"),
        "--agent som --model agent=openai:MODEL@https://HOST/v1",
    ),
)  # fmt: skip
PIXELS: Final = Preset(
    M3ALoop,
    M3AConfig(
        name="pixels", format=M3A_FORMAT, prompt="pixels-action", summary="pixels-summary", numbers=False,
        asks={"added": "m3a-ask"}, ask="added", max_tokens=1000, size=SizeRule(side=1280),
    ),
    _GENERAL_OPTIONS,
    AgentNotes(
        "any general model by coordinates, after M3A; scheme=rel1000 for those that count to 1000",
        _served("any model that sees pictures"),
        _OFFERED.format("ask_user"),
        "--agent pixels --model agent=openai:MODEL@https://HOST/v1",
    ),
)  # fmt: skip
