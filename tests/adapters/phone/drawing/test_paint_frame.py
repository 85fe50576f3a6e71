"""Painting a scene writes every pixel, is deterministic, and stays inside clips and boxes."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from adapters.phone.drawing.lru import LruCache
from adapters.phone.drawing.painter import Painter, png
from adapters.phone.style.color_scheme import scheme
from adapters.phone.style.theme import Theme
from adapters.phone.ui.layout import layout
from adapters.phone.ui.node import Art, Node, node
from adapters.phone.ui.scene import Box, Content, Rect, Scene, Window
from runtime.screen.frames.png import decode

Frame = npt.NDArray[np.uint8]
THEME = Theme("#5B5FEF", "brand")
SIZE = (540, 900)
KINDS: tuple[Node, ...] = (
    node("text", text="Ferry Street 林晓雨", type="titleL", color="on_surface"),
    node("icon", icon="search", size=24),
    node("icon", icon="battery:60", size=24, id="battery"),
    node("image", art=Art("avatar", 3), width=40, height=40, radius=20),
    node("button", text="Add to order", variant="filled"),
    node("button", text="Retry", variant="outlined"),
    node("button", text="Compose", icon="edit", variant="fab"),
    node("icon_button", icon="more_vert", desc="More options"),
    node("field", text="", hint="Search", id="query"),
    node("field", text="secret", password=True, variant="outlined", id="pass"),
    node("switch", checked=True),
    node("switch", text="Wi-Fi"),
    node("checkbox", checked=True, text="Remember"),
    node("checkbox"),
    node("radio", checked=True),
    node("radio", text="Brioche"),
    node("chip", text="Pickles", checked=True),
    node("chip", text="No salt"),
    node("slider", value=0.4),
    node("divider"),
    node("badge", text="3"),
    node("badge"),
    node("row", node("text", text="card"), bg="lowest", radius=(20, 20, 0, 4), elevation=3, pad=16),
    node("column", node("text", text="ring"), outline="primary", outline_width=2, radius=12, pad=16),
    node("column", node("text", text="ring"), outline="primary", pad=16, id="square"),
)


def scene_of(root: Node | Box, *, bg: str = "surface", scrim: float = 0.0, theme: Theme = THEME) -> Scene:
    """A scene of one window; a node is laid out over all of it."""
    rect: Rect = (0, 0, *SIZE)
    box = root if isinstance(root, Box) else layout(root, rect)
    window = Window("app", "a.b", "t", rect, Content(lambda: box), theme, scrim=scrim, bg=bg)
    return Scene(*SIZE, (window,), 0)


def painted(scene: Scene, painter: Painter | None = None, dirt: int = 77) -> Frame:
    """The frame painted over a buffer that is filled with `dirt`."""
    frame = np.full((scene.height, scene.width, 4), dirt, np.uint8)
    (painter or Painter()).paint(scene, frame)
    return frame


@pytest.mark.parametrize("what", KINDS, ids=lambda n: f"{n.kind}-{n.id}{n.variant}{n.text[:6]}")
def test_every_kind_of_node_draws_inside_its_box(what: Node) -> None:
    """Each kind of node draws something inside its box, and nothing left of or above it except a shadow."""
    frame = painted(scene_of(node("column", what, pad=40, width="fill", height="fill")))
    ground = np.array([*scheme(THEME).color("surface"), 255], np.uint8)
    rows, columns = np.nonzero((frame != ground).any(axis=2))
    assert len(rows) > 20
    reach = 60 if what.look.elevation or what.variant == "fab" else 0
    assert rows.min() >= 105 - reach
    assert columns.min() >= 105 - reach


def test_painting_is_deterministic_and_opaque() -> None:
    """Old buffer content and warm caches make no difference, and every pixel is opaque."""
    scene = scene_of(node("column", *KINDS[:12], gap=4))
    warm = Painter()
    first = painted(scene, warm, 0)
    for frame in (painted(scene, warm, 255), painted(scene, Painter(), 9)):
        assert np.array_equal(first, frame)
    assert (first[..., 3] == 255).all()


def test_a_scene_without_background_is_black() -> None:
    """Where no window paints, the screen is black and not the old content of the buffer."""
    frame = painted(scene_of(node("spacer"), bg=""))
    assert not frame[..., :3].any()
    assert (frame[..., 3] == 255).all()


def test_nothing_is_drawn_outside_a_clip() -> None:
    """Boxes and their children are cut at the clip, with their shadows and outlines."""
    clip: Rect = (100, 100, 300, 200)
    inner = Box(
        node("text", text="Wide words everywhere", bg="error"), (0, 150, 540, 260), clip, ("Wide words everywhere",)
    )
    outer = Box(
        node("column", bg="primary", radius=28, outline="error", elevation=3),
        (50, 50, 400, 400),
        clip,
        children=(inner,),
    )
    frame = painted(scene_of(outer))
    ground = scheme(THEME).color("surface")
    outside = np.ones(frame.shape[:2], bool)
    outside[100:200, 100:300] = False
    assert (frame[outside][:, :3] == ground).all()
    assert (frame[100:200, 100:300, :3] != ground).any(axis=2).all()


def test_a_window_throws_its_shadow_on_the_screen_below() -> None:
    """A dialog's shadow darkens the screen around it, symmetrically, but not the dialog itself."""
    below = scene_of(node("spacer"), bg="white").windows[0]
    rect: Rect = (150, 200, 390, 500)
    box = Box(node("column", bg="white", radius=28, elevation=3), rect, rect)
    frame = painted(Scene(*SIZE, (below, Window("dialog", "a.b", "d", rect, Content(lambda: box), THEME)), 1))[
        ..., 0
    ].astype(int)
    assert frame[350, 149] < 250
    assert frame[500, 270] < frame[350, 149]
    assert np.array_equal(frame[350, 100:150], frame[350, 390:440][::-1])
    assert (frame[350, 150:390] == 255).all()


