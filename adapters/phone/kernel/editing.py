"""Text editing in the focused field: typing, deletion, caret moves, selection and clipboard actions."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from adapters.phone.disturbances import lifecycle
from adapters.phone.kernel import effects
from adapters.phone.kernel.running_phone import RunningPhone
from adapters.phone.state.phone_state import Keyboard
from adapters.phone.ui import hit_testing, text_fields
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Node

UP, DOWN, LEFT, RIGHT, HOME, END = 19, 20, 21, 22, 122, 123
MOVES: Final = frozenset({UP, DOWN, LEFT, RIGHT, HOME, END})
"""Keys that move the caret."""


def fields(screen: Screen) -> list[tuple[str, Node]]:
    """Return the fields of a screen by focus key, in the order in which layout numbers them."""
    if screen.overlay is not None:
        parts: tuple[Node | None, ...] = (screen.overlay.root,)
    elif screen.edge:
        parts = (screen.body, screen.fab, screen.top, screen.bottom)
    else:
        parts = (screen.top, screen.body, screen.fab, screen.bottom)
    found: list[tuple[str, Node]] = []
    counts: dict[str, int] = {}
    for part in parts:
        if part is not None:
            _collect(part, found, counts)
    return found


def _collect(node: Node, found: list[tuple[str, Node]], counts: dict[str, int]) -> None:
    if node.kind == "field":
        name = node.id or "field"
        count = counts.get(name, 0)
        counts[name] = count + 1
        found.append((f"{name}#{count}" if count else name, node))
    for child in node.children:
        _collect(child, found, counts)


def focused(phone: RunningPhone) -> Node | None:
    """Return the visible field with the input focus, None without one."""
    focus = phone.state.top.focus
    if not focus or phone.state.panel in ("shade", "recents"):
        return None
    return next((node for key, node in fields(phone.screen()) if key == focus), None)


def text(phone: RunningPhone) -> str:
    """Return the text of the focused field."""
    field = focused(phone)
    return "" if field is None else field.text


def span(phone: RunningPhone, field: Node) -> tuple[int, int]:
    """Return start and caret of the selection in the focused field."""
    return text_fields.clamp_span(phone.state.top.caret, len(field.text))


def select(phone: RunningPhone, begun: int, caret: int, *, toolbar: bool = False) -> None:
    """Set caret and selection of the focused field; `toolbar` shows the selection toolbar."""
    field = focused(phone)
    if field is not None:
        packed = text_fields.stored_span(begun, caret, len(field.text))
        top = replace(phone.state.top, caret=packed)
        if top != phone.state.top or toolbar != phone.state.toolbar:
            phone.state = replace(phone.state.with_top(top), toolbar=toolbar)


def put(phone: RunningPhone, text: str, caret: int) -> bool:
    """Replace the text of the focused field and set its caret; False if nothing has the focus."""
    field = focused(phone)
    if field is None or not field.enabled:
        return False
    event = field.event("change")
    if event is not None:
        top = replace(phone.state.top, caret=text_fields.stored_span(caret, caret, len(text)))
        if top != phone.state.top or phone.state.toolbar:
            phone.state = replace(phone.state.with_top(top), toolbar=False)
        if text != field.text:
            phone.dispatch(event.plus(text=text))
    return True


def insert(phone: RunningPhone, text: str) -> bool:
    """Insert text in place of the selection or at the caret; False if nothing has the focus."""
    field = focused(phone)
    if field is None:
        return False
    low, high = sorted(span(phone, field))
    return put(phone, field.text[:low] + text + field.text[high:], low + len(text))


def type_text(phone: RunningPhone, text: str) -> bool:
    """Insert text as `insert` does, but later if the keyboard is slow."""
    field = focused(phone)
    if field is None:
        return False
    slow = lifecycle.delay_text(phone.state, phone.front(), text)
    if slow is None:
        return insert(phone, text)
    phone.replace_silently(slow)
    return True


def deliver_pending(phone: RunningPhone) -> None:
    """Insert text of a slow keyboard that is due; it is lost if its field lost the focus."""
    late = phone.state.disturbances.pending_text
    if late is None:
        return
    phone.state = replace(phone.state, disturbances=replace(phone.state.disturbances, pending_text=None))
    if phone.state.top.focus == late.field:
        insert(phone, late.text)


def delete(phone: RunningPhone, *, forward: bool = False) -> bool:
    """Delete the selection, or the character before the caret (`forward`: after it); False if nothing has the focus."""
    field = focused(phone)
    if field is None:
        return False
    low, high = sorted(span(phone, field))
    if low == high:
        low, high = (low, min(len(field.text), high + 1)) if forward else (max(0, low - 1), high)
    return put(phone, field.text[:low] + field.text[high:], low)


def move(phone: RunningPhone, code: int, *, selecting: bool = False) -> bool:
    """Move the caret by a key of `MOVES`; `selecting` extends the selection. False if nothing has the focus."""
    field = focused(phone)
    if field is None:
        return False
    begun, caret = span(phone, field)
    size = len(field.text)
    if code in (LEFT, RIGHT) and begun != caret and not selecting:
        caret = min(begun, caret) if code == LEFT else max(begun, caret)
    elif code in (LEFT, RIGHT):
        caret = max(0, caret - 1) if code == LEFT else min(size, caret + 1)
    elif code in (UP, DOWN) and field.look.lines > 1:
        box = next(
            (item for window in phone.scene().windows if (item := hit_testing.focused(window.root)) is not None), None
        )
        if box is not None:
            width = box.rect[2] - box.rect[0]
            caret = text_fields.vertical(field, width, phone.state.top.caret, -1 if code == UP else 1)
    elif code in (HOME, END):
        caret = _line_end(field, caret, code)
    select(phone, begun if selecting else caret, caret)
    return True


def _line_end(field: Node, caret: int, code: int) -> int:
    """Return the offset of the start or end of the caret's paragraph."""
    if code == HOME:
        return field.text.rfind("\n", 0, caret) + 1
    found = field.text.find("\n", caret)
    return len(field.text) if found < 0 else found


