"""What happens in the address book: one reducer per event."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from adapters.phone.apps.contacts.model import (
    State,
    blank,
    contact_of,
    draft_for,
    joined,
    logged,
    name_of,
    next_id,
    nothing,
    tidy,
)
from adapters.phone.apps.contacts.people import MAIL_TYPES, PHONE_TYPES, Contact
from adapters.phone.ui.app import Back, Effect, Focus, Go, Replace, Share, Start, Toast, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.records import Reach
from adapters.phone.ui.reducer import reducer

MESSAGES = "com.android.messaging"
Result = tuple[State, tuple[Effect, ...]]


def _go(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route(event.get("to"))), Focus(None))


def _tab(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route(event.get("to")), root=True),)


def _letter(state: State, event: Ev, view: View) -> Result:
    to = event.get("to")
    return state, (Replace(route("contacts", letter=to) if to else route("contacts"), root=True),)


def _open(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("contact", key=event.get("key"))), Focus(None))


def _find(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query="")), (Go(route("search")), Focus("search_src_text"))


def _query(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query=event.get("text", ""))), ()


def _searched(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None),)


def _put(state: State, key: str, change: Callable[[Contact], Contact]) -> State:
    return replace(state, contacts=tuple(change(one) if one.id == key else one for one in state.contacts))


# A contact's page.


def _star(state: State, event: Ev, view: View) -> Result:
    return _put(state, event.get("key"), lambda one: replace(one, favourite=not one.favourite)), ()


def _block(state: State, event: Ev, view: View) -> Result:
    one = contact_of(state, event.get("key"))
    if one is None:
        return state, ()
    what = "Unblocked" if one.blocked else "Blocked"
    state = _put(state, one.id, lambda each: replace(each, blocked=not each.blocked))
    return logged(state, view.now, what, name_of(one)), (Toast(f"{name_of(one)}: {what.lower()}"),)


def _reach(state: State, event: Ev, view: View) -> Result:
    """A call, a text or a mail: the dialler or the conversation opens; the history keeps that it was asked for."""
    one, value, how = contact_of(state, event.get("key")), event.get("value"), event.get("how")
    if one is None:
        return state, ()
    if not value:
        return state, (Toast("No email address" if how == "Wrote to" else "No number"),)
    kind = next((each.type for each in (*one.phones, *one.mails) if each.value == value), "")
    there = {"Called": route("keypad", number=value), "Texted": route("thread", address=value)}.get(how)
    done = Toast(f"New email to {value}") if there is None else Start(MESSAGES, there)
    return logged(state, view.now, how, name_of(one), f"{kind} {value}".strip()), (done,)


def _share(state: State, event: Ev, view: View) -> Result:
    one = contact_of(state, event.get("key"))
    if one is None:
        return state, ()
    lines = [name_of(one), *([one.company] if one.company else [])]
    lines += [f"{each.type}: {each.value}" for each in (*one.phones, *one.mails)]
    return state, (Share("\n".join(lines)),)


def _ask_delete(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("delete", key=event.get("key"))),)


def _delete(state: State, event: Ev, view: View) -> Result:
    one = contact_of(state, event.get("key"))
    if one is None:
        return state, (Back(),)
    kept = tuple(each for each in state.contacts if each.id != one.id)
    state = replace(state, contacts=kept, bin=(*state.bin, one))
    return logged(state, view.now, "Deleted", name_of(one)), (Back(2), Toast("Contact moved to the bin"))


def _restore(state: State, event: Ev, view: View) -> Result:
    one = next((each for each in state.bin if each.id == event.get("key")), None)
    if one is None:
        return state, ()
    left = tuple(each for each in state.bin if each.id != one.id)
    state = replace(state, contacts=(*state.contacts, one), bin=left)
    return logged(state, view.now, "Restored", name_of(one)), (Toast("Contact restored"),)


# The form.


def _new(state: State, event: Ev, view: View) -> Result:
    return replace(state, draft=blank()), (Go(route("editor", key="new")), Focus("first"))


def _edit(state: State, event: Ev, view: View) -> Result:
    key = event.get("key")
    return replace(state, draft=contact_of(state, key) or blank()), (Go(route("editor", key=key)), Focus(None))


def _drafted(state: State, event: Ev, **changes: Any) -> State:
    return replace(state, draft=replace(draft_for(state, event.get("key")), **changes))


def _word(state: State, event: Ev, view: View) -> Result:
    return _drafted(state, event, **{event.get("name"): event.get("text", "")}), ()


def _lines(state: State, event: Ev, change: Callable[[list[Reach]], None]) -> State:
    """The draft with its numbers or mails changed."""
    kind = event.get("kind")
    lines = list(getattr(draft_for(state, event.get("key")), kind))
    change(lines)
    return _drafted(state, event, **{kind: tuple(lines)})


def _reach_text(state: State, event: Ev, view: View) -> Result:
    at = event.get("at")

    def write(lines: list[Reach]) -> None:
        lines[at : at + 1] = [replace(each, value=event.get("text", "")) for each in lines[at : at + 1]]

    return _lines(state, event, write), ()


def _reach_add(state: State, event: Ev, view: View) -> Result:
    first = PHONE_TYPES[0] if event.get("kind") == "phones" else MAIL_TYPES[0]
    return _lines(state, event, lambda lines: lines.append(Reach("", first))), ()


def _reach_drop(state: State, event: Ev, view: View) -> Result:
    at = event.get("at")

    def drop(lines: list[Reach]) -> None:
        del lines[at : at + 1]

    return _lines(state, event, drop), (Focus(None),)


def _ask_type(state: State, event: Ev, view: View) -> Result:
    key, kind, at = event.get("key"), event.get("kind"), event.get("at")
    return state, (Focus(None), Go(route("type", key=key, kind=kind, at=at)))


def _type(state: State, event: Ev, view: View) -> Result:
    at = event.get("at")

    def name(lines: list[Reach]) -> None:
        lines[at : at + 1] = [replace(each, type=event.get("value")) for each in lines[at : at + 1]]

    return _lines(state, event, name), (Back(),)


def _in_group(state: State, event: Ev, view: View) -> Result:
    return _drafted(state, event, groups=_flipped(draft_for(state, event.get("key")).groups, event.get("name"))), ()


def _flipped(groups: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(one for one in groups if one != name) if name in groups else (*groups, name)


def _review(state: State, event: Ev, view: View) -> Result:
    key = event.get("key")
    if nothing(tidy(draft_for(state, key))):
        return state, (Toast("Fill in a name or a number first"),)
    return state, (Focus(None), Go(route("review", key=key)))


def _save(state: State, event: Ev, view: View) -> Result:
    key = event.get("key")
    made = tidy(draft_for(state, key))
    if nothing(made):
        return state, (Toast("Fill in a name or a number first"),)
    state = replace(state, draft=Contact(""))
    if contact_of(state, key) is not None:
        state = logged(_put(state, key, lambda _: made), view.now, "Changed", name_of(made))
        return state, (Back(2), Toast("Saved"))
    made = replace(made, id=next_id(state))
    state = logged(replace(state, contacts=(*state.contacts, made)), view.now, "Created", name_of(made))
    return state, (Back(2), Go(route("contact", key=made.id)), Toast(f"{name_of(made)} saved"))


# Groups.


def _group(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("group", name=event.get("name"))),)


def _add_members(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("members", name=event.get("name"))),)


def _member(state: State, event: Ev, view: View) -> Result:
    name = event.get("name")
    if name not in state.groups:
        return state, ()
    return _put(state, event.get("key"), lambda one: replace(one, groups=_flipped(one.groups, name))), ()


def _ask_group(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, name="")), (Go(route("newgroup")), Focus("group_name"))


def _group_name(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, name=event.get("text", ""))), ()


def _group_make(state: State, event: Ev, view: View) -> Result:
    name = state.ui.name.strip()
    if not name:
        return state, (Toast("Give the group a name first"),)
    if name.casefold() in (one.casefold() for one in state.groups):
        return state, (Toast(f"There is a group “{name}” already"),)
    after = replace(state, groups=(*state.groups, name), ui=replace(state.ui, name=""))
    return after, (Focus(None), Replace(route("group", name=name)))


# Twins and settings.


def _merge(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("merge", pair=event.get("pair"))),)


def _merge_name(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("merge", pair=event.get("pair"), first=event.get("first"))),)


def _merged(state: State, event: Ev, view: View) -> Result:
    one, other = contact_of(state, event.get("first")), contact_of(state, event.get("other"))
    if one is None or other is None:
        return state, (Back(),)
    whole = joined(one, other)
    kept = tuple(whole if each.id == one.id else each for each in state.contacts if each.id != other.id)
    state = logged(replace(state, contacts=kept), view.now, "Merged", name_of(whole), f"with {name_of(other)}")
    return state, (Back(), Toast("Contacts merged"))


def _apart(state: State, event: Ev, view: View) -> Result:
    return replace(state, apart=(*state.apart, event.get("pair"))), (Toast("Both are kept"),)


def _ask_pref(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("preference", name=event.get("name"))),)


def _pref(state: State, event: Ev, view: View) -> Result:
    chosen: Any = {event.get("name"): event.get("value")}
    return replace(state, prefs=replace(state.prefs, **chosen)), (Back(),)


def _pictures(state: State, event: Ev, view: View) -> Result:
    return replace(state, prefs=replace(state.prefs, pictures=not state.prefs.pictures)), ()


update = reducer(
    {
        "go": _go, "tab": _tab, "letter": _letter, "open": _open, "find": _find, "query": _query,
        "searched": _searched, "star": _star, "block": _block, "reach": _reach, "share": _share,
        "ask_delete": _ask_delete, "delete": _delete, "restore": _restore, "new": _new, "edit": _edit, "word": _word,
        "reach_text": _reach_text, "reach_add": _reach_add, "reach_drop": _reach_drop, "ask_type": _ask_type,
        "type": _type, "in_group": _in_group, "review": _review, "save": _save, "group": _group,
        "add_members": _add_members, "member": _member, "ask_group": _ask_group, "group_name": _group_name,
        "group_make": _group_make, "merge": _merge, "merge_name": _merge_name, "merged": _merged, "apart": _apart,
        "ask_pref": _ask_pref, "pref": _pref, "pictures": _pictures,
    }
)  # fmt: skip
