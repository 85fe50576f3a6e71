"""Phones as bytes and as digests: what is exported, what a digest tells apart, what is refused."""

from __future__ import annotations

import json
import pickle
import random
import sys
import zlib
from collections.abc import Callable
from copy import deepcopy
from dataclasses import fields, replace
from hashlib import blake2b
from typing import Any

import pytest

from adapters.phone.kernel.phone import Phone
from adapters.phone.portable.phone_values import digest, phone_values, settled_state
from adapters.phone.shell.device.memory import InstalledPackage, Memory
from adapters.phone.shell.shell import Shell
from adapters.phone.state.disturbances import Disturbance, Disturbances, PendingText, Progress
from adapters.phone.state.factory_state import FactoryState
from adapters.phone.state.phone_state import (
    ClipboardNotice,
    Crash,
    Entry,
    Keyboard,
    PermissionRequest,
    PhoneState,
    Task,
    ToastShown,
)
from adapters.phone.state.tainted_paths import Taint
from adapters.phone.style.fonts import CJK, ICONS, data
from adapters.phone.style.typography import FACES
from adapters.phone.ui.app import route
from adapters.phone.ui.node import ev
from adapters.phone.ui.package_names import HOME
from adapters.phone.workers.headless import HeadlessControl
from adapters.phone.workers.registry import installed_apps, with_launcher
from runtime.core.errors import DeviceRefused
from runtime.core.tasks import State

CLOCK = "com.android.deskclock"


@pytest.fixture(scope="module")
def factory() -> FactoryState:
    """What all phones here have in common; whatever is read from files is read here."""
    for name in (*FACES.values(), CJK, ICONS):
        data(name)
    factory = FactoryState(installed_apps())
    phone_values(factory).export(Phone(factory.apps, factory=factory).snapshot())
    return factory


@pytest.fixture
def phone(factory: FactoryState) -> Phone:
    """A phone with all apps."""
    return Phone(factory.apps, factory=factory)


@pytest.fixture
def busy_phone(phone: Phone) -> Phone:
    """A phone in the middle of something: a task's state, disturbances, files, settings, a toast and focus."""
    phone.reset({"weather": [{"kind": "mix"}], "jotfern": {"notes": []}, "settings": {"global": {"wifi_on": "0"}}}, 7)
    phone.files.write("/sdcard/Download/note.txt", b"bytes \x00\xff")
    phone.files.duplicate(next(f"/sdcard/{file.path}" for file in phone.factory.preinstalled_files), "/sdcard/copy")
    phone.put_setting("system", "screen_brightness", "7")
    phone.start("com.jotfern.notes")
    phone.touch_tap(540, 1200)
    phone.state = replace(phone.state, toast=ToastShown("Saved", HOME, phone.state.now_ms + 900), clipboard="\ud800 é")
    return phone


def digest_of(phone: Phone, state: PhoneState) -> str:
    """The digest of a state, computed without remembering anything."""
    return digest(phone_values(phone.factory).digests(), state)


def load(phone: Phone, exported: bytes) -> PhoneState:
    """The state in exported bytes."""
    return phone_values(phone.factory).load(exported)[0]


def test_an_exported_state_comes_back_equal_down_to_the_order_of_keys(busy_phone: Phone) -> None:
    """Exporting the loaded state gives the same bytes, and the digests are the same."""
    values, state = phone_values(busy_phone.factory), settled_state(busy_phone)
    exported = values.export(state)
    again, memory = values.load(exported)
    assert again == state
    assert memory is None
    assert values.export(again) == exported
    assert repr(again) == repr(state)
    assert digest_of(busy_phone, again) == digest_of(busy_phone, state)


def test_what_every_phone_has_is_named_and_not_copied(busy_phone: Phone) -> None:
    """An export is small, and what did not change is the same object afterwards."""
    state = settled_state(busy_phone)
    exported = phone_values(busy_phone.factory).export(state)
    assert len(exported) < 6000
    assert load(busy_phone, exported).apps["gallery"] is state.apps["gallery"]


def test_generated_files_are_named_and_written_files_travel(busy_phone: Phone, factory: FactoryState) -> None:
    """A copy of a preinstalled picture reads the same on the other phone, and so does a written file."""
    other = Phone(factory.apps, factory=factory)
    other.restore(load(other, phone_values(factory).export(settled_state(busy_phone))))
    for path in ("/sdcard/Download/note.txt", "/sdcard/copy"):
        assert other.files.read(path) == busy_phone.files.read(path)


