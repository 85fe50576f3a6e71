"""Components of apps that sell tickets: options in a frame, steps, fields that open a picker."""

from __future__ import annotations

from adapters.phone.components.booking import framed_option, picker_field, step_bars
from adapters.phone.ui.node import Node, ev, node


def texts(root: Node) -> list[str]:
    """The texts of a node and of everything in it."""
    own = [root.text] if root.text else []
    return own + [text for child in root.children for text in texts(child)]


def test_the_chosen_option_has_a_frame_in_the_primary_colour() -> None:
    """It alone is checked; the others have the frame that the app gives them."""
    chosen, other = (
        framed_option(node("text", text="Flex"), on=ev("pick"), chosen=here, rid="fare", outline="outline").children[0]
        for here in (True, False)
    )
    assert [(frame.checked, frame.look.outline, frame.look.outline_width) for frame in (chosen, other)] == [
        (True, "primary", 2),
        (False, "outline", 1),
    ]
    assert chosen.event("tap") == ev("pick")


def test_the_bars_of_steps_say_how_far_a_booking_is() -> None:
    """As many bars as steps; those up to this one are done; the description has both numbers."""
    steps = step_bars(2, 5, done="yellow", ahead="navy")
    assert [bar.look.bg for bar in steps.children] == ["yellow", "yellow", "navy", "navy", "navy"]
    assert steps.desc == "Step 2 of 5"


def test_a_picker_field_shows_its_value_and_what_is_wrong_with_it() -> None:
    """A tap opens the picker; a wrong value has the colour of errors."""
    field = picker_field("To", "Kestrel Bay", "place", ev("pick"), rid="to", wrong=True)
    frame = field.children[0].children[0]
    assert texts(field) == ["Kestrel Bay", "To"]
    assert (frame.id, frame.event("tap"), frame.look.outline) == ("to", ev("pick"), "error")
