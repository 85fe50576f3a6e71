"""Pictures for models have the right size, and coordinates in replies map back to the phone."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.agents.formats import m3a, qwen3_vl, ui_tars
from adapters.agents.formats.grammar.coordinates import ABS_SMART28, PIXELS, REL999, REL1000, Screen, smart_resize
from adapters.agents.llm.kit.marks import M3A, Captioned, Element, Numbers, listed, marks, numbered
from adapters.agents.llm.kit.pictures import SizeRule, counted_in, picture, seen
from runtime.core.errors import AgentFault
from runtime.plugins.protocols import Observation
from runtime.screen.frames import Frame
from runtime.screen.tree import UiNode, UiTree, parse

SCREENS = st.builds(Screen, st.integers(100, 3000), st.integers(100, 3000))


def frame(width: int = 108, height: int = 240) -> Frame:
    """Makes a screen with some content."""
    pixels = np.zeros((height, width, 4), np.uint8)
    pixels[:, :, 3] = 255
    pixels[: height // 2, :, 0] = 200
    return Frame(width, height, pixels)


@given(screen=SCREENS, pixels=st.integers(0, 10**7), side=st.integers(0, 4000))
def test_a_picture_is_never_larger_than_its_rule_or_its_screen(screen: Screen, pixels: int, side: int):
    """A picture is never larger than its rule or its screen, and keeps its proportions."""
    size = SizeRule(pixels, side).of(screen)
    assert size.width <= screen.width
    assert size.height <= screen.height
    if side:
        assert max(size.width, size.height) <= side
    if pixels:
        # A side of less than a pixel is one pixel.
        assert size.width * size.height <= pixels or 1 in (size.width, size.height)
    # One factor makes both sides, but for what is cut off of each.
    sides = ((size.width, screen.width), (size.height, screen.height))
    least, most = max(now / was for now, was in sides), min((now + 1) / was for now, was in sides)
    assert least < most or 1 in (size.width, size.height)


def test_a_rule_without_bounds_leaves_the_screen_as_it_is():
    """A rule without limits keeps the screen's size; limits of side or area reduce it."""
    assert SizeRule().of(Screen(1080, 2400)) == Screen(1080, 2400)
    assert SizeRule(side=1280).of(Screen(1080, 2400)) == Screen(576, 1280)
    assert SizeRule(pixels=2700 * 28 * 28).of(Screen(1080, 2400)) == Screen(975, 2168)


@given(x=st.integers(0, 1079), y=st.integers(0, 2399))
@pytest.mark.parametrize("scheme", [REL1000, REL999, ABS_SMART28, PIXELS])
def test_what_is_counted_in_a_smaller_picture_is_touched_on_the_phone(scheme, x, y):
    """Coordinates in a reduced picture map to the same place on the phone, within three pixels."""
    screen, sent = Screen(1080, 2400), Screen(576, 1280)
    right, bottom = scheme.span(sent)
    pair = round(x / 1080 * right), round(y / 2400 * bottom)
    across, down = counted_in(scheme, sent).pixel(pair, screen)
    assert abs(across - x) <= 2
    assert abs(down - y) <= 3


def test_relative_coordinates_do_not_depend_on_the_size_that_was_sent():
    """Relative coordinates are independent of the picture's size; absolute ones follow the resized picture."""
    screen, sent = Screen(1080, 2400), Screen(540, 1200)
    assert counted_in(REL1000, sent).span(screen) == (1000, 1000)
    assert counted_in(ABS_SMART28, sent).span(screen) == smart_resize(sent)


