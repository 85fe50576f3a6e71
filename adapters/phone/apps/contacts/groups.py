"""Groups with their members."""

from dataclasses import replace

from adapters.phone.apps.contacts.app import app
from adapters.phone.apps.contacts.lists import PEOPLE
from adapters.phone.apps.contacts.model import State, in_order, name_of, path_of
from adapters.phone.apps.contacts.parts import count_of, face, heading, known_by, large_title, main_page, person
from adapters.phone.apps.contacts.people import Contact
from adapters.phone.components.dialogs import input_dialog
from adapters.phone.framework.actions import Handled, assign, focus, go, then
from adapters.phone.framework.state_paths import bind, toggled
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Focus, Replace, Screen, Toast, route
from adapters.phone.ui.node import Ev, Node, ev, node


@app.screen("organise", activity=PEOPLE)
def organise(state: State) -> Screen:
    """All groups."""
    new_group = then(assign("ui.name", ""), go("newgroup"), focus("group_name"))
    plus = w.disc("add", 40, "high", "primary")
    return main_page(
        "Organise",
        large_title("Organise", below=4),
        heading("Groups"),
        [_group_row(state, name) for name in state.groups],
        w.row("New group", on=new_group, rid="row_new_group", leading=plus, height=64),
        fab=False,
    )


def _group_row(state: State, name: str) -> Node:
    label = w.disc("label", 40, "secondary_container", "on_secondary_container")
    count = count_of(len(_members(state, name)))
    return w.row(name, count, on=go("group", name=name), rid="row_group", leading=label, height=72)


def _members(state: State, name: str) -> list[Contact]:
    return in_order(contact for contact in state.contacts if name in contact.groups)


def _first_group(state: State) -> str:
    return state.groups[0] if state.groups else ""


@app.screen("group", activity=".group.GroupActivity")
def group(state: State, name: str | None = None) -> Screen:
    """The members of one group."""
    name = _first_group(state) if name is None else name
    rows = [person(contact, support=known_by(contact), trailing=_remove(state, contact, name))
            for contact in _members(state, name)]  # fmt: skip
    none = w.empty("groups", "Nobody in this group", "Add people with the button above.")
    add = w.action("group_add", "Add people", go("members", name=name), rid="menu_add", color="on_surface")
    title = name or "Group"
    return Screen(w.page(rows or none), top=w.app_bar(title, add, support=count_of(len(rows))), title=title)


def _toggle(state: State, contact: Contact, name: str) -> Ev:
    """The action that puts a contact into a group, or takes it out."""
    groups = toggled(contact.groups, name) if name in state.groups else contact.groups
    return assign(f"{path_of(state, contact)}.groups", groups)


def _remove(state: State, contact: Contact, name: str) -> Node:
    desc = f"Remove {name_of(contact)} from group"
    return w.action("remove_circle_outline", desc, _toggle(state, contact, name), rid="remove_member")


@app.screen("members", activity=".group.GroupMembersActivity")
def members(state: State, name: str | None = None) -> Screen:
    """Everybody with a box: who is ticked belongs to the group."""
    name = _first_group(state) if name is None else name
    rows = [_member_row(state, contact, name) for contact in in_order(state.contacts)]
    done = w.sticky(c.button("Done", w.UP, rid="done"))
    title = f"Add to {name}" if name else "Add to group"
    return Screen(w.page(rows), top=w.app_bar(title), bottom=done, title=title)


def _member_row(state: State, contact: Contact, name: str) -> Node:
    ticked = name in contact.groups
    return w.row(
        name_of(contact), known_by(contact), on=_toggle(state, contact, name), rid="row_member",
        leading=face(contact), selected=ticked,
        trailing=node("checkbox", checked=ticked, width=20, height=20, id="checkbox"),
    ).styled(min_height=64)  # fmt: skip


@app.dialog("newgroup", over="organise", title="New group", distractor="makes a group where one is to be filled")
def new_group(state: State) -> Node:
    """The dialog that asks for the name of a new group."""
    name = bind(state, "ui.name")
    box = c.field(
        name.value, "Name of the group", "group_name", change=name.changed, submit=ev("group_make"), radius=12,
        bg="highest",
    )  # fmt: skip
    return input_dialog("New group", box, "Create", ev("group_make"))


@app.on("group_make")
def make_group(state: State) -> Handled:
    """Make a group and open it."""
    name = state.ui.name.strip()
    if not name:
        return Toast("Give the group a name first")
    if name.casefold() in (known.casefold() for known in state.groups):
        return Toast(f"There is a group “{name}” already")
    after = replace(state, groups=(*state.groups, name), ui=replace(state.ui, name=""))
    return after, Focus(None), Replace(route("group", name=name))
