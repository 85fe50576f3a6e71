"""Effects of shell command lines, and the actions that they are merged into."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.agents.external.capture.coalescing import BURST, CLEARED, DOUBLE_TAP, LONG_MS, Coalescer
from adapters.android.actions import commands
from adapters.android.command_effects import (
    Cleared,
    Copied,
    Dragged,
    Looked,
    Opaque,
    Pressed,
    Started,
    Tapped,
    Typed,
    parse_effects,
    writes_state,
)
from runtime.core.actions import Action, DoubleTap, Key, Launch, LongPress, Swipe, Tap, Type


def b64(text: str) -> str:
    """Encodes a text in Base64, as broadcasts carry it."""
    return base64.b64encode(text.encode()).decode()


def portal(path: str) -> str:
    """The command with which droidrun's current client inserts a row into its portal's provider."""
    return f"content insert --uri content://com.mobilerun.portal/{path}"


def actions_of(*lines: str, gap: float = 3.0, took: float = 0.05) -> list[Action]:
    """Returns the actions of command lines run one after the other, `gap` seconds apart."""
    coalescer, found, now = Coalescer(), list[Action](), 0.0
    for line in lines:
        for deed in parse_effects(line):
            found += coalescer.feed(deed, now, now + took)
        now += took + gap
    return found + coalescer.flush()


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("input tap 5 7", (Tapped(5, 7),)),
        ("input tap 5.9 7.2", (Tapped(5, 7),)),
        ("input touchscreen -d 0 swipe 1 2 3 4", (Dragged(1, 2, 3, 4, 300),)),
        ("input swipe 1 2 3 4 250; screencap -p /sdcard/a.png", (Dragged(1, 2, 3, 4, 250), Looked(screen=True))),
        ("input text 'two%swords'", (Typed("two words"),)),
        ('input text "it\'s"', (Typed("it's"),)),
        ("input keyevent KEYCODE_BACK 66", (Pressed("BACK"), Pressed("ENTER"))),
        ("input keyevent --longpress 26", (Pressed("POWER"),)),
        ("/system/bin/input tap 1 2", (Tapped(1, 2),)),
        ("cmd input tap 1 2", (Tapped(1, 2),)),
        ("exec input tap 1 2", (Tapped(1, 2),)),
        ("monkey -p com.example.shop -c android.intent.category.LAUNCHER 1", (Started("com.example.shop"),)),
        ("am start -n com.example.shop/.Main", (Started("com.example.shop"),)),
        ("am start -a android.intent.action.MAIN -c android.intent.category.HOME", (Pressed("HOME"),)),
        (
            "am start -a android.intent.action.VIEW -d https://example.com",
            (Opaque("am start android.intent.action.VIEW"),),
        ),
        (f"am broadcast -a ADB_INPUT_B64 --es msg {b64('käse')}", (Typed("käse"),)),
        ("am broadcast -a ADB_INPUT_TEXT --es msg 'a b'", (Typed("a b"),)),
        ("am broadcast -a ADB_CLEAR_TEXT", (Cleared(),)),
        (f"am broadcast -a ADB_KEYBOARD_SET_TEXT --es text {b64('x')}", (Typed("x", set=True),)),
        (portal(f"keyboard/input --bind base64_text:s:{b64('käse')}"), (Cleared(), Typed("käse"))),
        (portal(f'keyboard/input --bind base64_text:s:"{b64("x")}" --bind clear:b:false'), (Typed("x"),)),
        (portal("keyboard/clear --bind x:i:1"), (Cleared(),)),
        (portal("keyboard/key --bind key_code:i:66"), (Pressed("ENTER"),)),
        (portal("clipboard/set --bind 'text:s:two teas'"), (Copied("two teas"),)),
        (portal(f"clipboard/set --bind text_base64:s:{b64('tea')}"), (Copied("tea"),)),
        (portal("overlay_visible --bind visible:b:false"), (Looked(),)),
        (portal("keyboard/key --bind key_code:i:no"), (Opaque("content insert"),)),
        ("content insert --uri content://sms --bind body:s:x", (Opaque("content insert"),)),
        ("am broadcast -a ADB_INPUT_B64 --es msg %%%", (Opaque("a text that is no base64"),)),
        ("ime set com.android.adbkeyboard/.AdbIME", (Looked(),)),
        ("settings get secure default_input_method", (Looked(),)),
        ("settings put system screen_brightness 5", (Opaque("settings put system screen_brightness"),)),
        ("dumpsys window | grep mCurrentFocus", (Looked(), Looked())),
        ("sh /sdcard/script.sh", (Opaque("sh /sdcard/script.sh"),)),
        ("for i in 1 2; do input tap $i 5; done", (Opaque("a script (for)"),)),
        ("input tap $X 5", (Opaque("input with words that are made when it runs"),)),
        ("screencap -p $F", (Looked(screen=True),)),
        ("input tap 1 2 || input tap 3 4", (Tapped(1, 2),)),
        ("{ input tap 1 2; }", (Tapped(1, 2),)),
        ("", ()),
    ],
)
def test_a_line_is_read_as_the_phone_would_run_it(line, found):
    """A command line is parsed like the phone's shell parses it; unknown effects are opaque."""
    assert parse_effects(line) == found


