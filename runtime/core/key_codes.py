"""Android's key codes by name (without `KEYCODE_`), and which of them type a character."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


def _numbered() -> Iterator[tuple[str, int]]:
    runs: tuple[tuple[int, str], ...] = (
        (0, ("UNKNOWN SOFT_LEFT SOFT_RIGHT HOME BACK CALL ENDCALL 0 1 2 3 4 5 6 7 8 9 STAR POUND DPAD_UP "
        "DPAD_DOWN DPAD_LEFT "
            "DPAD_RIGHT DPAD_CENTER VOLUME_UP VOLUME_DOWN POWER CAMERA CLEAR A B C D E F G H I J K L M N O P Q "
            "R S T U V W X Y Z "
            "COMMA PERIOD ALT_LEFT ALT_RIGHT SHIFT_LEFT SHIFT_RIGHT TAB SPACE SYM EXPLORER ENVELOPE ENTER DEL "
            "GRAVE MINUS EQUALS "
            "LEFT_BRACKET RIGHT_BRACKET BACKSLASH SEMICOLON APOSTROPHE SLASH AT NUM HEADSETHOOK FOCUS PLUS MENU "
            "NOTIFICATION "
            "SEARCH MEDIA_PLAY_PAUSE MEDIA_STOP MEDIA_NEXT MEDIA_PREVIOUS MEDIA_REWIND MEDIA_FAST_FORWARD MUTE "
            "PAGE_UP PAGE_DOWN "
            "PICTSYMBOLS SWITCH_CHARSET BUTTON_A BUTTON_B BUTTON_C BUTTON_X BUTTON_Y BUTTON_Z BUTTON_L1 "
            "BUTTON_R1 BUTTON_L2 "
            "BUTTON_R2 BUTTON_THUMBL BUTTON_THUMBR BUTTON_START BUTTON_SELECT BUTTON_MODE ESCAPE FORWARD_DEL "
            "CTRL_LEFT CTRL_RIGHT "
            "CAPS_LOCK SCROLL_LOCK META_LEFT META_RIGHT FUNCTION SYSRQ BREAK MOVE_HOME MOVE_END INSERT FORWARD "
            "MEDIA_PLAY "
            "MEDIA_PAUSE MEDIA_CLOSE MEDIA_EJECT MEDIA_RECORD F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 NUM_LOCK "
            "NUMPAD_0 NUMPAD_1 "
            "NUMPAD_2 NUMPAD_3 NUMPAD_4 NUMPAD_5 NUMPAD_6 NUMPAD_7 NUMPAD_8 NUMPAD_9 NUMPAD_DIVIDE NUMPAD_MULTIPLY "
            "NUMPAD_SUBTRACT NUMPAD_ADD NUMPAD_DOT NUMPAD_COMMA NUMPAD_ENTER NUMPAD_EQUALS NUMPAD_LEFT_PAREN "
            "NUMPAD_RIGHT_PAREN "
            "VOLUME_MUTE INFO CHANNEL_UP CHANNEL_DOWN ZOOM_IN ZOOM_OUT TV WINDOW GUIDE DVR BOOKMARK CAPTIONS "
            "SETTINGS TV_POWER "
            "TV_INPUT STB_POWER STB_INPUT AVR_POWER AVR_INPUT PROG_RED PROG_GREEN PROG_YELLOW PROG_BLUE APP_SWITCH")),
        (204, ("LANGUAGE_SWITCH MANNER_MODE 3D_MODE CONTACTS CALENDAR MUSIC CALCULATOR ZENKAKU_HANKAKU EISU "
        "MUHENKAN HENKAN "
            "KATAKANA_HIRAGANA YEN RO KANA ASSIST BRIGHTNESS_DOWN BRIGHTNESS_UP MEDIA_AUDIO_TRACK SLEEP WAKEUP PAIRING "
            "MEDIA_TOP_MENU 11 12 LAST_CHANNEL TV_DATA_SERVICE VOICE_ASSIST")),
        (259, ("HELP NAVIGATE_PREVIOUS NAVIGATE_NEXT NAVIGATE_IN NAVIGATE_OUT STEM_PRIMARY STEM_1 STEM_2 STEM_3 "
        "DPAD_UP_LEFT "
            "DPAD_DOWN_LEFT DPAD_UP_RIGHT DPAD_DOWN_RIGHT MEDIA_SKIP_FORWARD MEDIA_SKIP_BACKWARD MEDIA_STEP_FORWARD "
            "MEDIA_STEP_BACKWARD SOFT_SLEEP CUT COPY PASTE SYSTEM_NAVIGATION_UP SYSTEM_NAVIGATION_DOWN "
            "SYSTEM_NAVIGATION_LEFT "
            "SYSTEM_NAVIGATION_RIGHT ALL_APPS REFRESH THUMBS_UP THUMBS_DOWN PROFILE_SWITCH")),
    )  # fmt: skip
    for start, names in runs:
        for offset, name in enumerate(names.split()):
            yield name, start + offset
    for number in range(1, 17):
        yield f"BUTTON_{number}", 187 + number


CODES: Mapping[str, int] = dict(_numbered())
LAST_CODE = 304
MODIFIERS = frozenset(
    CODES[name] for name in ("ALT_LEFT", "ALT_RIGHT", "CTRL_LEFT", "CTRL_RIGHT", "META_LEFT", "META_RIGHT")
)
PRINTABLE = frozenset(
    CODES[name]
    for name in (
        *"ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        *"0123456789",
        "COMMA",
        "PERIOD",
        "SPACE",
        "GRAVE",
        "MINUS",
        "EQUALS",
        "LEFT_BRACKET",
        "RIGHT_BRACKET",
        "BACKSLASH",
        "SEMICOLON",
        "APOSTROPHE",
        "SLASH",
        "AT",
        "PLUS",
        "STAR",
        "POUND",
    )
)


def normal_key_name(name: str) -> str:
    """The name of a key as Android writes it, without its prefix, from any case and spacing; a number stays one."""
    return name.strip().upper().replace(" ", "_").removeprefix("KEYCODE_")


def key_code(name: str) -> int:
    """The code of a key given by number, name or `KEYCODE_` name; 0 (unknown) for anything else."""
    if name.isascii() and name.isdigit() and len(name) < 6:
        code = int(name)
        return code if code <= LAST_CODE else 0
    return CODES.get(name.removeprefix("KEYCODE_"), 0)