async def test_the_picture_of_a_frame():
    """A frame's picture has the rule's size, a name per frame, size and drawing, and leaves the frame unchanged."""
    item = frame()
    before = item.pixels.copy()
    shown = await picture(item, SizeRule(side=120))
    decoded = cv2.imdecode(np.frombuffer(shown.picture.jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert decoded is not None
    assert decoded.shape == (120, 54, 3)
    assert shown.size == Screen(54, 120)
    assert shown.screen == Screen(108, 240)
    full = await picture(item)
    marked = await picture(item, drawing=Numbers.of(numbered(parse(XML).walk(), Screen(108, 240), 1), M3A))
    other = await picture(item, drawing=Captioned("after"))
    names = {shown.picture.name, full.picture.name, marked.picture.name, other.picture.name}
    assert len(names) == 4
    assert all(item.digest in name for name in names)
    assert np.array_equal(item.pixels, before)
    assert (await picture(item)).picture == full.picture


async def test_a_surface_counts_in_the_picture_that_was_sent():
    """Pixel coordinates of a reply are scaled from the sent picture to the screen."""
    shown = await picture(frame(108, 240), SizeRule(side=120))
    read = m3a.FORMAT.read('Action: {"action_type": "click", "x": 27, "y": 60}', shown.surface(m3a.FORMAT))
    assert [(action.x, action.y) for action in read.actions] == [(54, 120)]  # type: ignore[union-attr]
    this_combined = await picture(frame(108, 240))
    assert this_combined.surface(ui_tars.FORMAT, "rel1000") == ui_tars.FORMAT.surface(Screen(108, 240), "rel1000")
    assert this_combined.surface(qwen3_vl.FORMAT).scheme is REL999


def test_a_device_without_a_picture_is_the_agents_fault():
    """An observation without a picture raises an AgentFault."""
    with pytest.raises(AgentFault, match="shows none"):
        seen(Observation(0, None, None))


XML = """<hierarchy rotation="0">
<node index="0" class="android.widget.FrameLayout" bounds="[0,0][108,240]">
 <node index="0" class="android.widget.LinearLayout" clickable="true" bounds="[0,10][108,60]">
  <node index="0" text="Delete" class="android.widget.TextView" bounds="[4,14][60,56]"/>
 </node>
 <node index="1" class="androidx.RecyclerView" scrollable="true" bounds="[0,60][108,300]">
  <node index="0" text="gone" class="android.widget.TextView" bounds="[0,250][108,290]"/>
  <node index="1" content-desc="Half" class="android.widget.ImageView" bounds="[60,200][130,260]"/>
 </node>
</node></hierarchy>"""


def _named(elements: tuple[Element, ...]) -> list[tuple[int, str]]:
    return [
        (element.number, element.node.text or element.node.desc or element.node.cls.rpartition(".")[2])
        for element in elements
    ]


def test_m3as_numbers_have_gaps_where_nothing_can_be_seen():
    """M3A's numbers count invisible elements too, which its list leaves out."""
    tree = parse(XML)
    screen = Screen(108, 240)
    assert _named(listed(tree, screen)) == [(0, "Delete"), (1, "RecyclerView"), (3, "Half")]
    assert _named(listed(tree, screen, "all")) == [
        (0, "LinearLayout"), (1, "Delete"), (2, "RecyclerView"), (4, "Half"),
    ]  # fmt: skip
    assert marks(listed(tree, screen))[3] == (60, 200, 108, 240)


def test_other_rules_number_without_gaps():
    """Other numberings have no gaps and begin with the given number."""
    found = numbered((node for node in parse(XML).walk() if node.clickable or node.desc), Screen(108, 240), 1)
    assert _named(found) == [(1, "LinearLayout"), (2, "Half")]


@given(bounds=st.lists(st.tuples(*[st.integers(-50, 400)] * 4), max_size=8))
def test_numbers_can_be_drawn_upon_any_screen(bounds: list[tuple[int, int, int, int]]):
    """Elements of any bounds can be drawn on a screen, and the drawing is visible."""
    nodes = tuple(UiNode(0, "", "", "", "", "", row) for row in bounds)
    tree = UiTree(UiNode(0, "", "", "", "", "", (0, 0, 108, 240), children=nodes))
    found = listed(tree, Screen(108, 240), "all")
    pixels = np.zeros((240, 108, 4), np.uint8)
    Captioned("before", Numbers.of(found, M3A)).onto(pixels)
    assert pixels.any()
    assert (pixels[..., 1] == 255).any()