def test_a_ring_is_symmetric() -> None:
    """The ring of a radio button equals its mirror images in both directions."""
    box = Box(node("radio"), (101, 101, 204, 204), (0, 0, *SIZE))
    ring = painted(scene_of(box))[101:204, 101:204, :3].astype(int)
    # The ring has an odd side in an odd box, so its mirror images fall on itself.
    assert np.array_equal(ring, ring[:, ::-1])
    assert np.array_equal(ring, ring[::-1])


def test_fills_do_not_depend_on_the_clip() -> None:
    """A shape painted through two adjacent clips equals the shape painted through one."""

    def box(clip: Rect) -> Box:
        return Box(node("column", bg="primary", radius=(28, 4, 12, 0), elevation=2), (60, 60, 400, 300), clip)

    ndarray = painted(scene_of(box((0, 0, *SIZE))))
    halves = [painted(scene_of(box(clip))) for clip in ((0, 0, 83, 900), (83, 0, 540, 900))]
    assert np.array_equal(ndarray[:, :83], halves[0][:, :83])
    assert np.array_equal(ndarray[:, 83:], halves[1][:, 83:])


def test_a_scrim_darkens_what_is_below() -> None:
    """A scrim of 0.4 over a white screen gives 60 % grey everywhere."""
    below = scene_of(node("spacer"), bg="white").windows[0]
    above = scene_of(node("spacer"), bg="", scrim=0.4).windows[0]
    frame = painted(Scene(*SIZE, (below, above), 1))
    assert (np.abs(frame[..., :3].astype(int) - 153) <= 1).all()
    assert (frame[..., 3] == 255).all()


def test_a_keyboard_that_was_drawn_before_looks_the_same() -> None:
    """Over another screen, and below a toast that covers a part of it."""
    rect: Rect = (0, 600, *SIZE)
    keys = layout(node("row", *KINDS[3:6], bg="highest", height="fill", width="fill"), rect)
    board = Window("ime", "a.b", "k", rect, Content(lambda: keys), THEME, bg="highest")
    toast_at: Rect = (100, 580, 300, 660)
    text = layout(node("text", text="Saved", bg="inverse_surface"), toast_at)
    toast = Window("toast", "a.b", "t", toast_at, Content(lambda: text), THEME)
    painter = Painter()
    for below, above in (("white", ()), ("error", ()), ("primary", (toast,)), ("black", ())):
        scene = Scene(*SIZE, (scene_of(node("spacer"), bg=below).windows[0], board, *above), 0)
        assert np.array_equal(painted(scene, painter), painted(scene, Painter(), dirt=3))