def test_an_export_is_read_by_a_phone_that_shares_no_object_with_the_first(busy_phone: Phone) -> None:
    """A phone with a factory state of its own reads and shows the same."""
    other = Phone(installed_apps())
    other.restore(load(other, phone_values(busy_phone.factory).export(settled_state(busy_phone))))
    assert (other.dump(), other.read()) == (busy_phone.dump(), busy_phone.read())
    assert digest_of(other, settled_state(other)) == digest_of(busy_phone, settled_state(busy_phone))


CHANGES: dict[str, Callable[[PhoneState], Any]] = {
    "seed": lambda state: state.seed + 1,
    "apps": lambda state: {**state.apps, "jotfern": replace(state.apps["jotfern"], notes=())},
    "settings": lambda state: state.put("global", "wifi_on", "2").settings,
    "tasks": lambda state: (*state.tasks, Task(9, (Entry(CLOCK, route("alarms")),))),
    "now_ms": lambda state: state.now_ms + 1,
    "next_task": lambda state: state.next_task + 1,
    "keyboard": lambda state: Keyboard(shown=True, shift=True),
    "panel": lambda state: "shade",
    "shared": lambda state: "text",
    "toast": lambda state: ToastShown("Saved", HOME, state.now_ms + 100),
    "clipboard": lambda state: "text",
    "copied": lambda state: ClipboardNotice("text", state.now_ms + 100),
    "tapped": lambda state: (1, 2, state.now_ms),
    "toolbar": lambda state: True,
    "asked": lambda state: PermissionRequest(CLOCK, "android.permission.CAMERA", ev("granted"), ev("denied")),
    "permissions": lambda state: {CLOCK: {"android.permission.CAMERA": "denied"}},
    "files": lambda state: replace(state.files, inode=state.files.inode + 1),
    "awake": lambda state: False,
    "locked": lambda state: True,
    "occluded": lambda state: True,
    "crashes": lambda state: (Crash(1, CLOCK, ("ValueError",)),),
    "posted": lambda state: state.posted[1:],
    "disturbances": lambda state: replace(state.disturbances, taps=1),
    "happened": lambda state: (("crash", CLOCK),),
    "unknown_commands": lambda state: (("awk", 2),),
    "tainted": lambda state: (Taint(("clock", "alarms", "0"), "content insert", ()),),
}


def test_each_part_of_a_phone_changes_its_digest_except_the_clock(phone: Phone) -> None:
    """Every field of the state is changed once; all digests differ, and each change survives an export."""
    assert set(CHANGES) == {field.name for field in fields(PhoneState)}
    values, state = phone_values(phone.factory), phone.snapshot()
    digests = {"nothing": digest_of(phone, state)}
    for name, change in CHANGES.items():
        changed = replace(state, **{name: change(state)})
        digests[name] = digest_of(phone, changed)
        assert values.load(values.export(changed))[0] == changed
    assert digests.pop("now_ms") == digests["nothing"]
    assert len(set(digests.values())) == len(digests)


@pytest.mark.parametrize(
    "change",
    [
        {"tasks": (Task(0, (Entry(HOME, route("home"), scrolls=(("list", 9),)),)),)},
        {"tasks": (Task(0, (Entry(HOME, route("home"), focus="search"),)),)},
        {"tasks": (Task(0, (Entry(HOME, route("home"), caret=(0, 1)),)),)},
        {"tasks": (Task(0, (Entry(HOME, route("home", page=1)),)),)},
        {"tasks": (Task(0, (Entry(HOME, route("home", page="1")),)),)},
        {"tasks": (Task(0, (Entry(HOME, route("home", page=True)),)),)},
        {"tasks": (Task(0, (Entry(HOME, route("home", page=1.0)),)),)},
        {"seed": True},
    ],
)
def test_small_differences_change_the_digest(phone: Phone, change: dict[str, Any]) -> None:
    """Scroll offsets, focus, caret, arguments of a place, and the type of a number count."""
    others: list[dict[str, Any]] = [{"seed": 1}, {"tasks": (Task(0, (Entry(HOME, route("home")),)),)}, {}]
    digests = {digest_of(phone, replace(phone.state, **other)) for other in others}
    assert digest_of(phone, replace(phone.state, **change)) not in digests


