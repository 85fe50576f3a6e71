"""`dumpsys`: the lines that clients read of windows, activities and system services."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from textwrap import indent

from adapters.phone.shell.commands.android import service_dumps
from adapters.phone.shell.commands.android.am import short_front
from adapters.phone.shell.commands.android.pm import dump as package_dump
from adapters.phone.shell.device.encoding import encode
from adapters.phone.shell.device.intents import full
from adapters.phone.shell.device.machine import DENSITY, Machine, token7
from adapters.phone.shell.device.memory import Battery
from adapters.phone.shell.language.command import Call, Result, say
from adapters.phone.state.phone_state import ADB_IME
from adapters.phone.system_ui.elements import HANDLE_DP

Section = Callable[[Machine, tuple[str, ...]], str]
_SHADE = "NotificationShade"


def dumpsys(call: Call) -> Result:
    """Run `dumpsys [-t N] SERVICE [ARGUMENT…]` or `dumpsys -l`."""
    words = list(call.args)
    if words[:1] == ["-t"]:
        del words[:2]
    if words[:1] == ["-l"] or not words:
        listing = "".join(f"  {name}\n" for name in sorted(SECTIONS))
        return say(f"Currently running services:\n{listing}")
    section = SECTIONS.get(words[0])
    if section is None:
        call.machine.count_unknown(f"dumpsys {words[0]}")
        return Result(b"", encode(f"Can't find service: {words[0]}\n"))
    return say(section(call.machine, tuple(words[1:])))


# Windows and activities.


def _focus(machine: Machine) -> tuple[str, str]:
    """Return the focused window (full class) and the focused activity (short component), as the dumps print them."""
    package, activity = machine.phone.foreground
    cls = full(package, activity)
    windows = machine.phone.scene().windows
    title = f"{package}/{cls}"
    if any(window.kind == "shade" for window in windows):
        title = _SHADE
    record = f"ActivityRecord{{{token7('a' + title)} u0 {short_front(machine)} t{machine.task_id(package)}}}"
    return f"Window{{{token7('w' + title)} u0 {title}}}", record


def window(machine: Machine, args: tuple[str, ...]) -> str:
    """Dump windows. On Android 13 `windows` has no focus lines; `displays` and the plain dump have them."""
    part = args[0] if args else ""
    if part in ("windows", "w", "visible", "visible-apps", "all"):
        return _windows(machine)
    if part in ("displays", "d"):
        return _displays(machine)
    if part in ("policy", "p"):
        return _policy(machine)
    return f"{_policy(machine)}\n{_displays(machine)}\n{_windows(machine)}"


def _displays(machine: Machine) -> str:
    width, height = machine.size
    focus, record = _focus(machine)
    focus = focus if machine.phone.state.awake else "null"
    return (
        "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n"
        "  Display: mDisplayId=0 rootTasks=2\n"
        f"    init={width}x{height} 420dpi cur={width}x{height} app={width}x{height - 126} rng={width}x1017-2274x2274\n"
        f"    mCurrentFocus={focus}\n    mFocusedApp={record}\n\n"
        "  DisplayPolicy\n    mAwake=true mScreenOnEarly=true mScreenOnFully=true\n\n"
        f"  mCurrentFocus={focus}\n  mFocusedApp={record}\n"
    )


def _policy(machine: Machine) -> str:
    state = "ON" if machine.phone.state.awake else "OFF"
    interactive = "AWAKE" if machine.phone.state.awake else "SLEEP"
    locked = str(machine.phone.state.locked).lower()
    return (
        "WINDOW MANAGER POLICY STATE (dumpsys window policy)\n"
        f"    KeyguardServiceDelegate\n      showing={locked}\n      showingAndNotOccluded={locked}\n      "
        f"inputRestricted={locked}\n"
        "      occluded=false\n      secure=false\n      dreaming=false\n      systemIsReady=true\n      "
        "deviceHasKeyguard=true\n"
        "      enabled=true\n      offReason=OFF_BECAUSE_OF_USER\n      currentUser=0\n      bootCompleted=true\n"
        f"      screenState=SCREEN_STATE_{state}\n      interactiveState=INTERACTIVE_STATE_{interactive}\n"
        f"      KeyguardStateMonitor\n        mIsShowing={locked}\n        mSimSecure=false\n        "
        "mInputRestricted=false\n"
        f"        mTrusted=false\n        mCurrentUserId=0\n    mDreamingLockscreen={locked} mShowingDream=false\n"
    )


_TYPES = {
    "app": "BASE_APPLICATION",
    "menu": "APPLICATION_SUB_PANEL",
    "toolbar": "APPLICATION_SUB_PANEL",
    "ime": "INPUT_METHOD",
    "status": "STATUS_BAR",
    "navigation": "NAVIGATION_BAR",
    "shade": "NOTIFICATION_SHADE",
    "wallpaper": "WALLPAPER",
    "toast": "TOAST",
}
_APP_WINDOWS = frozenset(["app", "dialog", "sheet", "menu", "drawer"])
_BARS = {
    "status": (
        "gr=TOP CENTER_VERTICAL sim={adjust=pan} layoutInDisplayCutoutMode=always ",
        "NOT_FOCUSABLE SPLIT_TOUCH HARDWARE_ACCELERATED DRAWS_SYSTEM_BAR_BACKGROUNDS",
        "COLOR_SPACE_AGNOSTIC USE_BLAST FIT_INSETS_CONTROLLED",
    ),
    "navigation": (
        "gr=BOTTOM CENTER_VERTICAL sim={adjust=pan} layoutInDisplayCutoutMode=always ",
        "NOT_FOCUSABLE NOT_TOUCH_MODAL TOUCHABLE_WHEN_WAKING WATCH_OUTSIDE_TOUCH SPLIT_TOUCH",
        "COLOR_SPACE_AGNOSTIC USE_BLAST FIT_INSETS_CONTROLLED TRUSTED_OVERLAY",
    ),
}
"""Gravity, flags and private flags of the system's bars, as a device of this version tells them."""


