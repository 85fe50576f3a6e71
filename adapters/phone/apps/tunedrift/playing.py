"""What happens to the player, its queue and the sleep timer. Each reducer first lets the time pass that has passed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta

from adapters.phone.apps.tunedrift.clockwork import begun, heard, length, mixed, plain, settled
from adapters.phone.apps.tunedrift.model import State, recorded, stamp, track, tracks_of
from adapters.phone.apps.tunedrift.music import DEVICES, END_OF_TRACK, REPEATS, SLEEPS, Player, Sleep
from adapters.phone.ui.app import Back, Effect, Go, Toast, View, route
from adapters.phone.ui.node import Ev

Result = tuple[State, tuple[Effect, ...]]
RESTART = 3
"""Seconds after which "Previous song" begins the same one again."""


def _timed(step: Callable[[State, Ev, View], Result]) -> Callable[[State, Ev, View], Result]:
    def wrapped(state: State, event: Ev, view: View) -> Result:
        return step(settled(state, view.moment), event, view)

    return wrapped


def _start(state: State, player: Player, view: View) -> State:
    return begun(state, replace(player, kept=0, since=stamp(plain(view.moment))), view.moment)


def _play(state: State, event: Ev, view: View) -> Result:
    """One song of a list: the list is the queue, from that song on."""
    source, key = event.get("source"), event.get("key")
    keys = tuple(one.id for one in tracks_of(state, source))
    if key not in keys:
        keys = (key,)
    if state.player.shuffle:
        keys = (key, *(one for one in mixed(keys, f"{view.seed}:{source}") if one != key))
    player = replace(state.player, queue=keys, at=keys.index(key), source=source)
    return _start(state, player, view), (Go(route("player")),)


def _play_list(state: State, event: Ev, view: View) -> Result:
    """All of a list, in its order or mixed."""
    source, shuffle = event.get("source"), bool(event.get("mixed"))
    keys = tuple(one.id for one in tracks_of(state, source))
    if not keys:
        return state, ()
    if shuffle:
        keys = mixed(keys, f"{view.seed}:{source}")
    return _start(state, replace(state.player, queue=keys, at=0, source=source, shuffle=shuffle), view), ()


def _play_pause(state: State, event: Ev, view: View) -> Result:
    player = state.player
    if not player.queue:
        return state, ()
    if player.since:
        return replace(state, player=replace(player, kept=heard(player, view.moment), since="")), ()
    return begun(state, replace(player, since=stamp(plain(view.moment))), view.moment), ()


def _at(state: State, at: int, view: View) -> State:
    """Another place of the queue; what rests stays at rest."""
    player = replace(state.player, at=at, kept=0)
    return _start(state, player, view) if player.since else replace(state, player=player)


def _next(state: State, event: Ev, view: View) -> Result:
    player = state.player
    if player.at + 1 < len(player.queue):
        return _at(state, player.at + 1, view), ()
    if player.repeat == "All" and player.queue:
        return _at(state, 0, view), ()
    return state, (Toast("This is the last song"),)


def _previous(state: State, event: Ev, view: View) -> Result:
    player = state.player
    again = heard(player, view.moment) > RESTART or player.at == 0
    return _at(state, player.at if again else player.at - 1, view), ()


def _seek(state: State, event: Ev, view: View) -> Result:
    share = min(1.0, max(0.0, float(event.get("value", 0.0))))
    since = stamp(plain(view.moment)) if state.player.since else ""
    kept = min(int(length(state.player) * share), max(0, length(state.player) - 1))
    return replace(state, player=replace(state.player, kept=kept, since=since)), ()


def _shuffle(state: State, event: Ev, view: View) -> Result:
    """What still comes is mixed, or put back into the order of its list."""
    player = state.player
    on = not player.shuffle
    past, coming = player.queue[: player.at + 1], player.queue[player.at + 1 :]
    if on:
        coming = mixed(coming, f"{view.seed}:{player.source}")
    else:
        order = [one.id for one in tracks_of(state, player.source)]
        coming = tuple(sorted(coming, key=lambda key: order.index(key) if key in order else len(order)))
    return replace(state, player=replace(player, queue=(*past, *coming), shuffle=on)), ()


def _repeat(state: State, event: Ev, view: View) -> Result:
    after = REPEATS[(REPEATS.index(state.player.repeat) + 1) % len(REPEATS)]
    told = {"Off": "Repeat is off", "All": "All songs repeat", "One": "This song repeats"}[after]
    return replace(state, player=replace(state.player, repeat=after)), (Toast(told),)


def _device(state: State, event: Ev, view: View) -> Result:
    name = event.get("name")
    if name not in dict(DEVICES):
        return state, (Back(),)
    return replace(state, player=replace(state.player, device=name)), (Back(), Toast(f"Playing on {name}"))


def _sleep(state: State, event: Ev, view: View) -> Result:
    label = event.get("value")
    minutes = SLEEPS.get(label, 0)
    until = stamp(plain(view.moment) + timedelta(minutes=minutes)) if minutes else ""
    known = Sleep(label, until) if minutes or label == END_OF_TRACK else Sleep()
    state = recorded(replace(state, sleep=known), view.now, "Sleep timer", label)
    told = "Sleep timer is off" if label == "Off" else f"Music stops: {label.lower()}"
    return state, (Back(), Toast(told))


# The queue.


def _queued(state: State, queue: tuple[str, ...]) -> State:
    return replace(state, player=replace(state.player, queue=queue))


def _queue_next(state: State, event: Ev, view: View) -> Result:
    player, key = state.player, event.get("key")
    cut = player.at + 1
    return _queued(state, (*player.queue[:cut], key, *player.queue[cut:])), (Back(), Toast("Plays next"))


def _queue_last(state: State, event: Ev, view: View) -> Result:
    return _queued(state, (*state.player.queue, event.get("key"))), (Back(), Toast("Added to queue"))


def _queue_list(state: State, event: Ev, view: View) -> Result:
    keys = tuple(one.id for one in tracks_of(state, event.get("to")))
    return _queued(state, (*state.player.queue, *keys)), (Back(), Toast(f"{len(keys)} songs added to queue"))


def _queue_out(state: State, event: Ev, view: View) -> Result:
    at, queue = event.get("at"), state.player.queue
    if not state.player.at < at < len(queue):
        return state, ()
    one = track(queue[at])
    told = f"“{one.title}” taken out" if one else "Taken out"
    return _queued(state, (*queue[:at], *queue[at + 1 :])), (Toast(told),)


def _queue_play(state: State, event: Ev, view: View) -> Result:
    at = event.get("at")
    if not 0 <= at < len(state.player.queue):
        return state, ()
    return _start(state, replace(state.player, at=at), view), ()


def _due(state: State, event: Ev, view: View) -> Result:
    """The time has passed already when this is reached."""
    return state, ()


_STEPS: Mapping[str, Callable[[State, Ev, View], Result]] = {
    "play": _play, "play_list": _play_list, "play_pause": _play_pause, "next": _next, "previous": _previous,
    "seek": _seek, "shuffle": _shuffle, "repeat": _repeat, "device": _device, "sleep": _sleep,
    "queue_next": _queue_next, "queue_last": _queue_last, "queue_list": _queue_list, "queue_out": _queue_out,
    "queue_play": _queue_play, "@due": _due,
}  # fmt: skip
PLAYING = {name: _timed(step) for name, step in _STEPS.items()}
