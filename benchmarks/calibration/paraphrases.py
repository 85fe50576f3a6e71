"""Wordings of questions in two banks: one for development intents and one only for set-aside intents. Pure.

`{slot}` is a noun for the slot, `{options}` lists some of its options ("A, B or C"). Both banks were written together,
before any classifier was tried on either, and were not changed after seeing results.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class QuestionBank:
    """Wordings by kind of question. `unrelated` pairs a question with words that would make it related to an intent."""

    with_options: tuple[str, ...]
    without_options: tuple[str, ...]
    vague: tuple[str, ...]
    trivial: tuple[str, ...]
    unrelated: tuple[tuple[str, str], ...]


DEVELOPMENT = QuestionBank(
    with_options=(
        "Which {slot} would you like: {options}?",
        "For the {slot}, should it be {options}?",
        "I can choose between {options} for the {slot}. Which one do you want?",
        "There are several possibilities for the {slot} ({options}). Which do you prefer?",
        "What {slot} shall I take, {options}?",
        "Regarding the {slot}: {options}?",
    ),
    without_options=(
        "What would you like for the {slot}?",
        "Could you tell me the {slot}?",
        "Which {slot} do you have in mind?",
        "Please tell me the {slot} that you want.",
        "What about the {slot}?",
    ),
    vague=(
        "Could you give me more details?",
        "Please tell me everything I should know.",
        "What exactly would you like?",
        "Do you have any preferences?",
    ),
    trivial=(
        "Should I tap the button at the bottom?",
        "May I scroll down now?",
        "Is it OK to press the back button?",
        "Shall I go on and click Continue?",
        "Do you want me to open the app now?",
        "Can I close this pop-up?",
    ),
    unrelated=(
        ("Which wallpaper do you like better, forest or ocean?", "wallpaper forest ocean"),
        ("Would you like a newsletter subscription, weekly or monthly?", "newsletter subscription weekly monthly"),
        ("Should the ringtone be Marimba or Chimes?", "ringtone marimba chimes"),
        ("What is your passport number?", "passport number"),
        ("Which insurance would you like: basic or premium?", "insurance basic premium"),
    ),
)
SET_ASIDE = QuestionBank(
    with_options=(
        "The screen offers {options} as the {slot}; what is your choice?",
        "About the {slot} – {options}?",
        "Hi! Quick question: do you want {options} for the {slot}?",
        "It lists these for the {slot}: {options}. Let me know which one.",
        "I need the {slot} before I can continue. Is it {options}?",
        "Would {options} be right as the {slot}?",
        "Let me check the {slot} with you: {options}, which of them?",
    ),
    without_options=(
        "How about the {slot}?",
        "I still need to know the {slot}.",
        "Do you have a particular {slot} in mind?",
        "Let me know your {slot}, please.",
        "What is the {slot} supposed to be?",
        "I'm not sure about the {slot}. What do you want?",
    ),
    vague=(
        "Can you be more specific?",
        "Is there anything else I should know?",
        "Please describe what you want.",
        "I need more information. Could you clarify?",
    ),
    trivial=(
        "Do I have to swipe up to see more?",
        "Would you like me to click on OK?",
        "I'm about to tap the icon in the corner, is that fine? Should I tap it?",
        "Am I allowed to go back to the home screen?",
        "Should I wait until the page has loaded?",
        "Shall I type into the search field now?",
    ),
    unrelated=(
        ("Do you want to rate the driver with four or five stars?", "rate driver four five stars"),
        ("What language should the subtitles have, Dutch or Greek?", "language subtitles dutch greek"),
        ("Which of your siblings is older, Ada or Bo?", "siblings older ada bo"),
        ("What is the licence plate of your car?", "licence plate car"),
        ("Should I enable the developer mode, fully or partly?", "developer mode fully partly enable"),
    ),
)