def test_what_a_dialog_hides_need_not_be_drawn() -> None:
    """A screen below a dialog gives the same pixels as below one that hides nothing, since it is hardly transparent."""
    rect: Rect = (60, 200, 480, 700)
    rows = [node("row", *KINDS[:6], bg="primary_container", elevation=2, pad=9, width="fill") for _ in range(9)]
    page = scene_of(node("column", *rows, width="fill")).windows[0]

    def frame(alpha: float) -> Frame:
        root = Box(node("column", bg="high", radius=28, elevation=3, alpha=alpha), rect, rect)
        dialog = Window("dialog", "a.b", "d", rect, Content(lambda: root), THEME, scrim=0.32)
        return painted(Scene(*SIZE, (page, dialog), 1))

    assert np.array_equal(frame(1.0), frame(0.999))


def test_a_half_transparent_node_mixes_with_its_background() -> None:
    """Black at half opacity on white gives medium grey."""
    half = node("spacer", width=40, height=40, bg="black", alpha=0.5)
    assert abs(int(painted(scene_of(node("column", half), bg="white"))[50, 50, 0]) - 127) <= 2


def test_text_alignment_moves_the_ink() -> None:
    """Start, centre and end alignment draw the same text further and further right."""
    lefts = []
    for place in ("start", "center", "end"):
        frame = painted(scene_of(node("column", node("text", text="Mute", width="fill", text_align=place))))
        ground = scheme(THEME).color("surface")
        lefts.append(int(np.nonzero((frame[..., :3] != ground).any(axis=2))[1].min()))
    assert lefts == sorted(set(lefts))


def test_latin_and_chinese_share_a_baseline() -> None:
    """Capitals and Chinese characters of one style end within 8 pixels of each other."""

    def foot(text: str) -> int:
        frame = painted(scene_of(node("column", node("text", text=text, type="headlineL"))))
        return int(np.nonzero((frame[..., :3] != scheme(THEME).color("surface")).any(axis=2))[0].max())

    assert abs(foot("HE") - foot("林雨")) <= 8


def test_a_wrong_buffer_is_refused() -> None:
    """A buffer of another size, or one that is not contiguous, raises ValueError."""
    scene = scene_of(node("spacer"))
    with pytest.raises(ValueError, match="contiguous"):
        Painter().paint(scene, np.zeros((10, 10, 4), np.uint8))
    with pytest.raises(ValueError, match="contiguous"):
        Painter().paint(scene, np.zeros((900, 1080, 4), np.uint8)[:, ::2])


def test_a_painter_paints_into_any_buffer() -> None:
    """One painter used for three frames paints each into the buffer that it was given."""
    painter, frames = Painter(), [np.zeros((900, 540, 4), np.uint8) for _ in range(3)]
    for frame, color in zip(frames, ("error", "primary", "white"), strict=True):
        painter.paint(scene_of(node("spacer"), bg=color), frame)
    wanted = [scheme(THEME).color(color) for color in ("error", "primary", "white")]
    assert [tuple(int(v) for v in frame[450, 270, :3]) for frame in frames] == wanted


def test_png_holds_the_painted_pixels() -> None:
    """The PNG of a scene decodes to exactly the painted pixels."""
    scene = scene_of(node("text", text="Kestrel Pier"))
    assert np.array_equal(decode(png(scene)).pixels, painted(scene))


def test_a_cache_evicts_the_least_recently_used_value() -> None:
    """A full cache drops the value that was not used for longest, and its size stays below the limit."""
    held: LruCache[str] = LruCache(10)
    for key in "abc":
        held.put(key, key, 4)
        held.get("b")
    assert held.bytes <= 10
    assert held.get("a") is None
    assert held.get("b") == "b"
