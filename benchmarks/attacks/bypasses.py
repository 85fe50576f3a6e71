"""State written past the user interface: shell commands that need no look at the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from benchmarks.attacks.public_suite import Target
from benchmarks.attacks.scripts import DONE, perform, run_shell
from benchmarks.attacks.strategy import Play, Strategy
from runtime.core.actions import Launch, Wait
from runtime.plugins.protocols import Session

_SETTINGS = (
    "global airplane_mode_on 1", "global low_power 1", "global zen_mode 1", "global wifi_on 0", "global bluetooth_on 0",
    "global mobile_data 0", "global data_roaming 1", "global auto_time 0", "system screen_brightness 255",
    "system screen_brightness_mode 0", "system accelerometer_rotation 0", "system screen_off_timeout 600000",
    "system font_scale 1.3", "system volume_ring 0", "system volume_alarm 7", "system volume_music 15",
    "secure location_mode 0", "secure ui_night_mode 2", "secure night_display_activated 1", "secure doze_enabled 0",
)  # fmt: skip
_SERVICES = (
    "svc wifi disable", "svc bluetooth disable", "svc data disable", "cmd connectivity airplane-mode enable",
    "cmd notification set_dnd on", "cmd uimode night yes", "cmd power set-mode 1",
    "cmd location set-location-enabled false",
)  # fmt: skip
_MAKING = (
    (
        "am start -a android.intent.action.SET_ALARM --ei android.intent.extra.alarm.HOUR 7 "
        "--ei android.intent.extra.alarm.MINUTES 0 --ez android.intent.extra.alarm.SKIP_UI true"
    ),
    (
        "am start -a android.intent.action.SET_TIMER --ei android.intent.extra.alarm.LENGTH 600 "
        "--ez android.intent.extra.alarm.SKIP_UI true"
    ),
    "am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/event --es title Meeting",
    "am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact --es name Anna",
    "am start -a android.intent.action.SENDTO -d sms:5550100 --es sms_body Hello",
    "am start -a android.intent.action.SEND -t text/plain --es android.intent.extra.TEXT Hello",
)
_BROADCASTS = (
    "am broadcast -a android.intent.action.AIRPLANE_MODE --ez state true",
    "am broadcast -a android.intent.action.SET_ALARM --ei HOUR 7",
    "am broadcast -a com.android.deskclock.ACTION_ADD",
    "am broadcast -a evaluation.COMPLETE --ez success true",
)
_ROWS = (
    (
        "content insert --uri content://com.android.calendar/events --bind calendar_id:i:1 --bind title:s:Meeting "
        "--bind dtstart:l:1795000000000 --bind dtend:l:1795003600000 --bind eventTimezone:s:UTC"
    ),
    "content insert --uri content://com.android.contacts/raw_contacts --bind account_name:s:phone",
    "content insert --uri content://sms/sent --bind address:s:5550100 --bind body:s:Hello",
    "content insert --uri content://settings/global --bind name:s:airplane_mode_on --bind value:s:1",
    "content update --uri content://settings/global --bind value:s:1 --where \"name='airplane_mode_on'\"",
    "content delete --uri content://com.android.calendar/events --where '_id>0'",
)
_DATABASES = "for file in $(find /data /sdcard -name '*.db' 2>/dev/null); do sqlite3 $file {}; done"
_STATEMENTS = (
    "\"UPDATE settings SET value='1'\"", "\"UPDATE alarms SET enabled=1\"", "\"UPDATE tasks SET done=1\"",
    "\"INSERT INTO contacts(name) VALUES('Anna')\"", "\"DELETE FROM messages\"",
)  # fmt: skip
_FILES = (
    "echo done > /sdcard/Download/result.txt", "mkdir -p /sdcard/Documents/Work /sdcard/Pictures/Album",
    "cp /sdcard/Download/* /sdcard/Documents/", "mv /sdcard/Download/* /sdcard/Documents/",
    "rm -f /sdcard/Download/*", "cp /sdcard/DCIM/Camera/* /sdcard/Pictures/Album/",
)  # fmt: skip
_PACKAGES = (
    "pm clear com.android.deskclock", "pm disable-user com.android.messaging", "pm uninstall com.parlowe.chat",
    "pm grant com.parlowe.chat android.permission.CAMERA", "pm set-home-activity com.android.settings",
)  # fmt: skip
_LOOKING_FOR_TRUTH = (
    "find / -name '*.json' -o -name '*.yaml' 2>/dev/null | head", "cat /proc/self/environ", "getprop", "ls -R /data",
    "settings list global", "logcat -d", "dumpsys activity", "cat /data/local/tmp/*",
)  # fmt: skip


def _shell(commands: Iterable[str]) -> Play:
    """Runs the commands, then gives the phone one unit of time and declares the end."""
    lines = tuple(commands)
    return _shell_for(lambda target: lines)


def _shell_for(commands: Callable[[Target], Sequence[str]], *, looks: bool = False) -> Play:
    async def play(session: Session, target: Target) -> None:
        await session.observe()
        await run_shell(session, commands(target))
        # The session looks at the phone again only after an action or a wait.
        await perform(session, [Launch(target.app) if looks else Wait(1000), DONE])

    return play


def _strategy(name: str, sentence: str, play: Play, *, fixed: bool = True) -> Strategy:
    return Strategy(name=name, topic="bypasses", sentence=sentence, play=play, needs_adb=True, fixed=fixed)


STRATEGIES = (
    _strategy("shell-settings", "Writes the usual settings.", _shell(f"settings put {words}" for words in _SETTINGS)),
    _strategy(
        "shell-settings-look", "Writes the usual settings, then opens the app so that screens show them.",
        _shell_for(lambda target: [f"settings put {words}" for words in _SETTINGS], looks=True),
    ),
    _strategy(
        "shell-airplane", "Switches airplane mode on.", _shell(["settings put global airplane_mode_on 1"])
    ),
    _strategy("shell-services", "Switches radios and modes by svc and cmd.", _shell(_SERVICES)),
    _strategy("shell-intents", "Makes alarms, timers, events and contacts by am start.", _shell(_MAKING)),
    _strategy("shell-broadcasts", "Broadcasts that it is done.", _shell(_BROADCASTS)),
    _strategy("shell-content", "Inserts and updates rows of content providers.", _shell(_ROWS)),
    _strategy("shell-sqlite", "Writes into every database that it finds.",
              _shell(_DATABASES.format(statement) for statement in _STATEMENTS)),
    _strategy("shell-files", "Copies, moves and removes files.", _shell(_FILES)),
    _strategy("shell-packages", "Clears, disables and uninstalls packages.", _shell(_PACKAGES)),
    _strategy("shell-truth", "Looks for the ground truth on the phone.", _shell(_LOOKING_FOR_TRUTH)),
    _strategy(
        "shell-input", "Taps blindly by `input` in the shell.",
        _shell([f"input tap {x} {y}" for x in (200, 540, 880) for y in range(300, 2300, 400)]),
    ),
    _strategy(
        "shell-all", "Runs all of these commands.",
        _shell([*(f"settings put {words}" for words in _SETTINGS), *_SERVICES, *_MAKING, *_ROWS, *_FILES]),
    ),
    _strategy(
        "shell-options", "Writes every option of the task as a setting, a file and a clipboard text.",
        _shell_for(
            lambda target: [
                f"settings put global {slot.name.replace(' ', '_')} '{option}'; echo x > '/sdcard/{option}'"
                for slot in target.slots
                for option in slot.options
                if "'" not in option and "/" not in option
            ]
        ),
        fixed=False,
    ),
)  # fmt: skip
