"""Text fields: caret, selection, editing keys, and the toolbar over a selection."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.phone.kernel.phone import Phone
from adapters.phone.style import typography as types
from adapters.phone.ui import kinds, text_fields
from adapters.phone.ui.app import App, route
from adapters.phone.ui.node import node
from adapters.phone.ui.scene import Box
from adapters.phone.workers.registry import with_launcher
from tests.adapters.phone.kernel.test_kernel_input import find, labels, tap
from tests.adapters.phone.kernel.test_kernel_laws import check

ONE = "com.demo.one"
LEFT, RIGHT, HOME, END, DEL, FORWARD = 21, 22, 122, 123, 67, 112
A, C, V, X = 29, 31, 50, 52

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("type"), st.sampled_from(("a", "tea ", "林晓雨", ". "))),
        st.tuples(st.just("key"), st.sampled_from((LEFT, RIGHT, HOME, END, DEL, FORWARD))),
        st.tuples(st.just("shift"), st.sampled_from((LEFT, RIGHT, HOME, END))),
        st.tuples(st.just("ctrl"), st.sampled_from((A, C, V, X))),
    ),
    max_size=25,
)


class Model:
    """A minimal reference model of a text field."""

    def __init__(self) -> None:
        self.text, self.begun, self.caret, self.board = "", 0, 0, ""

    def put(self, text: str) -> None:
        """Replace the selection by this text."""
        low, high = sorted((self.begun, self.caret))
        self.text = self.text[:low] + text + self.text[high:]
        self.begun = self.caret = low + len(text)

    def key(self, code: int, shift: bool = False) -> None:
        """Press a key that moves the caret or deletes."""
        low, high = sorted((self.begun, self.caret))
        if code in (DEL, FORWARD):
            if low == high:
                self.begun, self.caret = (max(0, low - 1), low) if code == DEL else (low, min(len(self.text), low + 1))
            self.put("")
            return
        if low < high and not shift and code in (LEFT, RIGHT):
            self.caret = low if code == LEFT else high
        else:
            size = len(self.text)
            self.caret = {LEFT: max(0, self.caret - 1), RIGHT: min(size, self.caret + 1), HOME: 0, END: size}[code]
        self.begun = self.begun if shift else self.caret

    def ctrl(self, code: int) -> None:
        """Select all, copy, cut or paste."""
        if code == A:
            self.begun, self.caret = 0, len(self.text)
        elif code == V:
            self.put(self.board)
        else:
            low, high = sorted((self.begun, self.caret))
            low, high = (low, high) if low < high else (0, len(self.text))
            self.board = self.text[low:high] or self.board
            if code == X and self.text:
                self.begun, self.caret = low, high
                self.put("")


def writing(apps: tuple[App, ...]) -> Phone:
    """A phone with the form's first field focused."""
    phone = Phone(with_launcher(apps))
    phone.start(ONE, route("form"))
    tap(phone, resource_id="query")
    return phone


def field(phone: Phone) -> Box:
    """The focused field's box."""

    def walk(box: Box) -> list[Box]:
        return [box, *(item for child in box.children for item in walk(child))]

    return next(box for window in phone.scene().windows for box in walk(window.root) if box.focused)


@given(STEPS)
def test_a_field_behaves_like_the_reference_model(apps: tuple[App, ...], steps: list[tuple[str, str | int]]) -> None:
    """After any editing steps, text, caret and clipboard equal those of the reference model."""
    phone, model = writing(apps), Model()
    for name, what in steps:
        if isinstance(what, str):
            phone.type_text(what)
            model.put(what)
        elif name == "ctrl":
            phone.key(what, ctrl=True)
            model.ctrl(what)
        else:
            phone.key(what, shift=name == "shift")
            model.key(what, name == "shift")
        assert phone.read()["one"]["query"] == model.text
        caret = text_fields.clamp_span(phone.state.top.caret, len(model.text))
        assert caret == (model.begun, model.caret)
        assert phone.state.clipboard == model.board
    check(phone)


@given(st.text("ab 林。\n", max_size=120), st.integers(0, 120), st.integers(80, 700), st.sampled_from((1, 3)))
def test_the_visible_lines_contain_the_caret(text: str, at: int, width: int, lines: int) -> None:
    """The visible lines are pieces of the text at the stated offsets, and one of them contains the caret."""
    item = node("field", text=text if lines > 1 else text.replace("\n", " "), lines=lines)
    at = min(at, len(item.text))
    shown, starts = text_fields.visible(item, width, (at, at))
    assert len(shown) <= lines
    for line, start in zip(shown, starts, strict=True):
        assert item.text[start : start + len(line)] == line
    marks = text_fields.marks(shown, starts, item.text, (at, at))
    if shown:
        assert 0 <= marks.column <= len(shown[marks.line])
        low = starts[marks.line] + marks.column
        assert item.text[low:at].strip() == ""  # at most what a line break swallows lies between


