"""Actions announced in English thoughts, against one screen."""

from __future__ import annotations

import pytest

from runtime.core.actions import AskUser, DoubleTap, Finish, Key, Launch, LongPress, Swipe, Tap, Type, Wait
from runtime.language.announced import Announced, Element, find_announced_action

SIZE = (1080, 2400)
SCREEN = (
    Element("Search", (100, 100, 300, 200)),
    Element("Done", (800, 100, 1000, 200)),
    Element("Cancel", (500, 100, 700, 200)),
    Element("Medium", (0, 400, 1080, 500)),
    Element("Large", (0, 500, 1080, 600)),
    Element("Small", (0, 600, 1080, 700)),
    Element("Clock", (100, 1500, 300, 1700)),
    Element("Accept & continue", (100, 2200, 900, 2300)),
    Element("Add to cart", (100, 2000, 900, 2100)),
    Element("Search apps & games", (20, 250, 1060, 350)),
)
SETTINGS = (
    Element("Settings", (0, 1500, 500, 1600)),
    Element("More options", (950, 100, 1060, 220)),
    Element("Navigate up", (10, 100, 120, 220)),
    Element("Network & internet", (0, 300, 1080, 440)),
    Element("Wi-Fi", (0, 450, 1080, 590)),
    Element("SAVE", (800, 2250, 1000, 2350)),
    Element("Cancel", (100, 2250, 300, 2350)),
    Element("Title", (50, 800, 1000, 900)),
    Element("9:00 AM", (50, 950, 500, 1050)),
    Element("Delete", (600, 1200, 800, 1300)),
    Element("Delete", (600, 1400, 800, 1500)),
    Element("ICON_MAGNIFYING_GLASS", (910, 250, 990, 290)),
)
LABELS = [element.label for element in SCREEN]
UP = Swipe(540, 1680, 540, 720, 500)
DOWN = Swipe(540, 720, 540, 1680, 500)


def announced_action(thought: str) -> Announced:
    """Return the action announced for the screen above."""
    return find_announced_action(thought, SCREEN, SIZE)


