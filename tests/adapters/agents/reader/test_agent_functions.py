"""Finding a function: what people say in other words than buttons do, and where an app keeps it."""

from __future__ import annotations

import pytest

from adapters.agents.scripted.reader.language.idioms import in_short
from tests.support.playing import believing, ends, touched
from tests.support.trees import box, button, page, radio, row, switch, text, up


@pytest.mark.parametrize(
    ("content", "short"),
    [
        ("Stop following Ann Vale on Zoo.", "Unfollow Ann Vale on Zoo."),
        ("Get rid of the note.", "Delete the note."),
        ("Take Blue Owl off my list on Zoo.", "Remove Blue Owl from my list on Zoo."),
        ("Get plan.txt back out of the bin.", "Restore plan.txt from the bin."),
        ("Mark the owl as a favourite.", "Add the owl to favourites."),
        ("Make the owl my favourite.", "Add the owl to favourites."),
        ("Do not let Zoo show pictures.", "Turn off show pictures in Zoo."),
        ("Disable the alerts.", "Turn off the alerts."),
        ("Don't send me mails any more on Zoo.", "Turn off send me mails on Zoo."),
        ("I was wrong, so give the tickets to the show back.", "I was wrong, so return the tickets to the show."),
        ("Order an owl.", "Order an owl."),
    ],
)
def test_an_idiom_is_said_in_the_words_of_buttons(content, short):
    """What is said in several words is what a button says in one; everything else stays."""
    assert in_short(content) == short


def test_a_label_that_says_it_in_full_is_preferred_to_the_bare_verb():
    """Who takes a thing out of a list does not delete it."""
    policy = believing("Take the photo Blue owl out of my favourites.")
    assert touched(policy, page(text("Photos"), row("Grey owl"), row("Blue owl"))) == "Blue owl"
    detail = page(text("Blue owl"), up(), button("Remove from favourites"), button("Delete"))
    assert touched(policy, detail) == "Remove from favourites"
    assert ends(policy, page(text("Blue owl"), up(), button("Add to favourites"), button("Delete")))


def test_what_is_added_goes_where_it_was_told():
    """Of two buttons that add, the one that adds to what was told."""
    policy = believing("Add the song Blue owl to my playlist Night.")
    assert touched(policy, page(text("Songs"), row("Grey owl"), row("Blue owl"))) == "Blue owl"
    menu = page(text("Blue owl"), up(), button("Add to liked songs"), button("Add to playlist"))
    assert touched(policy, menu) == "Add to playlist"


def test_a_question_with_another_verb_is_confirmed():
    """A question with one way out and one other button asks for just that."""
    policy = believing("Delete the photo Blue owl.")
    assert touched(policy, page(text("Photos"), row("Grey owl"), row("Blue owl"))) == "Blue owl"
    assert touched(policy, page(text("Blue owl"), up(), button("Share"), button("Delete"))) == "Delete"
    assert touched(policy, page(text("Move this photo?"), button("Cancel"), button("Move to bin"))) == "Move to bin"
    assert ends(policy, page(text("Photos"), row("Grey owl")))


def test_a_choice_in_a_question_is_made_before_it_is_confirmed():
    """What was told is chosen in the dialog, and only then the button."""
    policy = believing("Mute the chat with Ann Vale for 1 week.")
    assert touched(policy, page(text("Chats"), row("Bo Hill"), row("Ann Vale"))) == "Ann Vale"
    assert touched(policy, page(text("Ann Vale"), up(), button("Mute chat"))) == "Mute chat"
    dialog = (text("Mute chat"), radio("1 hour", True), radio("1 week"), button("Cancel"), button("Mute"))
    assert touched(policy, page(*dialog)) == "1 week"
    dialog = (text("Mute chat"), radio("1 hour"), radio("1 week", True), button("Cancel"), button("Mute"))
    assert touched(policy, page(*dialog)) == "Mute"


def test_a_switch_that_is_on_is_turned_off():
    """A switch is no rival of itself."""
    policy = believing("Turn off the question before deleting in the Zoo.")
    assert touched(policy, page(text("Settings"), up(), row("Order", "New"), switch("Ask before deleting", True))) == (
        "Ask before deleting"
    )
    assert ends(policy, page(text("Settings"), up(), row("Order", "New"), switch("Ask before deleting")))


def test_a_box_of_the_settings_is_unchecked():
    """What is turned off is an option that must not be chosen any more."""
    policy = believing("Turn off the reminders of Zoo.")
    assert touched(policy, page(text("Settings"), up(), box("Reminders", True), box("News"))) == "Reminders"


def test_the_section_of_its_kind_comes_first():
    """A thing with a name and a kind is in the section of its kind."""
    policy = believing("Delete my album Blue owls.")
    bar = (button("Photos"), button("Albums"), button("Search"))
    assert touched(policy, page(text("Zoo"), row("Grey owl", kind="photo"), *bar)) == "Albums"


def test_a_section_that_is_called_like_the_deed_is_not_the_deed():
    """Beside the thing itself, which is still to be opened, the word is a place."""
    policy = believing("Archive the note Blue owls.")
    assert touched(policy, page(text("Notes"), row("Grey owls"), row("Blue owls"), row("Archive"))) == "Blue owls"


def test_a_booking_takes_a_time_and_free_places():
    """Whoever books gets one of the times and as many places as were told, none that others need."""
    policy = believing("Book 2 tickets for Blue Owl.")
    assert touched(policy, page(text("Shows"), row("Grey Owl"), row("Blue Owl"))) == "Blue Owl"
    times = page(text("Film"), up(), row("Follow"), row("13:15, Hall 2"), row("16:00, Hall 1"))
    assert touched(policy, times) == "13:15, Hall 2"
    plan = ["Row A, wheelchair place 1, free", "Row A, seat 2, free", "Row A, seat 3, free", "Row A, seat 4, taken"]
    assert touched(policy, page(text("Hall 2"), up(), *map(row, plan))) == plan[1]
    plan[1] = "Row A, seat 2, selected"
    plan.append("Row A, seat 5, free")
    assert touched(policy, page(text("Hall 2"), up(), *map(row, plan), row("Next, 1 seat"))) == plan[2]
    plan[2] = "Row A, seat 3, selected"
    assert touched(policy, page(text("Hall 2"), up(), *map(row, plan), row("Next, 2 seats"))) == "Next, 2 seats"


def test_what_there_is_already_is_not_made_anew():
    """Who makes a thing a favourite does not put it into the basket, though its name stands on that button."""
    policy = believing("Make Owls a favourite on Zoo.")
    shelf = page(text("Shop"), row("Owls", "$2"), button("Add Owls"), row("Bats", "$3"), button("Add Bats"))
    assert touched(policy, shelf) == "Owls"


def test_a_note_that_is_told_by_its_words_is_not_written():
    """After a deed that touches what there is, the quote says which note."""
    policy = believing("Archive the note “Blue owls”.")
    assert touched(policy, page(text("Notes"), row("Grey owls"), row("Blue owls"), button("New note"))) == "Blue owls"


def test_a_switch_that_says_how_it_stands_is_known_by_the_rest():
    """`Early train, off` is `Early train, on` after it was touched: that was it."""
    policy = believing("Switch on the alarm Early train.")
    assert touched(policy, page(text("Alarms"), up(), switch("Bakery, off"), switch("Early train, off"))) == (
        "Early train, off"
    )
    assert ends(policy, page(text("Alarms"), up(), switch("Bakery, off"), switch("Early train, on", True)))
