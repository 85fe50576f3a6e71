"""Values excluded from variants of an intent: provably sound, but the sentence would be unnatural. Pure data.

Found by reading every requirement's clause with every value (`tests/benchmarks/clarity240/test_suite_variants.py` keeps
the list in step with the files). Either the clause makes no English of the value ("for my only me") or the value makes
no sense in the wish ("some lunch" at 18:30). Three more are sound in app state but told on the screen in a way that
the intent's `seen` does not look for; found by holding 260 drawn intents' right ways against their patterns.
"""

from __future__ import annotations

from collections.abc import Mapping

BLOCKED_VALUES: Mapping[str, tuple[str, ...]] = {
    "device.calendarroast/reminder": ("At time of event",),
    "device.clocktrain/event": ("Gym bag",),
    "device.quiet/duration": ("Until next alarm",),
    "info.drizzlesave/place": ("Ashgate-on-Sea",),
    "info.mapleave/snooze": ("Off",),
    "info.mapnote/group": ("Kitchen",),
    "productivity.tickmosspicnic/repeat": ("Every weekday",),
    "shop.bunnoon/time": ("18:30",),
    "shop.griddlenoon/extras": ("Smoked bacon", "Extra cheddar"),
    "shop.griddlenoon/time": ("18:00", "18:45"),
    "shop.novashirt/item": ("Market tote", "Canvas low-top"),
    "shop.novashirt/payment": ("Pay on delivery",),
    "shop.novashirt/place": ("Noor",),
    "shop.novashoes/delivery": ("Express",),
    "shop.railbike/ticket": ("Post",),
    "shop.seatcode/group": ("Work", "Health", "Quarry runs"),
    "shop.thriftjumper/payment": ("Bank transfer",),
    "shop.thriftsell/kind": ("Dresses", "Trousers", "Shoes", "Bags"),
    "shop.thriftsell/size": ("One size",),
    "social.mute/duration": ("Always",),
    "social.oakask/alerts": ("Off",),
    "social.oakask/readers": ("Followers only",),
    "social.oakreply/person": ("flat_white_dwarf",),
    "social.reelupload/audience": ("With link", "Private"),
}
"""By intent and requirement."""
