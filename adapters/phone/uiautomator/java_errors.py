"""Errors of the server, named after its Java classes, by which clients select their own exceptions.

JavaError
 ├ ElementNotFound       androidx.test.uiautomator.UiObjectNotFoundException
 ├ IllegalStateError     java.lang.IllegalStateException
 ├ PatternSyntaxError    java.util.regex.PatternSyntaxException
 ├ IllegalArgumentError  java.lang.IllegalArgumentException
 └ NullTextError         java.lang.NullPointerException
"""

from __future__ import annotations

from typing import ClassVar


class JavaError(Exception):
    """An exception of the server; `name` is its Java class."""

    name: ClassVar[str] = "java.lang.RuntimeException"


class ElementNotFound(JavaError):
    """No element matches; the message is the selector as Java prints it."""

    name = "androidx.test.uiautomator.UiObjectNotFoundException"


class IllegalStateError(JavaError):
    """A selector has two conditions of the same type, which the newer half of the library rejects."""

    name = "java.lang.IllegalStateException"


class PatternSyntaxError(JavaError):
    """A regular expression is invalid."""

    name = "java.util.regex.PatternSyntaxException"


class NullTextError(JavaError):
    """A required text is null."""

    name = "java.lang.NullPointerException"


class IllegalArgumentError(JavaError):
    """A method received a value that it does not accept."""

    name = "java.lang.IllegalArgumentException"
