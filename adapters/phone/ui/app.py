"""The App interface: state as data, screens as functions, events as reducers, and effects on the phone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from adapters.phone.files.preinstalled import PreinstalledFile
from adapters.phone.files.shared_storage import FileEffect, Storage
from adapters.phone.style.theme import Theme
from adapters.phone.ui.address_book import Book, Person
from adapters.phone.ui.node import Ev, Node
from adapters.phone.ui.scene import TreeStyle
from runtime.plugins.specs import AppSpec


@dataclass(frozen=True, slots=True)
class Route:
    """A place in an app, kept on the back stack. BACK pops it."""

    name: str
    args: tuple[tuple[str, Any], ...] = ()

    def get(self, key: str, default: Any = None) -> Any:
        for name, value in self.args:
            if name == key:
                return value
        return default


def route(name: str, /, **args: Any) -> Route:
    """Create a route, such as `route("item", key="copper-pan")`."""
    return Route(name, tuple(sorted(args.items())))


@dataclass(frozen=True, slots=True)
class Go:
    """Push a place of the same app."""

    route: Route


@dataclass(frozen=True, slots=True)
class Replace:
    """Replace the current place; with `root`, also drop everything below it."""

    route: Route
    root: bool = False


@dataclass(frozen=True, slots=True)
class Back:
    """Pop places, as the BACK key does."""

    levels: int = 1


@dataclass(frozen=True, slots=True)
class Toast:
    """Show a short message above everything; it never appears in the accessibility tree."""

    text: str


@dataclass(frozen=True, slots=True)
class Share:
    """Share text with another app; its share place opens on top of the current task."""

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
    """Move the input focus to a field of the current screen, or clear it, which hides the keyboard."""

    field: str | None


@dataclass(frozen=True, slots=True)
class Notice:
    """A notification: `key` identifies it within its app, a tap opens `route`."""

    key: str
    title: str
    text: str
    route: Route
    ago: int = 0
    """Minutes since it came, for those that are there at first."""


@dataclass(frozen=True, slots=True)
class Notify:
    """Post a notification, replacing the one with the same key."""

    notice: Notice


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Remove a notification."""

    key: str


@dataclass(frozen=True, slots=True)
class Copy:
    """Put text on the clipboard; the phone shows the copied text for a few seconds."""

    text: str


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask the user for a permission by its Android name, such as `android.permission.CAMERA`, in the system's dialog.

    The app's `update` gets `granted` or `denied` once it is decided; immediately if it already is (see `permissions`).
    """

    permission: str
    granted: Ev
    denied: Ev


@dataclass(frozen=True, slots=True)
class Stop:
    """Stop another app: its places leave all stacks. Only for an app that manages other apps."""

    package: str


@dataclass(frozen=True, slots=True)
class Permit:
    """Grant or deny another app's permission for the user. Only for an app that manages other apps."""

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
    """The parts of the phone that a screen or reducer may read, such as the virtual clock and the device settings.

    `now` has minute precision, so that a screen does not change between two ticks of the status bar.
    """

    now: datetime
    settings: Mapping[str, Mapping[str, str]]
    """`{"global" | "secure" | "system": {key: value}}`, values are text as on Android."""
    seed: int
    screen: tuple[int, int]
    granted: frozenset[str] = frozenset()
    """The permissions that the app has been given, by their Android names."""
    at: datetime | None = None
    """The exact time, which reducers get and screens don't."""
    storage: Storage = Storage()
    """Shared storage, for apps that declare that they show it."""
    installed: tuple[InstalledApp, ...] = ()
    """The apps of the phone, for one that oversees them."""
    book: Book = Book()
    """The address book, for apps that declare that they use it."""

    @property
    def moment(self) -> datetime:
        """Return the time as precisely as it is known here."""
        return self.at or self.now

    def setting(self, namespace: str, key: str, default: str = "") -> str:
        return self.settings.get(namespace, {}).get(key, default)


