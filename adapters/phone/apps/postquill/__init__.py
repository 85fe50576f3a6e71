"""Postquill, a mail app: inbox with filters, conversations, answers, a writing page, folders, snooze."""

from __future__ import annotations

from adapters.phone.apps.postquill import compose, inbox, more, reading
from adapters.phone.apps.postquill.letters import ACCOUNTS, SEND_WHEN
from adapters.phone.apps.postquill.model import REPLIES, SNOOZE_DEFAULT, SNOOZES, State
from adapters.phone.apps.postquill.rules import update
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Choice, Icon, Notice, Route, Screen, View, route

_SCREENS = {
    "inbox": inbox.inbox,
    "folders": inbox.folders,
    "folder": inbox.folder,
    "search": inbox.search,
    "thread": reading.thread,
    "snooze": reading.snooze,
    "compose": compose.compose,
    "from": compose.sender,
    "when": compose.when,
    "nosubject": compose.nosubject,
    "attach": compose.attach,
    "files": more.files,
    "people": more.people,
    "settings": more.settings,
    "away": more.away,
}


def screen(state: State, place: Route, view: View) -> Screen:
    """What Postquill shows at a place; an unknown one is the inbox."""
    return _SCREENS.get(place.name, inbox.inbox)(state, place, view)


APP = App(
    name="postquill",
    package="com.postquill.mail",
    label="Postquill",
    icon=Icon("#146C94", "#E9F7FF", "mail"),
    theme=Theme("#146C94", "brand", radius=12),
    home=route("inbox"),
    initial=State,
    screen=screen,
    update=update,
    scratch=(
        "draft",
        "mails/*/id",
        "mails/*/time",
        "mails/*/unread",
        "ui",
    ),
    activities={
        "inbox": ".InboxActivity",
        "folders": ".FoldersActivity",
        "folder": ".FolderActivity",
        "search": ".SearchActivity",
        "thread": ".ConversationActivity",
        "snooze": ".ConversationActivity",
        "compose": ".ComposeActivity",
        "from": ".ComposeActivity",
        "when": ".ComposeActivity",
        "nosubject": ".ComposeActivity",
        "attach": ".ComposeActivity",
        "files": ".FilesActivity",
        "people": ".PeopleActivity",
        "settings": ".SettingsActivity",
        "away": ".OutOfOfficeActivity",
    },
    choices=(
        Choice("postquill.from", ACCOUNTS, ACCOUNTS[0]),
        Choice("postquill.cc", ("Nobody", "Somebody"), "Nobody"),
        Choice("postquill.when", SEND_WHEN, SEND_WHEN[0]),
        Choice("postquill.receipt", ("Off", "On"), "Off"),
        Choice("postquill.attachment", ("None", "A file"), "None"),
        Choice("postquill.answer", REPLIES, REPLIES[0]),
        Choice("postquill.signature", ("On", "Off"), "On"),
        Choice("postquill.snooze", SNOOZES, SNOOZE_DEFAULT),
        Choice("postquill.away.contacts", ("On", "Off"), "On"),
    ),
    notices=(
        Notice("saturday", "Noor Haddad", "Saturday: train and lunch", route("thread", thread="saturday"), ago=32),
        Notice("figures", "Ines Farrow", "Figures for Thursday’s slides", route("thread", thread="figures"), ago=53),
    ),
    version="6.3.0",
)