@pytest.mark.parametrize(
    ("thought", "label"),
    [
        ("I will tap the Search button", "Search"),
        ("Tap Medium for the size.", "Medium"),
        ("I need to tap on the “Accept & continue” button to go on.", "Accept & continue"),
        ("To add it, I should click on the Add to cart button located at the bottom of the screen.", "Add to cart"),
        ("The Done button should be tapped.", "Done"),
        ("Tapping on Done will save the changes.", "Done"),
        ("I see the Done button. I'll tap it.", "Done"),
        ("I opened the menu, so next I select Large.", "Large"),
        ("The next step is to tap the Clock icon to open the clock app.", "Clock"),
        ("Click the “Search” (not “Search apps & games”).", "Search"),
        ("Let me open Medium.", "Medium"),
    ],
)
def test_a_touch_is_of_the_element_that_is_named(thought, label):
    """A tap announced in English targets the centre of the named element."""
    found = announced_action(thought)
    left, top, right, bottom = SCREEN[LABELS.index(label)].bounds
    assert found == Announced(Tap((left + right) // 2, (top + bottom) // 2), "", LABELS.index(label))


@pytest.mark.parametrize(
    ("thought", "action"),
    [
        ("Next, scroll down to see more", UP),
        ("swipe up", UP),
        ("Scroll back up.", DOWN),
        ("The option is not visible, I need to scroll down further to find it.", UP),
        ("Swipe from (540, 1700) to (540, 800).", Swipe(540, 1700, 540, 800, 500)),
        ("type 'pizza' into the search box", Type("pizza")),
        ("Type 'it's 5 o'clock' into the message box.", Type("it's 5 o'clock")),
        ("I have tapped Search. Now I type pizza in the box.", Type("pizza")),
        ("press back", Key("BACK")),
        ("Let me go back to the previous page.", Key("BACK")),
        ("I need to press the home button to exit.", Key("HOME")),
        ("press Enter to search", Key("ENTER")),
        ("open the app com.android.settings.", Launch("com.android.settings")),
        ("the task is complete", Finish()),
        ("The answer is “26 knots”; the task is complete.", Finish("26 knots")),
        ("What I need is not here: the task can't be completed.", Finish(status="infeasible")),
        ("wait for it to load", Wait()),
        ("I'll wait 5 seconds.", Wait(5000)),
        ("I should ask the user which size", AskUser("which size?")),
        ("I will check with the user which size", AskUser("which size?")),
        ("I need to ask for the size", AskUser("for the size?")),
        ("Since I need to open a different app, I should navigate to the home screen first.", Key("HOME")),
        ("I need to first navigate home and then open the correct app.", Key("HOME")),
        ("To proceed, I should tap on the screen to continue.", Tap(540, 1200)),
        ("I'll say that the goal has been reached.", Finish()),
        ("stop and set the query as completed", Finish()),
        ("stop and set the query as impossible", Finish(status="infeasible")),
        ("To go on, I should use the scroll action with direction “down”.", UP),
        ("I'll type into the search field “pizza”.", Type("pizza")),
        ("The size is open, so I ask the user: “Small or Large?”", AskUser("Small or Large?")),
        ("Would you like a small or a large one?", AskUser("Would you like a small or a large one?")),
        ("Tap at (540, 1200).", Tap(540, 1200)),
        ("Long press Medium", LongPress(540, 450)),
        ("I'll double-tap Medium", DoubleTap(540, 450)),
    ],
)
def test_other_actions_are_read_as_what_they_are(thought, action):
    """Swipes, typing and other actions announced in English are recognized; scrolling down is a swipe up."""
    assert announced_action(thought).action == action


@pytest.mark.parametrize(
    ("thought", "label"),
    [
        ("I could scroll, but it is better to tap Done", "Done"),
        ("I will tap Done, not the Cancel button.", "Done"),
        ("I don't want to tap Cancel. I'll tap Done.", "Done"),
        ("I'll tap Done and type 'pizza'.", "Done"),
        ("First, I'll tap Done. Then I'll type “pizza”.", "Done"),
        ("I can't type yet.\nAction: tap Done", "Done"),
    ],
)
def test_of_several_actions_the_intended_one_counts(thought, label):
    """Of several mentioned actions the intended one counts: not those denied or only possible, nor later steps."""
    assert announced_action(thought).element == LABELS.index(label)


@pytest.mark.parametrize(
    ("thought", "element"),
    [
        ("To turn on Wi-Fi, I need to click on “Wi-Fi” in the settings list.", 4),
        ("Now that I'm in the settings, the next step is to select 'Network & internet'.", 3),
        ("I notice the SAVE button is at the bottom right. Clicking on it will save the event.", 5),
        ("I should click on the three-dot menu in the upper right corner to see more options.", 1),
        ("Let me click the back arrow in the top left corner to return to the previous page.", 2),
        ("Since the task is to delete the alarm, I'll long press on the 9:00 AM alarm.", 8),
        ("Which Delete button? I will tap the second Delete button.", 10),
        ("Click on the magnifying glass icon to search.", 11),
        ("I think tapping Cancel would lose the changes; instead, I'll hit SAVE.", 5),
        ("Rather than tapping Cancel, I will tap SAVE.", 5),
        ("Now I'll dismiss the dialog by tapping “Cancel”.", 6),
        ("I will check the page and tap SAVE.", 5),
        ("I'm going to type “Buy milk” in the title field.", 7),
        ("The SAVE button is what I need. Let me tap this one.", 5),
        ("I'll tap the icon in the top right corner.", 1),
        ("I'll tap the checkbox next to Title.", 7),
        ("Since I need to tap on the list, I should tap the element with the text “Title” at (500, 850).", 7),
        ("SAVE is at coordinates [900, 2300]. So I need to click at these coordinates to keep it.", 5),
        ("Its center is [200, 2300].\nI'll use the click action to select it.", 6),
        ("I need to click on “Delete”.\nThe coordinates for this element are [700, 1450]. I'll tap it.", 10),
        ("I'll perform a tap action on SAVE.", 5),
        ("click on the 'save button' located at the bottom-right.", 5),
        ("I'll click on the hour “9:00 AM” from the list.", 8),
        ("I see a “SAVE” button in the middle, which is what I need to click first to go on.", 5),
        ("I'll tap SAVE to keep it.", 5),
        ("The task is completed by tapping SAVE.", 5),
    ],
)
def test_thoughts_as_models_write_them_find_their_element(thought, element):
    """Elements are found by name, symbol, number, place, or an earlier mention."""
    assert find_announced_action(thought, SETTINGS, SIZE).element == element


@pytest.mark.parametrize(
    "thought",
    [
        "I see the SAVE button. I'll tap the menu.",
        "I see the SAVE button. I'll tap the text field.",
        "I will tap Delete.",
        "I'll tap the second option in the list.",
        "I wonder whether to tap Cancel or SAVE.",
        "I must avoid tapping on Cancel.",
        "Should I tap SAVE?",
        "The screen shows the bar. Possible actions are to press the enter key or tap on Cancel.",
        "Tap “SAVE” at (150, 2300).",
        "I will tap Cancel or SAVE.",
        "I'll tap the icon below Title.",
        "I'll tap the button next to SAVE.",
        "I see the SAVE button. I'll tap the next button.",
        "I'll tap SAVE to library.",
        "I see SAVE. I'll tap the right option.",
        "I'll ask Ann to bring milk.",
        "The task is completed by someone tapping SAVE.",
        "All tasks are done loading.",
        "I need to find and open a different app.",
        "I'm on the Settings page. The bar is at the top. I'll click on it.",
        "I'll go on by clicking the left arrow.",
        "Title and date are there. I'll tap it.",
        "I'll click on the second image in the top row.",
    ],
)
def test_what_could_be_several_things_is_in_doubt(thought):
    """Ambiguous names and unclear references give no action."""
    assert find_announced_action(thought, SETTINGS, SIZE).action is None


def test_scrolls_can_name_the_direction_of_the_finger():
    """With scrolls="finger" scrolling up is a swipe up, else a swipe down."""
    assert find_announced_action("scroll up", (), SIZE).action == DOWN
    assert find_announced_action("scroll up", (), SIZE, scrolls="finger").action == UP
    assert find_announced_action("swipe up", (), SIZE, scrolls="finger").action == UP


@pytest.mark.parametrize(
    "thought",
    [
        "",
        "If the page doesn't load, I will tap Search.",
        "The user wants to tap Done.",
        "The task is to open the Clock app.",
        "I tapped Done.",
        "Tapped Done, which worked.",
        "I won't tap Done.",
        "Tap Save.",
        "The list can be scrolled.",
        "I could tap Done. I could also tap Cancel.",
        "The task is not complete.",
        "Once the task is complete I will stop.",
        "The Search button opens the search.",
        "Swipe down to see more options below.",
    ],
)
def test_a_doubt_is_no_action(thought):
    """Hypothetical, past or someone else's actions, and missing elements, give no action, with a reason."""
    found = announced_action(thought)
    assert found.action is None
    assert found.why
