"""The content provider of droidrun's portal app: screen as JSON, app in front, installed packages, clipboard.

Two generations of the app are installed: `com.droidrun.portal`, and `com.mobilerun.portal` of the client that was
renamed to mobilerun. Formats follow their `ContentProvider`, `ApiHandler` and `AccessibilityTreeBuilder`, and the
clients that read them (packages droidrun 0.4 and mobilerun-core-local 0.7, MIT). Of a node's many properties it has
those that a UI dump contains.
"""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as Tree
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Portal:
    """One generation of the portal app. Its package is also the authority of its provider."""

    package: str
    label: str
    version: str
    version_code: int
    ime: str
    """Its keyboard."""
    clipboard: tuple[tuple[str, ...], tuple[str, ...]]
    """The paths at which the clipboard is read and set."""
    objects: bool
    """Whether the full state is an object, rather than a text that contains one."""


DROIDRUN: Final = Portal(
    "com.droidrun.portal",
    "Droidrun Portal",
    "0.4.7",
    407,
    "com.droidrun.portal/.DroidrunKeyboardIME",
    (("getclipboard",), ("setclipboard",)),
    objects=False,
)
MOBILERUN: Final = Portal(
    "com.mobilerun.portal",
    "Mobilerun Portal",
    "0.7.11",
    711,
    "com.mobilerun.portal/.input.MobilerunKeyboardIME",
    (("clipboard", "get"), ("clipboard", "set")),
    objects=True,
)
PORTALS: Final = {portal.package: portal for portal in (DROIDRUN, MOBILERUN)}
TOKEN: Final = "00000000-0000-4000-8000-000000000000"
"""Token of the portal's HTTP server, which does not exist here: clients fall back to the provider."""
_NO_SERVICE: Final = "Accessibility service not available"


@dataclass(frozen=True, slots=True)
class Facts:
    """Data of the phone that the portal needs besides the UI dump."""

    label: str
    package: str
    activity: str
    keyboard: bool
    width: int
    height: int
    density: int
    packages: tuple[Mapping[str, Any], ...]
    enabled: bool
    """Whether the portal's accessibility service is on."""
    ime: str
    """The selected keyboard."""
    clipboard: str


def answer(portal: Portal, path: tuple[str, ...], dump: bytes, facts: Facts) -> str:
    """Return the single value of a query's single row."""
    match path:
        case ("version",):
            return _success(portal.version)
        case ("auth_token",):
            return _success(TOKEN)
        case ("clipboard", "get") if path == portal.clipboard[0]:
            return _clipboard(portal, facts)
        case _ if not facts.enabled:
            return _error(_NO_SERVICE)
        case ("ping",):
            return _success("pong")
        case ("packages",):
            listing = {"status": "success", "result": list(facts.packages)}
            return json.dumps(listing, ensure_ascii=False)
        case ("phone_state",):
            return _success(_written(_phone_state(dump, facts)))
        case ("a11y_tree",):
            return _success(_written(_elements(dump)))
        case ("a11y_tree_full",):
            return _success(_written(_full(dump)))
        case ("state",):
            return _success(_written({"a11y_tree": _elements(dump), "phone_state": _phone_state(dump, facts)}))
        case ("state_full",):
            reply_fields = {
                "a11y_tree": _full(dump),
                "phone_state": _phone_state(dump, facts),
                "device_context": _device(facts),
            }
            return _success(reply_fields if portal.objects else _written(reply_fields))
        case ("getclipboard",) if path == portal.clipboard[0]:
            return _success(facts.clipboard)
        case _:
            return _error(f"Unknown endpoint: /{'/'.join(path)}")


def _clipboard(portal: Portal, facts: Facts) -> str:
    """The clipboard, which Android lets only the selected keyboard read."""
    if facts.ime != portal.ime:
        return _error("Clipboard read requires Mobilerun Keyboard to be selected")
    return _success(facts.clipboard) if facts.clipboard else _error("Clipboard is empty or access was denied")


def _success(value: Any) -> str:
    return _written({"status": "success", "result": value})


def _error(message: str) -> str:
    return _written({"status": "error", "error": message})


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _root(dump: bytes) -> Tree.Element | None:
    return next(iter(Tree.fromstring(dump)), None) if dump else None