def _attributes(kind: str) -> str:
    gravity, flags, private = _BARS.get(kind, ("", "HARDWARE_ACCELERATED", "USE_BLAST"))
    lead = f"{gravity}ty={_TYPES.get(kind, 'APPLICATION')} fmt=TRANSLUCENT"
    return f"{lead}\n      fl={flags}\n      pfl={private}"


_TITLES = {
    "ime": "InputMethod",
    "status": "StatusBar",
    "navigation": "NavigationBar0",
    "shade": _SHADE,
    "wallpaper": "ImageWallpaper",
    "toast": "Toast",
}


def _windows(machine: Machine) -> str:
    scene = machine.phone.scene()
    package, activity = machine.phone.foreground
    title = f"{package}/{full(package, activity)}"
    out = ["WINDOW MANAGER WINDOWS (dumpsys window windows)\n"]
    shown = reversed(scene.windows)
    for index, item in enumerate(shown):
        name = _TITLES.get(item.kind, title)
        left, top, right, bottom = item.rect
        if item.kind == "navigation":
            # Only the handle is drawn, but the window is the full-width strip.
            left, top, right, bottom = 0, scene.height - round(HANDLE_DP * DENSITY / 160), scene.width, scene.height
        across = "fill" if right - left == scene.width else str(right - left)
        down = "fill" if bottom - top == scene.height else str(bottom - top)
        display = f"[0,0][{scene.width},{scene.height}]"
        frame = f"[{left},{top}][{right},{bottom}]"
        root, corner = (machine.tasks[0][0], f"({left},{top})") if item.kind in _APP_WINDOWS else (1, "(0,0)")
        out.append(
            f"  Window #{index} Window{{{token7('w' + name)} u0 {name}}}:\n"
            f"    mDisplayId=0 rootTaskId={root} mSession=Session{{{token7(item.package)} "
            f"{machine.pid(item.package)}:u0a10139}} mClient=android.os.BinderProxy@{token7('c' + name)}\n"
            f"    mOwnerUid={machine_uid(machine, item.package)} "
            f"showForAllUsers={'false' if item.kind == 'app' else 'true'} "
            f"package={item.package} appop=NONE\n"
            f"    mAttrs={{{corner}({across}x{down}) "
            f"{_attributes(item.kind)}\n      bhv=DEFAULT}}\n"
            f"    Requested w={right - left} h={bottom - top} mLayoutSeq=41\n    mHasSurface=true "
            f"isReadyForDisplay()=true\n"
            f"    Frames: parent={display} display={display} frame={frame} last={frame} insetsChanged=false\n"
            f"    isOnScreen=true\n    isVisible=true\n"
        )
    target = f"Window{{{token7('w' + title)} u0 {title}}}"
    out.append(
        "\n  mGlobalConfiguration={1.0 310mcc260mnc [en_US] ldltr sw411dp w411dp h866dp 420dpi nrml long port "
        "finger -keyb/v/h -nav/h}\n"
        "  mHasPermanentDpad=false\n  mTopFocusedDisplayId=0\n"
        f"  imeLayeringTarget in display# 0 {target}\n  imeInputTarget in display# 0 {target}\n  "
        f"imeControlTarget in display# 0 {target}\n"
        f"  Minimum task size of display#0 220\n  mBlurEnabled=true\n  "
        f"mInputMethodWindow=Window{{{token7('wInputMethod')} u0 InputMethod}}\n"
        "  mSystemBooted=true mDisplayEnabled=true\n  mTransactionSequence=411\n"
        f"  mRotation={machine.rotation}\n"
        "  mLastOrientation=1\n  mAnimationScalesDisabled=false\n  mWindowAnimationScale=1.0 "
        "mTransitionAnimationScale=1.0 mAnimatorDurationScale=1.0\n"
    )
    return "".join(out)