def test_what_ends_by_itself_counts_by_the_time_that_it_has_left(phone: Phone) -> None:
    """The same toast, notice, late text and disturbance at another time of day give the same digest."""

    def at(now: int, later: int = 0) -> str:
        declared = (Disturbance("slow"), Disturbance("drop"), Disturbance("offline"))
        progress = (Progress(2, now - 1000 + later), Progress(2, now - 77), Progress(1))
        state = replace(
            phone.state,
            now_ms=now,
            toast=ToastShown("Saved", HOME, now + 100 + later),
            copied=ClipboardNotice("text", now + 200),
            tapped=(1, 2, now - 300),
            disturbances=Disturbances(declared, progress, pending_text=PendingText(now + 50, "field", "text")),
        )
        return digest_of(phone, state)

    assert at(10_000) == at(75_000)
    assert at(10_000) != at(10_000, later=1)


def test_a_tap_that_is_too_old_for_a_double_tap_does_not_count(phone: Phone) -> None:
    """The position of the last tap is part of the digest only while a second tap would make a double tap."""
    phone.touch_tap(5, 5)
    phone.elapse(300)
    tapped = digest_of(phone, phone.snapshot())
    phone.elapse(1)
    assert digest_of(phone, phone.snapshot()) == digest_of(phone, replace(phone.snapshot(), tapped=None)) != tapped


def test_the_order_in_which_a_mapping_was_filled_does_not_change_the_digest(phone: Phone) -> None:
    """Apps, settings and files differ by content."""
    state = phone.state
    turned = replace(
        state,
        apps=dict(reversed([*state.apps.items()])),
        settings={name: dict(reversed([*table.items()])) for name, table in state.settings.items()},
        files=replace(state.files, entries=dict(reversed([*state.files.entries.items()]))),
    )
    assert digest_of(phone, turned) == digest_of(phone, state)


async def test_remembered_digests_are_the_computed_ones(busy_phone: Phone) -> None:
    """After many changes, the control's digest is the one that is computed from nothing."""
    control, luck = HeadlessControl(busy_phone), random.Random(1)
    for step in range(60):
        busy_phone.touch_tap(luck.randrange(1080), luck.randrange(2400))
        busy_phone.files.write("/sdcard/Download/note.txt", bytes(step))
        assert await control.digest() == digest_of(busy_phone, settled_state(busy_phone))


async def test_a_phone_takes_over_another_one_of_its_process(busy_phone: Phone, factory: FactoryState) -> None:
    """`copy_to` gives the same tree, state, digest and clock; later changes of one do not reach the other."""
    phones = [busy_phone, Phone(factory.apps, factory=factory)]
    first, other = map(HeadlessControl, phones)
    assert await first.copy_to(other)
    assert await first.look() == await other.look()
    assert await first.digest() == await other.digest()
    assert phones[0].state.now_ms == phones[1].state.now_ms
    before = await first.look()
    phones[1].home()
    phones[1].files.remove("/sdcard/copy")
    assert await first.look() == before


async def test_phones_of_different_origin_are_not_copied_by_reference(phone: Phone) -> None:
    """`copy_to` says so, and changes nothing."""
    other = Phone(installed_apps())
    before = other.state
    assert not await HeadlessControl(phone).copy_to(HeadlessControl(other))
    assert other.state is before


def sealed(body: bytes, like: bytes) -> bytes:
    """Exported bytes with the header of others and a valid checksum."""
    header = like.partition(b"\n")[0].split(b" ")
    return b" ".join((*header[:-1], blake2b(body, digest_size=8).hexdigest().encode())) + b"\n" + body


def packed(document: Any, like: bytes, attachment: bytes = b"") -> bytes:
    """Exported bytes with this document, a valid header and a valid checksum."""
    text = document if isinstance(document, bytes) else json.dumps(document).encode()
    return sealed(zlib.compress(len(text).to_bytes(4, "big") + text + attachment), like)


def unpacked(exported: bytes) -> tuple[Any, bytes]:
    """The document and the attachment of exported bytes."""
    data = zlib.decompress(exported.partition(b"\n")[2])
    end = 4 + int.from_bytes(data[:4], "big")
    return json.loads(data[4:end]), data[end:]


