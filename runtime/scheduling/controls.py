"""What an operator can do while a run is played: pause it, cancel an episode, take a device out of use."""

from __future__ import annotations

from runtime.core.errors import UsageError
from runtime.devices.pool import Pool
from runtime.episode.attempt import Attempt

_CANCELLED = "cancelled by an operator"


class RunControls:
    """Controls of the runs that are played on a pool of devices. All take effect at once, from the event loop.

    They change which episodes are played and when, never how: a cancelled episode is recorded as lost to the runtime.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._paused = False
        self._drained: set[str] = set()
        self._playing: dict[str, Attempt] = {}
        """The attempts that are played in this process, by the name of the episode."""

    @property
    def paused(self) -> bool:
        """Whether no further episode is started."""
        return self._paused

    @property
    def drained(self) -> frozenset[str]:
        """The names of the devices on which no further episode is started."""
        return frozenset(self._drained)

    @property
    def unavailable(self) -> frozenset[str]:
        """The names of the devices that do not answer; they are tried again."""
        return frozenset(device.info.name for device in self._pool.resting)

    @property
    def playing(self) -> tuple[str, ...]:
        """The names of the episodes that can be cancelled now."""
        return tuple(self._playing)

    def pause(self) -> None:
        """Start no further episode. Those that are being played go on to their end."""
        self._paused = True
        self._pool.notify()

    def resume(self) -> None:
        """Start episodes again."""
        self._paused = False
        self._pool.notify()

    def drain(self, device: str) -> None:
        """Start no further episode on a device. The one that it plays goes on to its end.

        Raises:
            UsageError: there is no such device.
        """
        names = [known.info.name for known in self._pool.usable]
        if device not in names:
            raise UsageError(f"there is no device {device!r}; there is: {', '.join(names[:5])}")
        self._drained.add(device)
        self._pool.notify()

    def undrain(self, device: str) -> None:
        """Use a drained device again. Does nothing if it is in use."""
        self._drained.discard(device)
        self._pool.notify()

    def cancel(self, episode: str) -> None:
        """End an episode that is being played. It is recorded as a fault of the runtime and not played again.

        Raises:
            UsageError: the episode is not being played in this process.
        """
        attempt = self._playing.get(episode)
        if attempt is None:
            raise UsageError(f"{episode} cannot be cancelled: it is not being played here")
        attempt.cancel(_CANCELLED)

    def began(self, episode: str, attempt: Attempt) -> None:
        """Note that an attempt is being played, for the scheduler."""
        self._playing[episode] = attempt

    def ended(self, episode: str) -> None:
        """Note that an attempt is over, for the scheduler."""
        del self._playing[episode]