@given(st.text("abc 林", min_size=1, max_size=12), st.integers(0, 12))
def test_a_touch_puts_the_caret_between_two_letters(text: str, at: int) -> None:
    """A touch at a letter's left edge gives the offset before it; one beyond the text gives its end."""
    item = node("field", text=text)
    at = min(at, len(text))
    x = sum(types.advances(text[:at], kinds.type_style(item)))
    assert text_fields.offset_at(item, 4000, None, x, 5) == at
    assert text_fields.offset_at(item, 4000, None, 3999, 5) == len(text)


def test_a_tap_into_the_text_moves_the_caret(apps: tuple[App, ...]) -> None:
    """Typed text is inserted where the tap was; after a tap beyond the text it is appended."""
    phone = writing(apps)
    phone.type_text("tea")
    left, top, right, bottom = find(phone, resource_id="query").bounds
    phone.elapse(1000)
    phone.touch_tap(left + 1, (top + bottom) // 2)
    phone.type_text("Green ")
    assert phone.read()["one"]["query"] == "Green tea"
    phone.elapse(1000)
    phone.touch_tap(right - 5, (top + bottom) // 2)
    phone.type_text("!")
    assert phone.read()["one"]["query"] == "Green tea!"
    assert phone.state.top.caret is None


@pytest.mark.parametrize("way", ["long", "double"])
def test_selecting_a_word_shows_the_toolbar(apps: tuple[App, ...], way: str) -> None:
    """A long press or double tap selects a word and shows a toolbar window, whose "Cut" works."""
    phone = writing(apps)
    phone.type_text("Green tea")
    phone.elapse(1000)
    left, top, _, bottom = find(phone, resource_id="query").bounds
    x, y = left + 20, (top + bottom) // 2
    if way == "long":
        phone.touch_long(x, y, 600)
    else:
        phone.touch_double_tap(x, y)
    assert text_fields.clamp_span(phone.state.top.caret, 9) == (0, 5)
    bar = next(window for window in phone.scene().windows if window.kind == "toolbar")
    assert set(labels(bar.root)) >= {"Cut", "Copy", "Share", "Select all"}
    assert "Paste" not in labels(bar.root)
    assert b"Select all" not in phone.dump()
    check(phone)
    phone.touch_tap(*labels(bar.root)["Select all"])
    bar = next(window for window in phone.scene().windows if window.kind == "toolbar")
    assert "Select all" not in labels(bar.root)
    phone.touch_long(x, y, 600)
    bar = next(window for window in phone.scene().windows if window.kind == "toolbar")
    phone.elapse(1000)
    phone.touch_tap(*labels(bar.root)["Cut"])
    assert (phone.read()["one"]["query"], phone.state.clipboard) == (" tea", "Green")
    assert all(window.kind != "toolbar" for window in phone.scene().windows)


def test_back_first_clears_the_selection(apps: tuple[App, ...]) -> None:
    """BACK first closes the toolbar and the selection, then the keyboard."""
    phone = writing(apps)
    phone.type_text("tea")
    phone.elapse(1000)
    left, top, _, bottom = find(phone, resource_id="query").bounds
    phone.touch_long(left + 9, (top + bottom) // 2, 700)
    phone.key(4)
    assert (phone.state.toolbar, phone.state.keyboard.shown) == (False, True)
    assert phone.state.top.caret is None
    phone.key(4)
    assert (phone.state.keyboard.shown, phone.state.top.route.name) == (False, "form")


def test_a_password_is_never_copied(apps: tuple[App, ...]) -> None:
    """No key or shortcut copies a password, and the toolbar over it has no "Copy"."""
    phone = Phone(with_launcher(apps))
    phone.reset({"one": {"secret": "s3cret"}}, 0)
    phone.start(ONE, route("form"))
    tap(phone, resource_id="secret")
    for code in (A, C, X):
        phone.key(code, ctrl=True)
    phone.key(278)
    assert phone.state.clipboard == ""
    phone.elapse(1000)
    phone.touch_long(*find(phone, resource_id="secret").center, 700)
    assert all(window.kind != "toolbar" for window in phone.scene().windows)
    phone.state = replace(phone.state, clipboard="tea")
    bar = next(window for window in phone.scene().windows if window.kind == "toolbar")
    assert set(labels(bar.root)) - {""} == {"Paste"}
    assert field(phone).node.password


def test_dragging_after_a_long_press_selects_words(apps: tuple[App, ...]) -> None:
    """A held drag selects from the first touched word to the last, in either direction."""
    phone = writing(apps)
    phone.type_text("Green tea with milk")
    phone.elapse(1000)
    left, top, _, bottom = find(phone, resource_id="query").bounds
    y = (top + bottom) // 2
    at = [left + round(sum(types.advances("Green tea with milk"[:n], "bodyL"))) + 4 for n in (7, 11)]
    for first, last in (at, at[::-1]):
        phone.drag(first, y, last, y, 600)
        assert text_fields.clamp_span(phone.state.top.caret, 19) == (6, 14)
        assert phone.state.toolbar
