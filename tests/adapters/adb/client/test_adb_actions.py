"""Actions as command lines: quoting survives a real shell, nothing can be injected, labels find their packages."""

from __future__ import annotations

import base64
import re
import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.android.actions import ADB_KEYBOARD, commands, key, needs_adb_keyboard, resolve
from runtime.core.actions import (
    Action,
    Answer,
    AskUser,
    DoubleTap,
    Finish,
    Key,
    Launch,
    LongPress,
    Noop,
    Swipe,
    Tap,
    Type,
    Wait,
)


@pytest.mark.parametrize(
    ("action", "lines"),
    [
        (Tap(1, 2), ("input tap 1 2",)),
        (DoubleTap(1, 2), ("input tap 1 2 && input tap 1 2",)),
        (LongPress(1, 2, 900), ("input swipe 1 2 1 2 900",)),
        (Swipe(1, 2, 3, 4, 50), ("input swipe 1 2 3 4 50",)),
        (Key("back"), ("input keyevent KEYCODE_BACK",)),
        (Key("KEYCODE_HOME"), ("input keyevent KEYCODE_HOME",)),
        (Key("66"), ("input keyevent 66",)),
        (Key("app switch"), ("input keyevent KEYCODE_APP_SWITCH",)),
        (Launch("com.x"), ("monkey -p com.x -c android.intent.category.LAUNCHER 1",)),
        (Type("two words"), ("input text 'two%swords'",)),
        (Type("it's 100%"), ("input text 'it'\\''s%s100%'",)),
        (Type("a%s"), ("input text 'a%' && input text 's'",)),
        (Type(""), ()),
        (
            Type("", clear=True),
            (f"ime enable {ADB_KEYBOARD}", f"ime set {ADB_KEYBOARD}", "am broadcast -a ADB_CLEAR_TEXT"),
        ),
        (Wait(5), ()),
        (AskUser("?"), ()),
        (Answer("!"), ()),
        (Finish(), ()),
        (Noop(), ()),
    ],
)
def test_each_action_has_its_commands(action: Action, lines: tuple[str, ...]):
    """The command lines are those that phones and sniffers know."""
    assert commands(action) == lines


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1))
def test_printable_text_is_typed_exactly(text: str):
    """The phone's shell and `input text` turn the arguments back into the text."""
    (line,) = commands(Type(text))
    assert "".join(word.replace("%s", " ") for word in _arguments(line)) == text


def _arguments(line: str) -> list[str]:
    """The arguments of the `input text` commands in a line."""
    words = shlex.split(line)
    assert all(word == "&&" for word in words[3::4])
    assert words[0::4] == ["input"] * len(words[0::4])
    assert words[1::4] == ["text"] * len(words[1::4])
    return words[2::4]


@given(st.text(min_size=1).filter(lambda text: not re.fullmatch("[ -~]*", text)), st.booleans())
def test_other_text_is_broadcast_exactly(text: str, clear: bool):
    """The pieces of base64 together are the text, whatever script it is in; none is too long for an intent."""
    lines = list(commands(Type(text, clear=clear), adb_keyboard=True))
    if clear:
        assert lines.pop(0) == "am broadcast -a ADB_CLEAR_TEXT"
    data = b""
    for line in lines:
        match = re.fullmatch("am broadcast -a ADB_INPUT_B64 --es msg ([A-Za-z0-9+/=]+)", line)
        assert match
        assert len(match[1]) <= 4096
        data += base64.b64decode(match[1])
    assert data.decode() == text.encode("utf-8", "replace").decode()


def test_long_text_is_broadcast_in_pieces():
    """Ten thousand characters take several broadcasts, none cut inside of a character."""
    lines = commands(Type("語" * 10_000), adb_keyboard=True)
    assert len(lines) == 10
    assert "".join(base64.b64decode(line.rpartition(" ")[2]).decode() for line in lines) == "語" * 10_000


@pytest.mark.parametrize("word", ["ENTER; reboot", "$(reboot)", "`x`", "a b\nreboot", "'"])
def test_nothing_can_be_injected(word: str):
    """Whatever an agent calls a key or an app stays one word of the command."""
    for action in (Key(word), Launch(word)):
        (line,) = commands(action)
        assert len(shlex.split(line)) == {Key: 3, Launch: 6}[type(action)]
    assert key(word).isupper() or not any(map(str.isalpha, word))


def test_only_what_needs_it_uses_the_adb_keyboard():
    """Printable ASCII goes the plain way."""
    for action in (Type("ä"), Type("a", clear=True), Type("a\nb")):
        assert needs_adb_keyboard(action)
    for other in (Type("a"), Type("100%"), Tap(1, 1)):
        assert not needs_adb_keyboard(other)


@pytest.mark.parametrize(
    ("label", "package"),
    [
        ("Bunwright", "com.bunwright.app"),
        ("bun wright", "com.bunwright.app"),
        ("com.bunwright.app", "com.bunwright.app"),
        ("COM.Bunwright.App", "com.bunwright.app"),
        ("parlowe", "org.parlowe"),
        ("app", None),
        ("Nothing", None),
        (" ", None),
    ],
)
def test_labels_find_their_packages(label: str, package: str | None):
    """By label, by package, by the last part of a package if only one fits."""
    known = {"Bunwright": "com.bunwright.app", "Chat": "org.parlowe", "Other": "net.other.app"}
    assert resolve(label, known) == package