def test_what_is_no_command_line_is_opaque():
    """A line with an unclosed quote is one opaque effect."""
    (effect,) = parse_effects("input text 'abc")
    assert isinstance(effect, Opaque)


def test_two_taps_at_one_point_are_a_double_tap_only_if_they_are_close():
    """Two taps at one point within 300 ms are a double tap; later, or at two points, they are two taps."""
    near, far = DOUBLE_TAP - 0.1, DOUBLE_TAP + 0.1
    assert actions_of("input tap 5 5", "input tap 5 5", gap=near) == [DoubleTap(5, 5)]
    assert actions_of("input tap 5 5", "input tap 5 5", gap=far) == [Tap(5, 5), Tap(5, 5)]
    assert actions_of("input tap 5 5", "input tap 5 6", gap=near) == [Tap(5, 5), Tap(5, 6)]
    assert actions_of(*["input tap 5 5"] * 3, gap=near) == [DoubleTap(5, 5), Tap(5, 5)]


def test_a_finger_that_stays_is_a_long_press():
    """A swipe that stays at one point is a long press if it lasts long enough, else a tap."""
    assert actions_of("input swipe 5 5 5 5 1000") == [LongPress(5, 5, 1000)]
    assert actions_of(f"input swipe 5 5 5 5 {LONG_MS - 1}") == [Tap(5, 5)]


def test_a_gesture_told_piece_by_piece_is_one_action():
    """Motion events DOWN, MOVE and UP become one swipe; a cancelled gesture becomes nothing."""
    lines = ("input motionevent DOWN 10 10", "input motionevent MOVE 10 50", "input motionevent UP 10 90")
    assert actions_of(*lines, gap=0.1, took=0.1) == [Swipe(10, 10, 10, 90, 500)]
    assert actions_of("input motionevent DOWN 10 10", "input motionevent CANCEL 10 10", "input tap 1 1") == [Tap(1, 1)]


def test_a_keyboard_put_in_place_cleared_written_through_and_put_back_is_one_text():
    """Switching the keyboard, clearing the field, writing and switching back become one typed text."""
    lines = (
        "settings get secure default_input_method",
        "ime set com.android.adbkeyboard/.AdbIME",
        "am broadcast -a ADB_INPUT_B64 --es msg ''",
        "am broadcast -a ADB_CLEAR_TEXT",
        f"am broadcast -a ADB_INPUT_B64 --es msg {b64('two teas')}",
        "ime set com.example/.Latin",
    )
    for gap in (0.5, 1.1, CLEARED - 0.1):  # it waits a second after each, and as long as its settings say
        assert actions_of(*lines, gap=gap) == [Type("two teas", clear=True)]
    assert actions_of("am broadcast -a ADB_CLEAR_TEXT", "input text x", gap=CLEARED + 0.1) == [
        Type("", True),
        Type("x"),
    ]


def test_text_that_is_spelt_out_is_one_text_and_its_line_ends_are_part_of_it():
    """Single letters and an Enter between them become one text; an Enter at the end is a key."""
    spelt = ("input text h", "input text i", "input keyevent 66", "input text y", "input text o", "input keyevent 66")
    assert actions_of(*spelt, gap=BURST / 2) == [Type("hi\nyo"), Key("ENTER")]
    assert actions_of("input text h", "input text i", gap=BURST * 2) == [Type("h"), Type("i")]


