"""What the player does while time goes by: tracks end, the next begins. Pure."""

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from adapters.phone.apps.tunedrift.model import Play, Player, State
from adapters.phone.framework.playback import position_at

_MOST_PLAYS = 60


def local(now: datetime) -> datetime:
    """The moment on the phone's clock, to the second and without its zone."""
    return now.replace(tzinfo=None, microsecond=0)


def heard(player: Player, now: datetime) -> int:
    """Seconds since the track began, the pauses not counted; more than its length if it has ended since."""
    return position_at(player.kept, player.since, now)


def next_index(player: Player) -> int | None:
    """Which place of the queue comes next by itself; None where the music ends."""
    if player.repeat == "One":
        return player.at
    if player.at + 1 < len(player.queue):
        return player.at + 1
    return 0 if player.repeat == "All" and player.queue else None


def end_of_track(player: Player) -> datetime | None:
    """When the track that plays is over."""
    if not player.since or player.track is None:
        return None
    return datetime.fromisoformat(player.since) + timedelta(seconds=player.track.seconds - player.kept)


def settled(state: State, now: datetime) -> State:
    """The state as it is now: what has ended since has made room for what comes next."""
    while (over := end_of_track(state.player)) is not None and over <= local(now):
        following = next_index(state.player)
        if following is None:
            return replace(state, player=replace(state.player, at=0, kept=0, since=""))
        state = begun(state, replace(state.player, at=following, kept=0, since=over.isoformat()), over)
    return state


def begun(state: State, player: Player, now: datetime) -> State:
    """The state in which another track begins, which is remembered among the plays."""
    state = replace(state, player=player)
    if not player.since or player.at >= len(player.queue):
        return state
    play = Play(local(now).isoformat(), player.queue[player.at], player.source)
    return replace(state, played=(*state.played, play)[-_MOST_PLAYS:])


def due(state: State, now: datetime) -> datetime | None:
    """When something happens by itself: the track that plays ends."""
    over = end_of_track(state.player)
    return over.replace(tzinfo=now.tzinfo) if over is not None and over > local(now) else None


def mixed(keys: Sequence[str], salt: str) -> tuple[str, ...]:
    """The same tracks in another order, the same one for the same salt."""
    shuffled = [*keys]
    random.Random(salt).shuffle(shuffled)
    return tuple(shuffled)