def action(phone: RunningPhone, do: str) -> bool:
    """Perform `cut`, `copy`, `paste`, `all` or `share` in the focused field; False if nothing has the focus.

    Without a selection, cut and copy take the whole text. A password is never copied.
    """
    field = focused(phone)
    if field is None:
        return False
    low, high = sorted(span(phone, field))
    if low == high:
        low, high = 0, len(field.text)
    part = "" if field.password else field.text[low:high]
    if do == "all":
        select(phone, 0, len(field.text), toolbar=phone.state.toolbar)
    elif do == "paste":
        insert(phone, phone.state.clipboard)
    elif part and do in ("cut", "copy", "share"):
        if do == "share":
            phone.state = replace(phone.state, toolbar=False)
            effects.share(phone, part)
            return True
        phone.state = effects.copy_text(phone.state, part)
        if do == "cut":
            put(phone, field.text[:low] + field.text[high:], low)
        elif phone.state.toolbar:
            select(phone, high, high)
    return True


def submit(phone: RunningPhone) -> bool:
    """Press the keyboard's action key: submit the field, insert a line in a multi-line field, or hide the keyboard."""
    field = focused(phone)
    if field is None:
        return False
    event = field.event("submit")
    if event is not None:
        phone.dispatch(event.plus(text=field.text))
    elif field.look.lines > 1:
        return insert(phone, "\n")
    else:
        phone.state = replace(phone.state, keyboard=Keyboard())
    return True


def press(phone: RunningPhone, key: str) -> None:
    """Press a key of the on-screen keyboard; a letter also releases shift."""
    state = phone.state
    board = state.keyboard
    if key == "shift":
        phone.state = replace(state, keyboard=replace(board, shift=not board.shift))
    elif key == "symbols":
        phone.state = replace(state, keyboard=replace(board, symbols=not board.symbols))
    elif key == "hide":
        phone.state = replace(state, keyboard=Keyboard())
    elif key == "delete":
        delete(phone)
    elif key == "enter":
        submit(phone)
    elif key != "emoji":
        type_text(phone, key)
        after = phone.state.keyboard
        if after.shift:
            phone.state = replace(phone.state, keyboard=replace(after, shift=False))