def _bounds(node: Tree.Element) -> tuple[int, int, int, int]:
    found = [int(match) for match in re.findall(r"-?\d+", node.get("bounds", ""))]
    left, top, right, bottom = found if len(found) == 4 else (0, 0, 0, 0)
    return left, top, right, bottom


def _full(dump: bytes) -> dict[str, Any]:
    root = _root(dump)
    return {} if root is None else _node(root)


def _node(node: Tree.Element) -> dict[str, Any]:
    left, top, right, bottom = _bounds(node)
    rect = {"left": left, "top": top, "right": right, "bottom": bottom}

    def flag(name: str) -> bool:
        return node.get(name) == "true"

    editable = node.get("class", "").endswith("EditText")
    actions = [name for name, on in (("CLICK", "clickable"), ("LONG_CLICK", "long-clickable")) if flag(on)]
    actions += ["SCROLL_FORWARD", "SCROLL_BACKWARD"] if flag("scrollable") else []
    actions += ["SET_TEXT"] if editable else []
    return {
        "resourceId": node.get("resource-id", ""),
        "className": node.get("class", ""),
        "packageName": node.get("package", ""),
        "text": node.get("text", ""),
        "contentDescription": node.get("content-desc", ""),
        "hint": "",
        "stateDescription": "",
        "boundsInScreen": rect,
        "isClickable": flag("clickable"),
        "isLongClickable": flag("long-clickable"),
        "isFocusable": flag("focusable"),
        "isFocused": flag("focused"),
        "isSelected": flag("selected"),
        "isCheckable": flag("checkable"),
        "isChecked": flag("checked"),
        "isEnabled": flag("enabled"),
        "isVisibleToUser": True,
        "isEditable": editable,
        "isPassword": flag("password"),
        "isScrollable": flag("scrollable"),
        "childCount": len(node),
        "actionList": [{"name": name, "label": ""} for name in actions],
        "children": [_node(child) for child in node],
    }


def _elements(dump: bytes) -> list[dict[str, Any]]:
    """Return the nodes with text or actions, numbered in order and nested as in the tree."""
    root = _root(dump)
    numbers = iter(range(1, 1_000_000))
    return [] if root is None else list(_relevant_nodes(root, numbers))


def _relevant_nodes(node: Tree.Element, numbers: Iterator[int]) -> Iterator[dict[str, Any]]:
    text = node.get("text") or node.get("content-desc") or ""
    acts = any(node.get(name) == "true" for name in ("clickable", "long-clickable", "checkable", "scrollable"))
    if not text and not acts:
        for child in node:
            yield from _relevant_nodes(child, numbers)
        return
    name = node.get("resource-id", "")
    cls = node.get("class", "").rpartition(".")[2]
    yield {
        "index": next(numbers),
        "resourceId": name,
        "className": cls,
        "text": text or name.rpartition("/")[2] or cls,
        "bounds": ", ".join(map(str, _bounds(node))),
        "children": [entry for child in node for entry in _relevant_nodes(child, numbers)],
    }


def _phone_state(dump: bytes, facts: Facts) -> dict[str, Any]:
    root = _root(dump)
    focused = (
        None
        if root is None
        else next((element for element in root.iter("node") if element.get("focused") == "true"), None)
    )
    about = {} if focused is None else {"text": focused.get("text", ""), "className": focused.get("class", "")}
    return {
        "currentApp": facts.label,
        "packageName": facts.package,
        "activityName": facts.activity,
        "keyboardVisible": facts.keyboard,
        "isEditable": focused is not None and focused.get("class", "").endswith("EditText"),
        "focusedElement": {**about, "resourceId": "" if focused is None else focused.get("resource-id", "")},
    }


def _device(facts: Facts) -> dict[str, Any]:
    scale = facts.density / 160
    return {
        "screen_bounds": {"width": facts.width, "height": facts.height},
        "screenSize": {"width": facts.width, "height": facts.height},
        "filtering_params": {"min_element_size": 5, "overlay_offset": 0},
        "display_metrics": {
            "density": scale,
            "densityDpi": facts.density,
            "scaledDensity": scale,
            "widthPixels": facts.width,
            "heightPixels": facts.height,
        },
    }
