"""What goes wrong on the server's side, named as its Java classes are: clients tell their errors by these names.

JavaError
 ├ NotFound        androidx.test.uiautomator.UiObjectNotFoundException
 ├ BadState        java.lang.IllegalStateException
 ├ BadPattern      java.util.regex.PatternSyntaxException
 ├ BadArgument     java.lang.IllegalArgumentException
 └ NoText          java.lang.NullPointerException
"""

from __future__ import annotations

from typing import ClassVar


class JavaError(Exception):
    """An exception of the server; `name` is its class there."""

    name: ClassVar[str] = "java.lang.RuntimeException"


class NotFound(JavaError):
    """No element fits; the text is the selector as Java prints it."""

    name = "androidx.test.uiautomator.UiObjectNotFoundException"


class BadState(JavaError):
    """A selector that asks twice for the same thing, which the newer half of the library refuses."""

    name = "java.lang.IllegalStateException"


class BadPattern(JavaError):
    """What should be a regular expression is none."""

    name = "java.util.regex.PatternSyntaxException"


class NoText(JavaError):
    """Null where a text is needed."""

    name = "java.lang.NullPointerException"


class BadArgument(JavaError):
    """A value that the method does not take."""

    name = "java.lang.IllegalArgumentException"