async def test_bytes_that_are_cut_off_or_flipped_anywhere_are_refused(busy_phone: Phone) -> None:
    """Every truncation and a flipped bit in every byte: DeviceRefused, and the phone is as before."""
    control = HeadlessControl(busy_phone)
    exported = await control.export()
    before = busy_phone.state
    for at in range(len(exported)):
        flipped = bytearray(exported)
        flipped[at] ^= 1 << at % 8
        for damaged in (exported[:at], bytes(flipped)):
            with pytest.raises(DeviceRefused):
                await control.load(damaged)
    assert busy_phone.state is before


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (b"virtual-phone", b"virtual-radio", "no exported phone"),
        (b"phone 1 ", b"phone 2 ", "in the format '2 "),
        (b" - ", b" 0123456789abcdef ", "the state of its shell, which this phone does not have"),
    ],
)
async def test_bytes_of_another_version_or_kind_are_refused_in_a_sentence(
    phone: Phone, old: bytes, new: bytes, words: str
) -> None:
    """The message says what does not fit."""
    control = HeadlessControl(phone)
    exported = (await control.export()).replace(old, new, 1)
    with pytest.raises(DeviceRefused, match=words):
        await control.load(exported)


async def test_a_phone_with_other_apps_refuses_the_export(phone: Phone) -> None:
    """The header names the apps by their states and versions."""
    other = HeadlessControl(Phone(with_launcher(installed_apps()[:3])))
    with pytest.raises(DeviceRefused, match="with other apps"):
        await other.load(await HeadlessControl(phone).export())


async def test_a_headless_phone_refuses_the_export_of_a_phone_with_a_shell(phone: Phone) -> None:
    """It has nowhere to put the shell's state, and says so."""
    exported = phone_values(phone.factory, Memory).export(settled_state(phone), Memory())
    with pytest.raises(DeviceRefused, match="shell"):
        await HeadlessControl(phone).load(exported)


def test_the_state_of_a_shell_travels_with_its_phone(factory: FactoryState) -> None:
    """Properties, the log and installed packages come back, and the digest depends on them."""
    phone = Phone(factory.apps, factory=factory)
    shell = Shell(phone, lambda: memoryview(b""), phone.files)
    values = phone_values(factory, Memory)
    shell.run("setprop debug.a 1; log -t tag text; input motionevent DOWN 5 5; sendevent /dev/input/event2 3 47 1")
    state, memory = settled_state(phone), shell.machine.memory
    memory = replace(memory, installed=(InstalledPackage("org.example.tool", "1.0", 1),))
    assert values.load(values.export(state, memory)) == (state, memory)
    assert digest(values.digests(), state, memory) != digest(values.digests(), state, Memory())


CRAFTED: list[Any] = [
    [["builtins.eval"], ["t", [0, "1"], None]],
    [["os.system"], [0, "true"]],
    [["adapters.phone.kernel.phone.Phone"], ["t", [0], None]],
    [["adapters.phone.state.phone_state.PhoneState"], ["t", [0], None]],
    [["adapters.phone.state.phone_state.Keyboard"], ["t", [0, True, False, False], None]],
    [["adapters.phone.state.phone_state.Keyboard"], ["t", [0, 1, 0, 0], None]],
    [[], ["t", None, None]],
    [[], ["t", ["r", 0], ["r", 0]]],
    [[], ["t", ["r", -1], None]],
    [[], ["t", ["r", 10**9], None]],
    [[], ["t", ["r", "0"], None]],
    [[], ["b", 10**12]],
    [[], ["datetime", "yesterday"]],
    [[], ["timedelta", 1]],
    [[], ["d", "key"]],
    [[], ["d", ["d"], 1]],
    [[], {"r": 0}],
    [[], [True]],
    [[], [[]]],
    [[], []],
    [[["unhashable"]], None],
    [],
    None,
    "text",
    7,
    {},
    b"",
    b"[[],NaN]",
    b"\xff\xfe",
    b"[" * 100_000,
    b"[[]," + b'["t",' * 900 + b"1" + b"]" * 901,
    b"9" * 10_000,
]


@pytest.mark.parametrize("document", CRAFTED, ids=range(len(CRAFTED)))
async def test_documents_that_are_no_phone_are_refused(phone: Phone, document: Any) -> None:
    """Names of other classes and functions, wrong parts, and numbers that lead nowhere: nothing is built or called."""
    control = HeadlessControl(phone)
    crafted = packed(document, await control.export())
    before, modules = phone.state, set(sys.modules)
    with pytest.raises(DeviceRefused):
        await control.load(crafted)
    assert phone.state is before
    assert set(sys.modules) == modules


