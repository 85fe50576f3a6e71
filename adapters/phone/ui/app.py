"""What an app is: state as data, screens as functions, events as reducers. And what the phone tells and does for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from adapters.phone.files.preinstalled import Plant
from adapters.phone.files.shared_storage import FileEffect, Storage
from adapters.phone.style.theme import Theme
from adapters.phone.ui.address_book import Book, Person
from adapters.phone.ui.node import Ev, Node
from adapters.phone.ui.scene import TreeStyle
from runtime.plugins.specs import AppSpec


@dataclass(frozen=True, slots=True)
class Route:
    """A place in an app; it lives on the back stack. BACK pops it."""

    name: str
    args: tuple[tuple[str, Any], ...] = ()

    def get(self, key: str, default: Any = None) -> Any:
        for name, value in self.args:
            if name == key:
                return value
        return default


def route(name: str, /, **args: Any) -> Route:
    """`route("item", key="copper-pan")`."""
    return Route(name, tuple(sorted(args.items())))


@dataclass(frozen=True, slots=True)
class Go:
    """Push a place of the same app."""

    route: Route


@dataclass(frozen=True, slots=True)
class Replace:
    """Put a place where the current one is; with `root`, drop everything below it too."""

    route: Route
    root: bool = False


@dataclass(frozen=True, slots=True)
class Back:
    """Pop places, as the BACK key does."""

    levels: int = 1


@dataclass(frozen=True, slots=True)
class Toast:
    """A short message: drawn above everything, never in the accessibility tree."""

    text: str


@dataclass(frozen=True, slots=True)
class Share:
    """Hand text to another app; the phone opens the receiver's share place on top of the current task."""

    text: str


@dataclass(frozen=True, slots=True)
class Start:
    """Open a place of another app by its package, on top."""

    package: str
    route: Route | None = None


@dataclass(frozen=True, slots=True)
class Put:
    """Write a device setting, as `settings put NAMESPACE KEY VALUE` does."""

    namespace: Literal["global", "secure", "system"]
    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Focus:
    """Put the input focus on a field of the current screen, or nowhere (keyboard goes away)."""

    field: str | None


@dataclass(frozen=True, slots=True)
class Notice:
    """A notification: `key` names it within its app, a tap opens `route`."""

    key: str
    title: str
    text: str
    route: Route
    ago: int = 0
    """Minutes since it came, for those that are there at first."""


@dataclass(frozen=True, slots=True)
class Notify:
    """Post a notification, or another in place of the one with its key."""

    notice: Notice


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take a notification away."""

    key: str


@dataclass(frozen=True, slots=True)
class Copy:
    """Put text on the clipboard; the phone shows for a few seconds what it holds."""

    text: str


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask the user for a permission by its Android name, such as `android.permission.CAMERA`, in the system's dialog.

    The app's `update` gets `granted` or `denied` when that is decided; at once where it already is (see `permissions`).
    """

    permission: str
    granted: Ev
    denied: Ev


@dataclass(frozen=True, slots=True)
class Stop:
    """End another app: its places leave all stacks. Only for an app that oversees the others."""

    package: str


@dataclass(frozen=True, slots=True)
class Permit:
    """Decide on another app's permission for its user. Only for an app that oversees the others."""

    package: str
    permission: str
    allowed: bool


Effect = (
    Go
    | Replace
    | Back
    | Toast
    | Share
    | Start
    | Put
    | Focus
    | Notify
    | Withdraw
    | Copy
    | Ask
    | Stop
    | Permit
    | FileEffect
)


@dataclass(frozen=True, slots=True)
class View:
    """What a screen or a reducer may know of the phone: the virtual clock and the device settings, nothing else.

    `now` is told to the minute, so that a screen stays the same between two ticks of the status bar.
    """

    now: datetime
    settings: Mapping[str, Mapping[str, str]]
    """`{"global" | "secure" | "system": {key: value}}`, values are text as on Android."""
    seed: int
    screen: tuple[int, int]
    granted: frozenset[str] = frozenset()
    """The permissions that the app has been given, by their Android names."""
    at: datetime | None = None
    """The exact time, which reducers are told and screens are not."""
    storage: Storage = Storage()
    """Shared storage, for apps that declare that they show it."""
    installed: tuple[InstalledApp, ...] = ()
    """The apps of the phone, for one that oversees them."""
    book: Book = Book()
    """The address book, for apps that declare that they use it."""

    @property
    def moment(self) -> datetime:
        """The time as exactly as it is known here."""
        return self.at or self.now

    def setting(self, namespace: str, key: str, default: str = "") -> str:
        return self.settings.get(namespace, {}).get(key, default)


@dataclass(frozen=True, slots=True)
class Overlay:
    """A window of its own over the screen (the tree shows only it): dialog, bottom sheet, drop-down menu, or a drawer.

    A drawer comes from the left edge and takes the whole height; it is as wide as its root, 320 dp at most, and brings
    its own colour and round corners. A swipe to the left closes it too.

    What lies below an overlay stays as it was scrolled if the overlay is a place on top of the one that it covers.
    """

    kind: Literal["dialog", "sheet", "menu", "drawer"]
    root: Node
    dismiss: Ev | None = None
    """What a tap on the scrim does; None: the place is popped as by BACK."""
    at: tuple[float, float] | None = None
    """Where on the screen a menu stands, in dp: above that place, or below it. None: at the upper right."""