def test_a_look_at_the_screen_ends_a_text():
    """A look at the screen between two letters makes them two texts."""
    found = actions_of("input text h", "screencap -p /sdcard/a.png", "input text i", gap=0.2)
    assert found == [Type("h"), Type("i")]


def test_words_are_texts_of_their_own():
    """Two words typed one after the other stay two texts."""
    assert actions_of("input text ab", "input text cd", gap=0.2) == [Type("ab"), Type("cd")]


POINT = st.integers(0, 2399)
ACTIONS = st.one_of(
    st.builds(Tap, POINT, POINT),
    st.builds(DoubleTap, POINT, POINT),
    st.builds(LongPress, POINT, POINT, st.integers(LONG_MS, 3000)),
    st.builds(Swipe, POINT, POINT, POINT, POINT, st.integers(50, 2000)).filter(lambda a: (a.x1, a.y1) != (a.x2, a.y2)),
    st.builds(Type, st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=2000), st.booleans()),
    st.builds(Key, st.sampled_from(["BACK", "HOME", "ENTER", "DEL", "APP_SWITCH", "TAB"])),
    st.builds(Launch, st.sampled_from(["com.example.shop", "org.example.maps"])),
)


@given(st.lists(ACTIONS, max_size=8), st.booleans())
def test_the_commands_of_our_own_actions_are_read_as_those_actions(actions, adb_keyboard):
    """The commands of our own actions are parsed back to exactly those actions."""
    coalescer, found, now = Coalescer(), list[Action](), 0.0
    for action in actions:
        for line in commands(action, adb_keyboard=adb_keyboard):
            for deed in parse_effects(line):
                found += coalescer.feed(deed, now, now + 0.01)
            now += 0.02
        now += 3.0
    assert found + coalescer.flush() == actions


@given(st.lists(st.tuples(st.sampled_from(["input tap 5 5", "input tap 5 6", "input text a", "input text bc",
       "input keyevent 66", "am broadcast -a ADB_CLEAR_TEXT", "screencap", "input swipe 1 1 9 9"]),
       st.floats(0, 2)), max_size=12))  # fmt: skip
def test_flushing_in_time_changes_nothing(lines):
    """Flushing when due or only at the end gives the same actions in the same order."""
    lazy, prompt, now = Coalescer(), Coalescer(), 0.0
    late, early = list[Action](), list[Action]()
    for line, gap in lines:
        if prompt.due is not None and now > prompt.due:
            early += prompt.flush()
        for deed in parse_effects(line):
            late += lazy.feed(deed, now, now + 0.01)
            early += prompt.feed(deed, now, now + 0.01)
        now += 0.01 + gap
    assert late + lazy.flush() == early + prompt.flush()


@given(st.text(max_size=60))
def test_no_line_makes_the_reader_raise(line):
    """No command line makes the parser raise an exception."""
    for deed in parse_effects(line):
        assert deed is not None


@pytest.mark.parametrize(
    ("line", "writes"),
    [
        ("settings put global airplane_mode_on 1", True),
        ("settings --user 0 put system screen_brightness 9", True),
        ("for x in 1; do settings put system font_scale $x; done", True),
        ("sh -c 'svc wifi disable'", True),
        ("cmd connectivity airplane-mode enable", True),
        ("content insert --uri content://com.android.calendar/events --bind title:s:x", True),
        ("pm clear app.bunwright", True),
        ("am broadcast -a com.example.SET --es value 1", True),
        ("sqlite3 /sdcard/a.db 'delete from t'", True),
        ("settings get global airplane_mode_on", False),
        ("settings put secure default_input_method com.android.adbkeyboard/.AdbIME", False),
        ("settings put secure enabled_accessibility_services com.droidrun.portal/.PortalService", False),
        ('content insert --uri "content://com.droidrun.portal/keyboard/input" --bind base64_text:s:aGk=', False),
        ('content insert --uri "content://com.mobilerun.portal/keyboard/input" --bind base64_text:s:aGk=', False),
        ("am broadcast -a ADB_INPUT_TEXT --es msg hi", False),
        ("am start -n app.bunwright/.Main", False),
        ("pm list packages", False),
        ("input swipe 1 1 2 2", False),
    ],
)
def test_commands_that_change_state_past_the_screens_are_known(line: str, writes: bool) -> None:
    """Settings, providers, services and data written by a command are told from input, looks and a client's tools."""
    assert writes_state(line) is writes