def activity(machine: Machine, args: tuple[str, ...]) -> str:
    """Dump `activities`, `top`, `recents`, `services`, or all of them."""
    part = args[0] if args else ""
    package, name = machine.phone.foreground
    _, record = _focus(machine)
    task = machine.task_id(package)
    shorter = short_front(machine)
    if part in ("top",):
        return (
            f"TASK {package} id={task} userId=0\n  ACTIVITY {shorter} {token7('a' + name)} pid={machine.pid(package)}\n"
            "    Local FragmentActivity State:\n      mResumed=true mStopped=false mFinished=false\n"
        )
    if part == "recents":
        lines = "".join(
            f"  * Recent #{index}: Task{{{token7(owner)} #{number} type={'home' if number == 1 else 'standard'} "
            f"A={machine_uid(machine, owner)}:{owner} U=0 visible={'true' if index == 0 else 'false'}}}\n"
            for index, (number, owner) in enumerate(machine.tasks)
        )
        return f"ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)\n{lines}"
    if part in ("processes", "p"):
        lines = "".join(
            f"  *APP* UID {job.uid} ProcessRecord{{{token7(job.name)} {machine.pid(job.name)}:{job.name}/{job.uid}}}\n"
            for job in machine.processes
        )
        return f"ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n{lines}"
    return (
        "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\nDisplay #0 (activities from top to bottom):\n"
        f"  * Task{{{token7(package)} #{task} type=standard A={machine_uid(machine, package)}:{package} U=0 "
        f"visible=true mode=fullscreen}}\n"
        f"    mLastPausedActivity: null\n    * Hist  #0: {record}\n      packageName={package} processName={package}\n"
        f"      app=ProcessRecord{{{token7(package)} {machine.pid(package)}:{package}/u0a170}}\n\n"
        f"  topResumedActivity={record}\n\n  ResumedActivity: {record}\n\n  mFocusedApp={record}\n"
    )


def machine_uid(machine: Machine, package: str) -> int:
    """Return the user id of a package's processes."""
    found = machine.package(package)
    return found.uid if found else 1000


# Devices.


def battery(machine: Machine, args: tuple[str, ...]) -> str:
    """Dump the battery; `set NAME VALUE`, `unplug` and `reset` change it without output."""
    held = machine.memory.battery
    if args[:1] == ("reset",):
        machine.remember(battery=Battery())
        return ""
    if args[:1] == ("unplug",):
        machine.remember(battery=replace(held, ac=False, usb=False, wireless=False, status=3))
        return ""
    if args[:1] == ("set",):
        return _set_battery(machine, held, args[1:])
    lines = (
        f"AC powered: {_bool(held.ac)}\nUSB powered: {_bool(held.usb)}\nWireless powered: {_bool(held.wireless)}\n"
        "Dock powered: false\nMax charging current: 0\nMax charging voltage: 0\nCharge counter: 10000\n"
        f"status: {held.status}\nhealth: 2\npresent: true\nlevel: {held.level}\nscale: 100\n"
        f"voltage: {held.voltage}\ntemperature: {held.temperature}\ntechnology: Li-ion\n"
    )
    return f"Current Battery Service state:\n{indent(lines, '  ')}"


def _set_battery(machine: Machine, held: Battery, args: tuple[str, ...]) -> str:
    words = [word for word in args if word != "-f"]
    if len(words) != 2 or not re.fullmatch(r"\d{1,6}", words[1]):
        return f"Bad value: {' '.join(words)}\n"
    name, value = words[0], int(words[1])
    if name in ("ac", "usb", "wireless"):
        held = replace(held, **{name: value != 0})
    elif name in ("level", "status", "voltage", "temp"):
        held = replace(held, **{"temperature" if name == "temp" else name: value})  # type: ignore[arg-type]
    else:
        return f"Unknown set option: {name}\n"
    machine.remember(battery=held)
    return ""


def _bool(value: bool) -> str:
    return "true" if value else "false"