@dataclass(frozen=True, slots=True)
class Overlay:
    """A window over the screen, which alone is in the tree: dialog, bottom sheet, drop-down menu or drawer.

    A drawer comes from the left edge and takes the full height. It is as wide as its root, at most 320 dp, and brings
    its own colour and round corners. A swipe to the left closes it too.

    The screen below keeps its scroll offsets if the overlay is a place on top of the one that it covers.
    """

    kind: Literal["dialog", "sheet", "menu", "drawer"]
    root: Node
    dismiss: Ev | None = None
    """Event of a tap on the scrim; None goes back as BACK does."""
    at: tuple[float, float] | None = None
    """Position in dp above or below which a menu is shown; None for the upper right."""


@dataclass(frozen=True, slots=True)
class Screen:
    """Content of an app's screen. `top` stays above and `bottom` below the scrolling `body`; `fab` floats.

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
    """The body starts at the very top: under `top`, and under the status bar unless `bar` is given (pictures)."""
    ink: Literal["", "light", "dark"] = ""
    """The ink of the status bar where `bar` cannot tell: over pictures."""


@dataclass(frozen=True, slots=True)
class Link:
    """Addresses that an app opens for other apps: an action, such as `android.intent.action.DIAL`, and a scheme.

    `place` returns the place for the text after the scheme's colon and the intent's extras; None for other addresses.
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
    """A declared choice point: its options and the default if the user picks none."""

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
    """Intent actions that the app accepts, such as `android.settings.WIFI_SETTINGS`, and the place that each opens;
    None opens the app as a launcher does."""
    choices: tuple[Choice, ...] = ()
    notices: tuple[Notice, ...] = ()
    """Notifications of this app after a reset."""
    storage: bool = False
    """Whether its screens or reducers read shared storage (`View.storage`)."""
    preinstalled_files: tuple[PreinstalledFile, ...] = ()
    """Files that this app adds to the phone's factory state."""
    people: Callable[[Any], tuple[Person, ...]] | None = None
    """Returns the address book from the app's state, for other apps; set by Contacts."""
    book: bool = False
    """Whether its screens or reducers read the address book (`View.book`)."""
    scratch: tuple[str, ...] = ()
    """Paths in its state that may change whatever is asked for: unfinished input, searches, what was viewed last, and
    what the app itself enters into a record: its number and the time."""
    windows: Mapping[str, str] = field(default_factory=dict)
    """Routes that are declared as dialogs, sheets, menus and drawers, and the route whose screen each lies over."""
    distractors: Mapping[str, str] = field(default_factory=dict)
    """Screens that no task needs, by route, and why each is there: what it is confused with, or leads away from."""
    version: str = "1.0.0"
    system: bool = False
    due: Callable[[Any, datetime], datetime | None] | None = None
    """Returns the app's next wake time after the given time, from its state alone; None for never.

    At that time `update` gets `Ev("@due")` with `View.moment` set to it, in front or in the background. In the
    background only `Notify`, `Withdraw`, `Toast` and `Put` are carried out; a system app may also `Start` a place of
    its own, such as a ringing alarm.
    """
    oversees: bool = False
    """Whether it sees other apps (`View.installed`) and may stop them and change their permissions; set by Settings."""
    device_state: Literal["", "settings", "storage"] = ""
    """Device state that is read together with the app's own: the settings tables, which a task may also set there, or
    under `storage` the folders and file sizes of shared storage. At most one app declares each."""
    portrait: bool = False
    """Whether its screens stay upright when the phone is rotated."""
    tree_style: TreeStyle = "view"
    """UI toolkit that the app's accessibility tree imitates; pixels do not depend on it."""

    @property
    def spec(self) -> AppSpec:
        """The declaration that its entry point names."""
        return AppSpec(app=self)

    def is_window_over(self, window: Route, page: Route) -> bool:
        """Return whether a route is declared as a window over the page of another one."""
        over = window.get("under", self.windows.get(window.name, ""))
        return over == page.name and page.name not in self.windows


def app_for_action(apps: Iterable[App], action: str, package: str = "") -> App | None:
    """Return the first app that declares an action in `App.actions`; with `package` only that app."""
    return next((app for app in apps if action in app.actions and package in ("", app.package)), None)


@dataclass(frozen=True, slots=True)
class InstalledApp:
    """An app as an app manager sees it; `permissions` are the decisions made, see `permissions`."""

    app: App
    running: bool
    permissions: Mapping[str, str]
