"""Controls for app screens: buttons, choices, steppers, tabs, fields, dialogs. Sizes are dp.

A control that shows a choice sets `checked` or `selected`, so that the accessibility tree has it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from adapters.phone.ui.node import Ev, Node, node
from adapters.phone.ui.widgets import ROW, UP, Some, action, icon, push, row, space, text


def switch(checked: bool, *, rid: str = "switch", enabled: bool = True) -> Node:
    """Return a switch; its row handles the tap."""
    return node("switch", id=rid, checked=checked, enabled=enabled, text="", width=52, height=32)


def switch_row(title: str, support: str, on: Ev, checked: bool, *, rid: str, icon_name: str = "") -> Node:
    """Return a list row that ends in a switch."""
    lead = icon(icon_name) if icon_name else None
    return row(title, support, on=on, rid=rid, leading=lead, trailing=switch(checked), height=72)


def radio_row(
    label: str,
    on: Ev,
    checked: bool,
    *,
    rid: str,
    trailing: str = "",
    inset: float = 20,
    support: str = "",
    leading: Node | None = None,
    height: float | str = 44,
) -> Node:
    """Return one option of a single-choice list. The row handles the tap, the radio shows the choice."""
    names: Node = text(label, "bodyL", grow=1, lines=1)
    if support:
        names = node(
            "column", text(label, "bodyL", lines=1), text(support, "bodyM", "on_surface_variant", lines=1), grow=1
        )
    return node(
        "row",
        node("radio", checked=checked, width=20, height=20, id="radio"),
        leading,
        names,
        text(trailing, "bodyM", "on_surface_variant") if trailing else None,
        on=on,
        id=rid,
        cls=ROW,
        selected=checked,
        width="fill",
        height=height,
        pad=(inset, 0, inset, 0),
        gap=16,
        align="center",
    )


def option_card(
    label: str,
    support: str,
    on: Ev,
    checked: bool,
    *,
    rid: str,
    height: float = 56,
    radius: float = 16,
    cls: str = "android.widget.RadioButton",
) -> Node:
    """Return one of a few options side by side; the chosen one is tinted and outlined."""
    ink = "on_primary_container" if checked else "on_surface"
    soft = "on_primary_container" if checked else "on_surface_variant"
    return node(
        "column",
        text(label, "titleS/Bold", ink, lines=1),
        text(support, "bodyS", soft, lines=1) if support else None,
        on=on,
        id=rid,
        cls=cls,
        checked=checked,
        selected=checked,
        grow=1,
        height=height,
        radius=radius,
        align="center",
        justify="center",
        bg="primary_container" if checked else "surface",
        outline="primary" if checked else "outline_variant",
        outline_width=2 if checked else 1,
    )


def chip(label: str, on: Ev, checked: bool, *, rid: str, single: bool = False, radius: float = 16) -> Node:
    """Return a filter chip (several may be selected) or, with `single`, one of a single-choice group."""
    return node(
        "chip",
        text=label,
        on=on,
        checked=checked,
        selected=checked,
        id=rid,
        height=32,
        radius=radius,
        cls="android.widget.RadioButton" if single else "android.widget.CompoundButton",
        type="labelL",
        color="on_secondary_container" if checked else "on_surface_variant",
    )


def chips(items: Sequence[Node], *, inset: float = 20, rid: str = "chip_group", cls: str = "") -> Node:
    """Return a group of chips that wraps into lines."""
    return node("row", items, id=rid, cls=cls, width="fill", gap=8, pad=(inset, 0, inset, 0), align="center", wrap=True)


def button(
    label: str,
    on: Ev,
    *,
    rid: str,
    variant: str = "filled",
    height: float = 48,
    icon_name: str = "",
    width: float | str = "fill",
    enabled: bool = True,
    grow: float = 0,
) -> Node:
    """Return a button: filled, tonal, outlined or text."""
    return node(
        "button",
        text=label,
        on=on if enabled else None,
        id=rid,
        variant=variant,
        height=height,
        width=width,
        icon=icon_name,
        enabled=enabled,
        radius=height / 2,
        type="labelL",
        grow=grow,
    )


def stepper(quantity: int, less: Ev, more: Ev, *, compact: bool = False) -> Node:
    """Return minus, value and plus. Minus is disabled at one."""
    height = 40 if compact else 52
    return node(
        "row",
        action("remove", "Remove one", less, rid="minus", enabled=quantity > 1, color="on_surface"),
        text(str(quantity), "16,24,Bold,0" if compact else "18,24,Bold,0", id="qty", text_align="center", width=24),
        action("add", "Add one", more, rid="plus", color="on_surface"),
        height=height,
        width=124,
        bg="high",
        radius=height / 2,
        align="center",
        justify="between",
        pad=(2, 0, 2, 0),
    )


def field(
    value: str,
    hint: str,
    name: str,
    *,
    change: Ev,
    submit: Ev | None = None,
    leading: str = "",
    trailing: Some = None,
    bg: str = "high",
    radius: float = 28,
    outline: str = "",
    height: float = 56,
) -> Node:
    """Return a text field in a filled shape with an icon before it. `name` is its resource id and focus key."""
    events: dict[Any, Ev] = {"change": change}
    if submit is not None:
        events["submit"] = submit
    return node(
        "row",
        icon(leading) if leading else None,
        node(
            "field",
            text=value,
            hint=hint,
            id=name,
            on=events,
            grow=1,
            height=min(48, height),
            type="bodyL",
            color="on_surface",
        ),
        trailing,
        width="fill",
        height=height,
        bg=bg,
        radius=radius,
        outline=outline,
        pad=(16, 0, 8, 0),
        gap=12,
        align="center",
        cls=ROW,
    )


def dialog(title: str, *body: Some, buttons: Sequence[Node] = (), icon_name: str = "") -> Node:
    """Return the content of a dialog: title, body, and buttons at the lower right."""
    return node(
        "column",
        node("row", icon(icon_name, 24, "secondary"), width="fill", justify="center", pad=(0, 0, 0, 12))
        if icon_name
        else None,
        text(
            title,
            "headlineS",
            id="android:id/alertTitle",
            heading=True,
            pad=(24, 0, 24, 16),
            width="fill",
            text_align="center" if icon_name else "start",
        ),
        *body,
        node("row", push(), *buttons, width="fill", pad=(16, 16, 16, 0), gap=8) if buttons else space(8),
        id="android:id/parentPanel",
        cls="android.widget.FrameLayout",
        width=312,
        bg="high",
        radius=28,
        pad=(0, 24, 0, 20),
        align="stretch",
        elevation=3,
    )


def dialog_button(label: str, on: Ev, *, yes: bool = True, enabled: bool = True) -> Node:
    """Return a dialog button; `yes` confirms (`button1`), otherwise it cancels (`button2`)."""
    return button(
        label, on, rid=f"android:id/button{1 if yes else 2}", variant="text", height=40, width="wrap", enabled=enabled
    )


def choice_dialog(
    title: str,
    options: Sequence[str],
    chosen: str,
    event: Ev | Callable[[str], Ev],
    *,
    yes: tuple[str, Ev] | None = None,
    no: Ev = UP,
) -> Node:
    """Return a dialog with a list of radios. Without `yes`, a tap on an option confirms immediately.

    Each sends the event with its label as `value`, or what `event` returns for its label.
    """
    rows = [
        radio_row(
            option, event.plus(value=option) if isinstance(event, Ev) else event(option), option == chosen,
            rid="choice", inset=24, height=48,
        )
        for option in options
    ]  # fmt: skip
    buttons = [dialog_button("Cancel", no, yes=False)]
    if yes is not None:
        buttons.append(dialog_button(*yes))
    return dialog(
        title,
        node("column", rows, id="android:id/select_dialog_listview", cls="android.widget.ListView", align="stretch"),
        buttons=buttons,
    )


def slider(name: str, label: str, value: float, change: Ev, icon_name: str) -> Node:
    """Return a labelled slider; `value` is 0–1."""
    return node(
        "column",
        text(label, "20,24,Regular,0", id="android:id/title", pad=(72, 0, 24, 0)),
        node(
            "row",
            icon(icon_name),
            node(
                "slider",
                value=value,
                id=name,
                desc=f"{label}, {round(value * 100)} percent",
                on={"change": change},
                grow=1,
                height=40,
            ),
            width="fill",
            gap=18,
            align="center",
            pad=(24, 0, 24, 0),
        ),
        width="fill",
        pad=(0, 12, 0, 8),
    )


def setting(
    title: str,
    summary: str = "",
    *,
    on: Ev | None = None,
    icon_name: str = "",
    checked: bool | None = None,
    enabled: bool = True,
    trailing: Node | None = None,
) -> Node:
    """Return a settings row; with `checked` it ends in a switch that shows the state while the row takes the tap."""
    color, soft = ("on_surface", "on_surface_variant") if enabled else ("outline", "outline")
    names = node(
        "column",
        text(title, "20,24,Regular,0", color, id="android:id/title", lines=2),
        text(summary, "bodyM", soft, id="android:id/summary", lines=2, pad=(0, 1, 0, 0)) if summary else None,
        grow=1,
    )
    lead = icon(icon_name, 24, soft, id="android:id/icon") if icon_name else None
    toggle = None
    if checked is not None:
        toggle = switch(checked, rid="android:id/switch_widget", enabled=enabled)
    return node(
        "row",
        lead,
        names,
        trailing,
        toggle,
        on=on if enabled else None,
        cls=ROW,
        enabled=enabled,
        width="fill",
        pad=(24, 15, 24, 15),
        gap=24,
        align="center",
        min_height=76 if summary else 72,
    )