@dataclass(frozen=True, slots=True)
class Screen:
    """What an app shows. `top` stays above and `bottom` below the scrolling `body`; `fab` floats.

    The body takes all the room between them; where there is no `bottom` it reaches to the lower edge, under the
    navigation handle, so a list ends in 24 dp of empty room. `top` and `bottom` are extended under the system's bars by
    the phone.

    `bar` is the colour role behind the status bar; its icons are dark or light by that colour's luminance.
    """

    body: Node
    top: Node | None = None
    bottom: Node | None = None
    fab: Node | None = None
    overlay: Overlay | None = None
    bg: str = "surface"
    bar: str = ""
    title: str = ""
    edge: bool = False
    """The body starts at the very top, under the status bar (pictures)."""
    ink: Literal["", "light", "dark"] = ""
    """The ink of the status bar where `bar` cannot tell: over pictures."""


@dataclass(frozen=True, slots=True)
class Link:
    """Addresses that an app opens for whoever asks: an action, such as `android.intent.action.DIAL`, and a scheme.

    `place` makes a place of what follows the scheme's colon and of the intent's extras; None: not of this address.
    """

    action: str
    scheme: str
    place: Callable[[str, Mapping[str, str]], Route | None]


@dataclass(frozen=True, slots=True)
class Icon:
    """The launcher icon: background and glyph colour as `#RRGGBB`, glyph by its icon-font name."""

    bg: str
    fg: str
    glyph: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A declared choice point: what can be picked there and what happens when nobody picks."""

    id: str
    options: tuple[str, ...]
    default: str


@dataclass(frozen=True, slots=True)
class App:
    """One installable app. `initial`, `screen` and `update` are pure; the state is a frozen dataclass of plain data.

    `activities` maps route names to activity class names (`.MenuActivity`); routes not listed belong to the first one.
    `share` names the route that receives shared text (argument `text`).
    """

    name: str
    """Key in `State`, such as `bunwright`."""
    package: str
    label: str
    icon: Icon
    theme: Theme
    home: Route
    initial: Callable[[], Any]
    screen: Callable[[Any, Route, View], Screen]
    update: Callable[[Any, Ev, View], tuple[Any, tuple[Effect, ...]]]
    activities: Mapping[str, str] = field(default_factory=dict)
    share: str | None = None
    links: tuple[Link, ...] = ()
    actions: Mapping[str, Route | None] = field(default_factory=dict)
    """Actions of intents that the app takes with or without an address, such as `android.settings.WIFI_SETTINGS`, and
    the place that each opens; None: the app as a launcher opens it."""
    choices: tuple[Choice, ...] = ()
    notices: tuple[Notice, ...] = ()
    """Notifications that a phone fresh from reset has of this app."""
    storage: bool = False
    """Whether its screens or reducers look at shared storage (`View.storage`)."""
    plants: tuple[Plant, ...] = ()
    """Files that a phone fresh from reset has because of this app."""
    people: Callable[[Any], tuple[Person, ...]] | None = None
    """Whom the app knows, by its state, for other apps to be told: Contacts."""
    book: bool = False
    """Whether its screens or reducers look at the address book (`View.book`)."""
    scratch: tuple[str, ...] = ()
    """Paths in its state where it keeps what is half done and of no consequence: forms not sent, words searched for."""
    version: str = "1.0.0"
    system: bool = False
    due: Callable[[Any, datetime], datetime | None] | None = None
    """When the app wants to be woken: the first moment later than the given one, from its state alone; None: never.

    When the phone's clock gets there, `update` gets `Ev("@due")` with `View.moment` being that very moment, whether the
    app is in front or not. From the background only `Notify`, `Withdraw`, `Toast` and `Put` are carried out, and
    `Start` of a place of its own if the app is a system app (an alarm that rings).
    """
    oversees: bool = False
    """It sees the other apps (`View.installed`) and may end them and decide on their permissions: Settings."""
    device_state: Literal["", "settings", "storage"] = ""
    """State of the device that is read with the app's own: the settings tables, which a task may also give there, or
    under `storage` the folders and file sizes of shared storage. At most one app has each."""
    portrait: bool = False
    """It never turns with the screen."""
    tree_style: TreeStyle = "view"
    """What the accessibility tree shows the app to be made with; pixels do not depend on it."""

    @property
    def spec(self) -> AppSpec:
        """The declaration that its entry point names."""
        return AppSpec(app=self)


def app_for_action(apps: Iterable[App], action: str, package: str = "") -> App | None:
    """The first app that takes an action by `App.actions`; with `package` only that one."""
    return next((app for app in apps if action in app.actions and package in ("", app.package)), None)


@dataclass(frozen=True, slots=True)
class InstalledApp:
    """An app of the phone as the one that oversees them sees it; `permissions` are those decided on, see there."""

    app: App
    running: bool
    permissions: Mapping[str, str]