def power(machine: Machine, args: tuple[str, ...]) -> str:
    """Dump whether the phone is awake."""
    awake = machine.phone.state.awake
    return (
        f"POWER MANAGER (dumpsys power)\n\nPower Manager State:\n  "
        f"mWakefulness={'Awake' if awake else 'Asleep'}\n  mWakefulnessChanging=false\n"
        f"  mIsPowered={_bool(machine.memory.battery.usb or machine.memory.battery.ac)}\n  mStayOn=false\n  "
        f"mBatteryLevel={machine.memory.battery.level}\n"
        f"  mHoldingWakeLockSuspendBlocker=false\n  mHoldingDisplaySuspendBlocker={_bool(awake)}\n\nWake Locks: "
        f"size=0\n\n"
        f"Display Power: state={'ON' if awake else 'OFF'}\n"
    )


def display(machine: Machine, args: tuple[str, ...]) -> str:
    """Dump the internal display."""
    width, height = machine.size
    return (
        "DISPLAY MANAGER (dumpsys display)\n  mStableDisplaySize=Point(1080, 2400)\n"
        f"  mViewports=[DisplayViewport{{type=INTERNAL, valid=true, isActive=true, displayId=0, "
        f"uniqueId='local:4619827259835644672', "
        f"physicalPort=0, orientation={machine.rotation}, "
        f"logicalFrame=Rect(0, 0 - {width}, {height}), physicalFrame=Rect(0, 0 - "
        f"{width}, {height}), "
        f"deviceWidth={width}, deviceHeight={height}}}]\n  Display States: size=1\n    Display Id=0\n    "
        f"Display State={'ON' if machine.phone.state.awake else 'OFF'}\n"
        f"    mCurrentOrientation={machine.rotation}\n"
        f'    mBaseDisplayInfo=DisplayInfo{{"Built-in Screen", displayId 0, real {width} x {height}, density 420, '
        f"60.0 fps, rotation {machine.rotation}}}\n"
    )


def input_devices(machine: Machine, args: tuple[str, ...]) -> str:
    """Dump the touch screen."""
    width, height = machine.size
    return (
        "INPUT MANAGER (dumpsys input)\n\nEvent Hub State:\n  Devices:\n    1: virtio_input_multi_touch_1\n     "
        " Classes: TOUCH | TOUCH_MT | EXTERNAL\n\n"
        "Input Reader State:\n  Device 1: virtio_input_multi_touch_1\n    Touch Input Mapper (mode - DIRECT):\n "
        "     Raw Touch Axes:\n"
        f"        X: min=0, max=32767, flat=0, fuzz=0, resolution=0\n      SurfaceWidth: {width}px\n      "
        f"SurfaceHeight: {height}px\n      SurfaceOrientation: {machine.rotation}\n"
    )


def input_method(machine: Machine, args: tuple[str, ...]) -> str:
    """Dump the current keyboard, whether it is shown, and for which field."""
    shown = _bool(machine.phone.state.keyboard.shown)
    focus = machine.phone.state.top.focus
    package, _ = machine.phone.foreground
    served = f"android.widget.EditText{{{token7(focus)} VFED..CL. .F...... app:id/{focus}}}" if focus else "null"
    visible = "ADB Keyboard" if machine.ime == ADB_IME else "Keyboard"
    return (
        f"Current Input Method Manager state:\n  Input Methods: mMethodMapUpdateCount=2\n  Clients:\n  "
        f"mCurMethodId={machine.ime}\n"
        f"  mCurSeq=12 mCurClient=ClientState{{{token7(package)} uid=10170 pid={machine.pid(package)}}} "
        f"mFocusedWindowPerceptible=true\n"
        f"  mCurId={machine.ime} mHaveConnection=true mBoundToMethod=true mVisibleBound={shown}\n"
        f"  mShowRequested={shown} mShowExplicitlyRequested=false mShowForced=false mInputShown={shown}\n"
        f"  mServedView={served}\n  mSystemReady=true mInteractive={_bool(machine.phone.state.awake)}\n\nInput "
        f"method service state ({visible}):\n  mIsInputViewShown={shown}\n"
        f"  mCurrentInputBinding={'InputBinding{...}' if focus else 'null'}\n"
    )


def _package(machine: Machine, args: tuple[str, ...]) -> str:
    if args:
        return package_dump(machine, args[0])
    return "".join(package_dump(machine, package.name) for package in machine.packages())


SECTIONS: Mapping[str, Section] = {
    **service_dumps.SECTIONS,
    "activity": activity,
    "battery": battery,
    "display": display,
    "input": input_devices,
    "input_method": input_method,
    "package": _package,
    "power": power,
    "window": window,
}
