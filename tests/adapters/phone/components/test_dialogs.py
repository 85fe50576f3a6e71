"""Dialogs over the screen of another place, and rows of settings pages."""

from __future__ import annotations

from adapters.phone.components.bottom_sheets import cancel_head, option_sheet, sheet_entry, sheet_over, sheet_window
from adapters.phone.components.dialogs import confirmation, dialog_over, input_dialog, message_dialog
from adapters.phone.components.settings_rows import (
    Preference,
    choice_setting,
    detail_row,
    preference_dialog,
    preference_setting,
    section,
    switch_setting,
)
from adapters.phone.framework.actions import back, go, put, then, toast
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls, widgets
from adapters.phone.ui.app import Put, Screen
from adapters.phone.ui.node import Ev, Node, ev
from tests.adapters.phone.framework.tally_app import Tally, built
from tests.adapters.phone.framework.test_app_builder import VIEW


def answers(window: Node) -> dict[str, Ev | None]:
    """The buttons of a dialog with what they do."""
    return {button.text: button.event("tap") for button in window.children[-1].children if button.kind == "button"}


def test_a_dialog_lies_over_the_screen_of_another_place() -> None:
    """The screen below stays as it is, bars and button included; the title is the dialog's."""
    below = Screen(widgets.page(), top=widgets.app_bar("Contact"), bottom=widgets.sticky(), fab=widgets.icon("add"))
    window = confirmation("Delete contact?", "It moves to the bin.", "Delete", toast("Deleted"))
    screen = dialog_over(below, window, "Delete contact?")
    assert (screen.body, screen.top, screen.bottom, screen.fab) == (below.body, below.top, below.bottom, below.fab)
    assert screen.title == "Delete contact?"
    assert screen.overlay is not None
    assert (screen.overlay.kind, screen.overlay.root) == ("dialog", window)


def test_a_sheet_lies_over_the_screen_of_another_place() -> None:
    """As a dialog does."""
    below = Screen(widgets.page(), title="Note")
    window = sheet_window(cancel_head("Colour"))
    screen = sheet_over(below, window, "Colour")
    assert (screen.body, screen.title) == (below.body, "Colour")
    assert screen.overlay is not None
    assert (screen.overlay.kind, screen.overlay.root) == ("sheet", window)


def test_a_question_is_answered_by_cancel_or_the_action() -> None:
    """Cancel leaves; the other button does what was asked about, unless it cannot be done."""
    assert answers(confirmation("Sure?", "…", "OK", toast("Yes"))) == {"Cancel": widgets.UP, "OK": toast("Yes")}
    assert answers(confirmation("Sure?", "…", "OK", toast("Yes"), enabled=False))["OK"] is None
    field = controls.field("", "Name", "name", change=toast("Typed"))
    assert answers(input_dialog("New group", field, "Create", toast("Made"))) == {
        "Cancel": widgets.UP, "Create": toast("Made"),
    }  # fmt: skip


def test_a_question_has_further_choices_below_its_message() -> None:
    """They stand between message and buttons, in their order."""
    box, row = widgets.text("For good"), widgets.text("Keep the archive")
    window = confirmation("Delete?", "1 file", "Delete", toast("Deleted"), box, [row], end=8, lines=3)
    message, *choices = window.children[1:-1]
    assert (message.text, message.look.pad, message.look.lines) == ("1 file", (24, 0, 24, 8), 3)
    assert choices == [box, row]


def test_what_cannot_be_done_is_only_cancelled() -> None:
    """The dialog says why, and its one button leaves."""
    window = message_dialog("Cannot be extracted", "The archive is damaged.")
    assert window.children[1].text == "The archive is damaged."
    assert answers(window) == {"Cancel": widgets.UP}


def test_an_entry_of_a_sheet_has_an_icon_or_another_picture() -> None:
    """The row does what it says; a picture takes the icon's place."""
    entry = sheet_entry("share", "Share", toast("Shared"), rid="share", height=52)
    assert (entry.event("tap"), entry.id, entry.children[0].icon) == (toast("Shared"), "share", "share")
    cover = widgets.avatar(7)
    assert sheet_entry("", "Runs", toast("Added"), rid="album", leading=cover).children[0] == cover


def test_a_choice_says_what_each_option_does() -> None:
    """By an event that gets the option as `value`, or by a function of the option."""
    picked = controls.choice_dialog("Theme", ("Light", "Dark"), "Dark", ev("pick")).children[1].children
    assert [option.event("tap") for option in picked] == [ev("pick", value="Light"), ev("pick", value="Dark")]
    assert [option.selected for option in picked] == [False, True]
    announced = controls.choice_dialog("Theme", ("Light", "Dark"), "Dark", toast).children[1].children
    assert [option.event("tap") for option in announced] == [toast("Light"), toast("Dark")]


def test_rows_of_a_settings_page() -> None:
    """A heading; a switch that shows and turns a value of the state; a device setting that is written."""
    assert section("Display").text == "Display"
    row = switch_setting("Count", bind({"sound": True}, "sound"), "While it rings")
    assert row.event("tap") == bind({"sound": True}, "sound").toggled
    assert row.children[-1].checked is True
    sound = bind({"sound": "Fern"}, "sound")
    choice = choice_setting("Sound", sound, toast("Choose"))
    assert choice.event("tap") == toast("Choose")
    assert [text.text for text in choice.children[0].children] == ["Sound", "Fern"]
    assert built().update(Tally(), put("global", "zen_mode", "1"), VIEW) == (Tally(), (Put("global", "zen_mode", "1"),))


def test_a_row_says_what_a_record_holds() -> None:
    """The icon or its room, the name over the value, and a control at the end; without a value only the name."""
    switch = controls.switch(True)
    row = detail_row("event", "Due", "Today", rid="row_due", on=toast("Due"), trailing=switch)
    assert [text.text for text in row.children[1].children] == ["Due", "Today"]
    assert (row.children[-1], row.event("tap")) == (switch, toast("Due"))
    plain = detail_row("", "Due", rid="row_due")
    assert [text.text for text in plain.children[1].children] == ["Due"]
    assert plain.children[0] == widgets.space(24, 24)


def test_options_of_a_sheet_scroll_below_its_head() -> None:
    """However many there are, the head with Cancel stays."""
    head, option = cancel_head("Repeat"), widgets.row("Never")
    _, top, group = option_sheet(head, option).children
    assert top == head
    assert (group.kind, group.children) == ("scroll", (option,))


def test_a_preference_is_picked_in_a_dialog_of_its_own() -> None:
    """Its row says what is set and opens the dialog by its name; a name that none has opens the first."""
    preferences = {"week": Preference("Start week on", ("Monday", "Sunday")), "sound": Preference("Sound", ("Fern",))}
    state = {"prefs": {"week": "Sunday", "sound": "Fern"}}
    row = preference_setting(state, preferences, "week")
    assert [text.text for text in row.children[0].children] == ["Start week on", "Sunday"]
    assert row.event("tap") == go("preference", name="week")
    for name in ("week", "nobody"):
        options = preference_dialog(state, preferences, name).root.children[1].children
        assert [option.selected for option in options] == [False, True]
        assert options[0].event("tap") == then(bind(state, "prefs.week").changed.plus(value="Monday"), back())
