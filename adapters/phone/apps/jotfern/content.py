"""What is noted in Jotfern on the morning of 17 November 2026."""

from __future__ import annotations

from adapters.phone.apps.jotfern.notes import ARCHIVE, BIN, Item, Note

LABELS = ("Kitchen", "Trip", "Work", "Home", "Ideas")
SEARCHES = ("plum", "ferry", "size")


def _list(*lines: str) -> tuple[Item, ...]:
    """Lines of a checklist; one that begins with `x ` is ticked."""
    return tuple(Item(line.removeprefix("x "), line.startswith("x ")) for line in lines)


NOTES = (
    Note("1", "Kestrel Bay, Saturday", edited="2026-11-17T08:40", checklist=True, color="Sky", labels=("Trip",),
         pinned=True, reminder="2026-11-20T18:00",
         items=_list("x Tickets", "Camera, both lenses", "Big umbrella", "雨衣", "Sandwiches", "x Book a table, 12:30",
                     "Charger")),
    Note("2", "Plum cake", "200 g butter, 200 g sugar, 4 eggs, 250 g flour, 100 g ground almonds, 1.5 kg plums.\n\n"
         "50 minutes at 180°, the last ten without the paper. For two tins take half as much again, not double.",
         "2026-11-16T20:15", color="Butter", labels=("Kitchen",), pinned=True, art="food:cake", seed=4),
    Note("3", "Slides for Thursday", "Twelve minutes, after the tea break.\n1. What the ferry carried\n2. What it "
         "could carry\n3. Three wishes\n\nUse 38,912, not 41,280!",
         "2026-11-17T09:02", color="Lilac", labels=("Work",)),
    Note("4", "", "Locker at the pool: 118. Code is José’s boat number backwards.", "2026-11-15T18:22"),
    Note("5", "Shopping", edited="2026-11-17T07:50", checklist=True, labels=("Kitchen",),
         items=_list("Oat milk, two cartons", "Limes", "x Bread", "橙子", "Baking paper", "Dishwasher salt",
                     "x Candles", "Plums if they look good")),
    Note("6", "Sentences worth stealing", "“The harbour was awake before anybody in it was.”\n\n“He had the calm of a "
         "man who has already missed the train.”", "2026-11-14T23:05", color="Blush", labels=("Ideas",)),
    Note("7", "林晓雨的生日", "十二月三日。书店，或者一起去看展览。别买花瓶了。", "2026-11-12T21:30", color="Mint",
         reminder="2026-11-30T08:00"),
    Note("8", "Slow ferries", "A series: one ferry a month, always from the same spot, always the second departure. "
         "Ask Mira what she would charge for twelve small prints. Ask the Ferry Line for permission, or rather don’t.",
         "2026-11-13T22:41", color="Sky", labels=("Ideas",), art="land:dusk:sea", seed=9),
    Note("9", "Sizes", "Gate: 96 × 204 cm\nShelf in the hall: 38 deep, not more\nTariq’s shoes: 44\nTwins: 116 and 122",
         "2026-11-11T16:00", labels=("Home",)),
    Note("10", "Call with the landlord", "Heating: man comes on the 24th, between 8 and 12.\nCellar key: ask Bea.\n"
         "Rent stays, he said. Get that in writing.", "2026-11-10T14:12", color="Clay", labels=("Home",)),
    Note("11", "Gallery, Port Meridian", "40 × 60: 4 frames\n30 × 40: 6 frames\nLabels until Friday",
         "2026-11-15T19:40", color="Mint", labels=("Work",), reminder="2026-11-19T09:00"),
    Note("12", "Books", edited="2026-11-09T20:20", checklist=True, color="Butter",
         items=_list("x A History of Slow Ferries", "Salt, Fire, Glaze", "The Valve in Ferry Street",
                     "x Paper Lighthouse")),
    Note("13", "", "Dream: the river ran uphill and everybody was quite polite about it.", "2026-11-08T06:31",
         color="Lilac"),
    Note("14", "Wi-Fi for guests", "Alder-guest / seven-wet-umbrellas", "2026-11-03T12:00", labels=("Home",)),
    Note("15", "Ramen at home", "Broth the evening before. Eggs 6:30, then ice. Noodles last, never in the pot with "
         "the broth.", "2026-11-07T19:45", color="Clay", labels=("Kitchen",), art="food:ramen", seed=2),
    Note("16", "Long-distance-running-shoe-replacement-fund",
         "$18.00 a month from January. At 800 km the foam is gone.",
         "2026-11-05T07:15"),
    Note("17", "October: what went well", "Ran four times a week. Finished the course. Called Grandfather every Sunday "
         "but one.", "2026-10-31T21:00", place=ARCHIVE, color="Mint"),
    Note("18", "Flat viewing", "Third floor, no lift, loud street, beautiful kitchen.", "2026-09-14T17:30",
         place=ARCHIVE, labels=("Home",)),
    Note("19", "Packing list, summer", edited="2026-07-02T10:10", checklist=True, place=ARCHIVE, labels=("Trip",),
         items=_list("x Hat", "x Sun cream", "x Second hat")),
    Note("20", "", "asdf test", "2026-11-01T11:11", place=BIN),
)  # fmt: skip
