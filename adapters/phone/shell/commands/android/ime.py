"""`ime` (also `cmd input_method`) and the broadcasts of the ADB keyboard."""

from __future__ import annotations

from collections.abc import Mapping

from adapters.phone.providers import portal
from adapters.phone.shell.device.encoding import clean, from_base64
from adapters.phone.shell.device.installer import imes
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.language.command import Call, Result, argument_expected, fail, parse_count, say
from adapters.phone.state.phone_state import ADB_IME, SYSTEM_IME

INSTALLED = (ADB_IME, SYSTEM_IME, *(item.ime for item in portal.PORTALS.values()))
_EDITOR_ACTIONS = {"ADB_ACTION_SEARCH", "ADB_ACTION_GO", "ADB_ACTION_DONE", "ADB_ACTION_NEXT", "ADB_ACTION_SEND"}


def ime(call: Call) -> Result:
    """Run `ime list [-a] [-s] | enable ID | disable ID | set ID | reset`."""
    words = [word for word in call.args if word not in ("--user", "0")]
    if not words:
        return say("InputMethodManagerService commands:\n  help\n", 255)
    sub, rest = words[0], words[1:]
    if sub == "list":
        return _list(call.machine, rest)
    if sub == "reset":
        call.machine.put("secure", "enabled_input_methods", ":".join((SYSTEM_IME, ADB_IME)))
        call.machine.put("secure", "default_input_method", SYSTEM_IME)
        return say(f"Reset current and enabled IMEs for user #0\n  Selected: {SYSTEM_IME}\n")
    if sub not in ("enable", "disable", "set"):
        return say(f"Unknown command: {sub}\n", 255)
    if not rest:
        return argument_expected(sub, sub)
    return _change(call.machine, sub, rest[0])


def _list(machine: Machine, flags: list[str]) -> Result:
    ids = [ime_id for ime_id in (*INSTALLED, *imes(machine)) if "-a" in flags or ime_id in machine.enabled_imes]
    if "-s" in flags:
        return say("".join(f"{ime_id}\n" for ime_id in ids))
    out = []
    for ime_id in ids:
        package, _, cls = ime_id.partition("/")
        out.append(
            f"{ime_id}:\n  mId={ime_id} mSettingsActivityName=null mIsVrOnly=false "
            f"mSupportsSwitchingToNextInputMethod=false\n"
            f"  mIsDefaultResId=0x0\n  Service:\n    priority=0 preferredOrder=0 match=0x108000 "
            f"specificIndex=-1 isDefault=false\n"
            f"    ServiceInfo:\n      name={package}{cls}\n      packageName={package}\n"
            f"      labelRes=0x7f0a0037 nonLocalizedLabel=null icon=0x0 banner=0x0\n"
            f"      enabled=true exported=true processName={package}\n      "
            f"permission=android.permission.BIND_INPUT_METHOD\n"
            f"      flags=0x0\n"
        )
    return say("".join(out))


def _change(machine: Machine, sub: str, name: str) -> Result:
    if name not in (*INSTALLED, *imes(machine)):
        if sub == "disable":
            return fail(f"Unknown input method {name} cannot be disabled for user #0", 255)
        return fail(
            f"Unknown input method {name} cannot be {'enabled' if sub == 'enable' else 'selected'} for user #0", 255
        )
    enabled = machine.enabled_imes
    if sub == "set":
        if name not in enabled:
            return fail(f"Unknown input method {name} cannot be selected for user #0", 255)
        machine.put("secure", "default_input_method", name)
        return say(f"Input method {name} selected for user #0\n")
    if sub == "enable":
        if name in enabled:
            return say(f"Input method {name}: already enabled for user #0\n")
        machine.put("secure", "enabled_input_methods", ":".join((*enabled, name)))
        return say(f"Input method {name}: now enabled for user #0\n")
    if name not in enabled:
        return say(f"Input method {name}: already disabled for user #0\n")
    machine.put("secure", "enabled_input_methods", ":".join(text for text in enabled if text != name))
    if machine.ime == name:
        machine.put("secure", "default_input_method", SYSTEM_IME)
    return say(f"Input method {name}: now disabled for user #0\n")


def receive(machine: Machine, action: str, extras: Mapping[str, str]) -> None:
    """Handle a broadcast to the ADB keyboard. It works only while current, and types only into a focused field."""
    if machine.ime != ADB_IME or not action.startswith("ADB_") or not machine.phone.state.top.focus:
        return
    phone = machine.phone
    match action:
        case "ADB_INPUT_TEXT":
            _type(machine, extras.get("msg", ""))
        case "ADB_INPUT_B64":
            _type(machine, from_base64(extras.get("msg", "")) or "")
        case "ADB_INPUT_CHARS":
            codes = [parse_count(code.strip()) for code in extras.get("chars", "").split(",")]
            points = [code for code in codes if code is not None and code < 0x110000 and not 0xD800 <= code < 0xE000]
            _type(machine, "".join(map(chr, points)))
        case "ADB_INPUT_CODE":
            phone.key(parse_count(extras.get("code", "")) or 0)
        case "ADB_INPUT_MCODE":
            for code in extras.get("mcode", "").replace("+", ",").split(","):
                phone.key(parse_count(code.strip()) or 0)
        case "ADB_EDITOR_CODE":
            phone.editor_action()
        case "ADB_CLEAR_TEXT":
            phone.clear_text()
        case _:
            if action in _EDITOR_ACTIONS:
                phone.editor_action()


def _type(machine: Machine, text: str) -> None:
    if text:
        machine.phone.type_text(clean(text))
