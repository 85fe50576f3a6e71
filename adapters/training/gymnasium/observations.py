r"""Observations as a dictionary of arrays of fixed shapes. Pure.

Texts are UTF-8 bytes, padded with zeros: batches are arrays, nothing depends on a character set, and
`bytes(row).rstrip(b"\0").decode()` is the text again.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from adapters.training.gymnasium.elements import Element
from runtime.core.errors import UsageError
from runtime.core.tasks import Brief
from runtime.plugins.protocols import Observation
from runtime.screen.frames import Frame

FLAGS: Final = (
    "clickable",
    "long_clickable",
    "checkable",
    "checked",
    "scrollable",
    "focusable",
    "focused",
    "enabled",
    "selected",
    "password",
)
"""The columns of `element_flags`."""
CLASSES: Final = (
    "",
    "other",
    "TextView",
    "Button",
    "ImageButton",
    "EditText",
    "CheckBox",
    "RadioButton",
    "Switch",
    "ToggleButton",
    "SeekBar",
    "Spinner",
    "ImageView",
    "ProgressBar",
    "LinearLayout",
    "FrameLayout",
    "RelativeLayout",
    "ViewGroup",
    "View",
    "RecyclerView",
    "ListView",
    "GridView",
    "ScrollView",
    "HorizontalScrollView",
    "ViewPager",
    "WebView",
)
"""What the numbers in `element_class` mean: Android classes without their package; 0 is no element."""
_CLASS_IDS: Final = {name: number for number, name in enumerate(CLASSES)}
_OTHER: Final = 1
_INSTRUCTION_BYTES: Final = 1024
_REPLIES_BYTES: Final = 1024
_TEXT_BYTES: Final = 64
_ID_BYTES: Final = 32
_flags_of: Final = attrgetter(*FLAGS)


def text_rows(texts: Sequence[str], rows: int, length: int) -> NDArray[np.uint8]:
    """Return texts as UTF-8 in an array (rows, length), cut between two characters or padded with zeros."""
    table = np.zeros(rows, f"S{length}")
    table[: len(texts)] = [_cut(text.encode(errors="replace"), length) for text in texts]
    return table.view(np.uint8).reshape(rows, length)


def _cut(encoded: bytes, length: int) -> bytes:
    return encoded if len(encoded) <= length else encoded[:length].decode(errors="ignore").encode()


def pixels_of(frame: Frame, size: tuple[int, int] | None = None) -> NDArray[np.uint8]:
    """Return a screenshot as a new array (height, width, 3) of RGB, resized to `size` (width, height) if given."""
    pixels = frame.pixels if size in (None, (frame.width, frame.height)) else frame.resized(*size)
    return np.array(pixels[:, :, :3])


class ObservationEncoder:
    """Turns observations into arrays; `space` says which.

    `frame_size` is width and height in pixels of the array `frame`; None: there is none.
    """

    def __init__(self, max_elements: int, max_steps: int, frame_size: tuple[int, int] | None) -> None:
        self._rows = max_elements
        self._frame_size = frame_size
        boxes: dict[str, spaces.Space[Any]] = {
            "instruction": _text_space(_INSTRUCTION_BYTES),
            "replies": _text_space(_REPLIES_BYTES),
            "step": spaces.Discrete(max_steps + 1),
            "element_mask": spaces.MultiBinary(max_elements),
            "element_class": spaces.MultiDiscrete(np.full(max_elements, len(CLASSES))),
            "element_flags": spaces.MultiBinary((max_elements, len(FLAGS))),
            "element_bounds": spaces.Box(0, 1, (max_elements, 4), np.float32),
            "element_text": _text_space(max_elements, _TEXT_BYTES),
            "element_id": _text_space(max_elements, _ID_BYTES),
        }
        if frame_size is not None:
            width, height = frame_size
            boxes["frame"] = spaces.Box(0, 255, (height, width, 3), np.uint8)
        self.space: Final = spaces.Dict(boxes)

    def encode(
        self, seen: Observation, brief: Brief, elements: tuple[Element, ...], screen: tuple[int, int]
    ) -> dict[str, Any]:
        """Return new arrays; `elements` are those of the screen, `screen` is its width and height in pixels.

        Raises:
            UsageError: a frame is wanted, and the device has no pixels.
        """
        rows, count = self._rows, len(elements)
        classes, flags = np.zeros(rows, np.int64), np.zeros((rows, len(FLAGS)), np.int8)
        bounds, mask = np.zeros((rows, 4), np.float32), np.zeros(rows, np.int8)
        if elements:
            nodes = [element.node for element in elements]
            mask[:count] = 1
            classes[:count] = [_CLASS_IDS.get(node.cls.rpartition(".")[2], _OTHER) for node in nodes]
            flags[:count] = [_flags_of(node) for node in nodes]
            width, height = screen
            bounds[:count] = [element.visible for element in elements]
            bounds /= (width, height, width, height)
        encoded = {
            "instruction": text_rows([brief.instruction], 1, _INSTRUCTION_BYTES)[0],
            "replies": text_rows(["\n".join(seen.replies)], 1, _REPLIES_BYTES)[0],
            "step": np.int64(seen.step),
            "element_mask": mask,
            "element_class": classes,
            "element_flags": flags,
            "element_bounds": bounds,
            "element_text": text_rows([element.node.label() for element in elements], rows, _TEXT_BYTES),
            "element_id": text_rows([element.node.short_id for element in elements], rows, _ID_BYTES),
        }
        if self._frame_size is not None:
            if seen.frame is None:
                raise UsageError("there are no pixels for frame_size: use phones that have some, such as phone://1")
            encoded["frame"] = pixels_of(seen.frame, self._frame_size)
        return encoded


def _text_space(*shape: int) -> spaces.Box:
    return spaces.Box(0, 255, shape, np.uint8)
