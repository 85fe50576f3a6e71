"""The people that Parlowe knows and what they said until the morning of 17 November 2026."""

from __future__ import annotations

from adapters.phone.apps.parlowe.messages import ME, Chat, Message

PEOPLE = {
    "Noor Haddad": (17, "Out for a run, back by nine"),
    "Sam Lindqvist": (9, "Available"),
    "Mira Okonedo": (14, "Drawing, slow to answer"),
    "Dr. Amadi": (18, "Practice hours Mon–Fri 8:30–16:00"),
    "林晓雨": (59, "在路上"),
    "José Arriaga": (48, "At the pier"),
    "Hanne Vold": (38, "Available"),
    "Tariq Osei": (16, "At work"),
    "Bea Kowal": (34, "Only for urgent things"),
}
"""Name to (picture seed, what they say about themselves)."""


def _day(day: int, *said: tuple[str, str, str]) -> tuple[Message, ...]:
    return tuple(
        Message(sender, "", f"2026-11-{day:02d}T{clock}", text)
        if text.startswith("land:")
        else Message(sender, text, f"2026-11-{day:02d}T{clock}")
        for sender, clock, text in said
    )


_SAM, _NOOR, _MIRA, _XIAOYU, _JOSE = "Sam Lindqvist", "Noor Haddad", "Mira Okonedo", "林晓雨", "José Arriaga"

CHATS = (
    Chat("sam", _SAM, messages=(
        *_day(16, (_SAM, "16:48", "Home at last. The tram stood still at the quarry for half an hour"),
              (_SAM, "17:20", "Did the plumber ever turn up?"),
              (ME, "17:26", "He did. Forty minutes late, but the tap has stopped singing"),
              (_SAM, "17:27", "A miracle on Ferry Street"),
              (ME, "18:05", "Are we still on for lunch tomorrow?")),
        *_day(17, (_SAM, "08:58", "Yes! I am at the library until one"),
              (ME, "09:03", "Burgers? My treat, you paid last time"),
              (_SAM, "09:05", "Gladly. Send me the order number and I will pick it up on the way"),
              (_SAM, "09:12", "And no onion for me, please")),
    )),
    Chat("noor", _NOOR, unread=2, messages=(
        *_day(15, (ME, "17:05", "See you at the weekend then"), (_NOOR, "17:05", "Thanks for the photos from Sunday")),
        *_day(16, (_NOOR, "18:31", "Did you get the train for Saturday?"),
              (ME, "18:33", "Yes! 09:14 from Alder Cross, two seats by the window"),
              (ME, "18:34", "land:gold:sea"),
              (_NOOR, "18:38", "And lunch is on me this time"),
              (ME, "18:40", "Deal. Somewhere near the harbour?")),
        *_day(17, (_NOOR, "08:41", "There is a noodle place I like. I will send the pin"),
              (_NOOR, "08:42", "It opens at half past eleven")),
    )),
    Chat("runners", "Quarry Park Runners", group=True, unread=5, messages=(
        *_day(16, (_MIRA, "20:10", "Who is in for Wednesday? Loop around the quarry, about 8 km, easy pace"),
              (_JOSE, "20:14", "In"), (ME, "20:31", "In, if my knee agrees"),
              (_NOOR, "21:02", "Bring a light, the north path is dark")),
        *_day(17, ("Tariq Osei", "07:55", "I can lend a head torch to whoever needs one"),
              (_MIRA, "08:15", "Meeting point is the gate, 18:45 sharp")),
    )),
    Chat("family", "Family table", group=True, messages=(
        *_day(15, ("Hanne Vold", "12:40", "Sunday roast at ours next week, bring boxes for leftovers"),
              (ME, "13:02", "I am bringing the plum cake"),
              ("Bea Kowal", "13:07", "Two plum cakes. The last one was gone before I had my coat off")),
        *_day(16, ("Hanne Vold", "19:48", "Grandfather says the chairs are ready to be collected")),
    )),
    Chat("xiaoyu", _XIAOYU, unread=1, messages=(
        *_day(15, (_XIAOYU, "16:20", "周六天气不错，带上相机"), (ME, "16:45", "好的，几点出发？")),
        *_day(16, (_XIAOYU, "15:33", "九点在渡口见，别迟到")),
    )),
    Chat("mira", _MIRA, messages=(
        *_day(14, (ME, "10:12", "How did the exhibition opening go?"),
              (_MIRA, "11:30", ("Crowded, loud, lovely. Two of the harbour prints are sold and a gallery "
               "in Port Meridian asked for more"))),
        *_day(16, (ME, "11:41", "That is wonderful news")),
    )),
    Chat("amadi", "Dr. Amadi", messages=(
        *_day(13, ("Dr. Amadi", "14:02", ("Your results are in and everything is fine. Please call the practice "
               "for the next appointment.")),
              (ME, "14:30", "Thank you, I will call tomorrow afternoon")),
    )),
    Chat("jose", _JOSE, muted="1 week", messages=(
        *_day(12, (_JOSE, "19:12", "Boat is out of the water for the winter"),
              (_JOSE, "19:13", "So from now on I have time for everybody and everything")),
    )),
    Chat("stairs", "Stairwell 4 neighbours", group=True, muted="Always", messages=(
        *_day(11, ("Bea Kowal", "08:20", "Water is off on Thursday from nine until noon"),
              ("Tariq Osei", "08:26", "Again? Thanks for telling us")),
    )),
    Chat("hanne", "Hanne Vold", messages=(
        *_day(9, ("Hanne Vold", "21:15", "Can you bring the big casserole back some time?"),
              (ME, "21:40", "On Sunday")),
    )),
    Chat("tariq", "Tariq Osei", messages=(
        *_day(6, ("Tariq Osei", "12:00", "Left the keys with the kiosk"), (ME, "12:04", "Got them")),
    )),
)  # fmt: skip
