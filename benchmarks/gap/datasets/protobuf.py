"""Protocol buffers of AndroidControl: TensorFlow's Example and android_env's forest, with the fields that are read.

The descriptors are built here, so that neither TensorFlow nor android_env must be installed. The field numbers are
those of tensorflow/core/example/*.proto and android_env/proto/a11y/*.proto. The parser skips all other fields.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from runtime.core.errors import UsageError

_INT64, _INT32, _BOOL, _STRING, _MESSAGE, _BYTES = 3, 5, 8, 9, 11, 12
"""Values of `FieldDescriptorProto.Type`, which type checkers do not know."""
_ONE, _MANY = 1, 3

# Fields of a message: (number, name, type or message name, label)
_Fields = tuple[tuple[int, str, int | str, int], ...]
_MESSAGES: Final[dict[str, _Fields]] = {
    "BytesList": ((1, "value", _BYTES, _MANY),),
    "Int64List": ((1, "value", _INT64, _MANY),),
    "Feature": ((1, "bytes_list", "BytesList", _ONE), (3, "int64_list", "Int64List", _ONE)),
    "Entry": ((1, "key", _STRING, _ONE), (2, "value", "Feature", _ONE)),
    "Features": ((1, "feature", "Entry", _MANY),),
    "Example": ((1, "features", "Features", _ONE),),
    "Rect": (
        (1, "left", _INT32, _ONE),
        (2, "top", _INT32, _ONE),
        (3, "right", _INT32, _ONE),
        (4, "bottom", _INT32, _ONE),
    ),
    "Node": (
        (2, "bounds_in_screen", "Rect", _ONE),
        (4, "content_description", _STRING, _ONE),
        (6, "package_name", _STRING, _ONE),
        (7, "text", _STRING, _ONE),
    ),
    "Tree": ((1, "nodes", "Node", _MANY),),
    "Window": (
        (1, "bounds_in_screen", "Rect", _ONE),
        (5, "title", _STRING, _ONE),
        (6, "window_type", _INT32, _ONE),
        (8, "is_active", _BOOL, _ONE),
        (11, "tree", "Tree", _ONE),
    ),
    "Forest": ((1, "windows", "Window", _MANY),),
}


@dataclass(frozen=True, slots=True)
class Protos:
    """Message classes for AndroidControl, the exception of their parser, and the checksum of TFRecords."""

    example: Any
    forest: Any
    unreadable: type[Exception]
    checksum: Callable[[bytes], int]
    """CRC-32C."""


def protos() -> Protos:
    """Builds the message classes.

    Raises:
        UsageError: protobuf or google-crc32c is not installed.
    """
    try:
        import google_crc32c
        from google.protobuf import descriptor_pb2, descriptor_pool, message, message_factory
    except ImportError as error:
        raise UsageError(
            "AndroidControl's original files need protobuf and google-crc32c: "
            "pip install 'mobile-agent-runtime[offline]'"
        ) from error
    file = descriptor_pb2.FileDescriptorProto(name="android_control.proto", package="offline", syntax="proto3")
    for name, fields in _MESSAGES.items():
        made = file.message_type.add(name=name)
        for number, field, kind, label in fields:
            item = made.field.add(name=field, number=number, label=label)
            if isinstance(kind, str):
                item.type, item.type_name = _MESSAGE, f".offline.{kind}"
            else:
                item.type = kind
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    example, forest = (
        message_factory.GetMessageClass(pool.FindMessageTypeByName(f"offline.{name}")) for name in ("Example", "Forest")
    )
    return Protos(example, forest, message.DecodeError, google_crc32c.value)