async def test_a_pickle_is_not_read(phone: Phone) -> None:
    """Neither by itself nor behind a valid header."""

    class Trap:
        def __reduce__(self) -> tuple[Any, ...]:
            return pytest.fail, ("it was executed",)

    control, trap = HeadlessControl(phone), pickle.dumps(Trap())
    exported = await control.export()
    for crafted in (trap, sealed(trap, exported), sealed(zlib.compress(trap), exported), packed(trap, exported)):
        with pytest.raises(DeviceRefused):
            await control.load(crafted)


async def test_a_few_bytes_cannot_fill_the_memory(phone: Phone) -> None:
    """What would decompress to more than the limit is refused without being decompressed."""
    packer = zlib.compressobj()
    bomb = b"".join(packer.compress(bytes(1 << 20)) for _ in range(80)) + packer.flush()
    control = HeadlessControl(phone)
    with pytest.raises(DeviceRefused, match="length"):
        await control.load(sealed(bomb, await control.export()))


@pytest.mark.parametrize(
    "changes",
    [
        {"tasks": ()},
        {"tasks": (Task(0, ()),)},
        {"tasks": (Task(0, (Entry("com.nowhere", route("home")),)),)},
        {"apps": {}},
        {"disturbances": Disturbances((Disturbance("ad"),), ())},
        {"now_ms": 10**20},
        {"panel": "crash", "shared": "com.nowhere"},
        {"panel": "disturbance", "shared": "9"},
    ],
)
async def test_a_state_that_cannot_be_shown_is_refused(phone: Phone, changes: dict[str, Any]) -> None:
    """Its types are right, but its parts do not belong together; the phone goes on as before."""
    control, before = HeadlessControl(phone), await HeadlessControl(phone).look()
    exported = phone_values(phone.factory).export(replace(phone.state, **changes))
    with pytest.raises(DeviceRefused):
        await control.load(exported)
    assert await control.look() == before


def mutate(luck: random.Random, parts: list[list[Any]]) -> None:
    """Change one place of a document: replace, remove, double or swap. No list gets to stand in itself."""
    where = luck.choice([part for part in parts if part])
    at, other = luck.randrange(len(where)), deepcopy(luck.choice(luck.choice(parts) or [0]))
    match luck.randrange(4):
        case 0:
            where[at] = luck.choice((None, True, -1, 0, 7, 2.5, "", "t", "r", other, [], ["r", luck.randrange(3000)]))
        case 1:
            del where[at]
        case 2:
            where.insert(at, other)
        case _:
            where[at] = luck.choice(where)


def lists_in(plain: Any) -> list[list[Any]]:
    """All lists of a document."""
    if not isinstance(plain, list):
        return []
    return [plain, *(found for part in plain for found in lists_in(part))]


async def test_mutated_documents_with_valid_checksums_are_loaded_whole_or_refused(busy_phone: Phone) -> None:
    """300 documents with a few changed places: a state that can be shown, or DeviceRefused and nothing else."""
    control, luck, loaded = HeadlessControl(busy_phone), random.Random(20), 0
    exported = await control.export()
    good = busy_phone.state
    for _ in range(300):
        document, attachment = unpacked(exported)
        for _ in range(luck.choice((1, 1, 2, 5))):
            mutate(luck, lists_in(document))
        try:
            text = json.dumps(document).encode()
            await control.load(packed(text, exported, attachment))
        except DeviceRefused:
            assert busy_phone.state is good
        else:
            loaded += 1
            await control.look()
            await control.digest()
            busy_phone.restore(good)
    assert 0 < loaded < 300


STATES: list[State] = [{}, {"jotfern": {"notes": []}}]


@pytest.mark.parametrize("state", STATES)
def test_fields_that_a_task_does_not_set_are_shared_by_all_phones(factory: FactoryState, state: State) -> None:
    """A reset parses only what it is given; the rest are the factory's objects."""
    phone = Phone(factory.apps, factory=factory)
    phone.reset(state, 0)
    first = factory.app_states.first["jotfern"]
    now = phone.state.apps["jotfern"]
    same = [field.name for field in fields(first) if getattr(first, field.name) is getattr(now, field.name)]
    assert set(same) == {field.name for field in fields(first)} - set(state.get("jotfern", {}))
