"""Frames: what a screen looked like, whether it changed, where, and whether it has come to rest.

    frame    a screen as pixels, named by a digest of them
    thumbs   quarter-size pictures
    diff     what changed between two frames
    settle   has the screen come to rest (no clock, no waiting)
    png      frames as files, without loss
jpeg     frames at half size, with loss, for models to look at

OpenCV is loaded by the first call that needs it, in `_cv` only.
"""

from __future__ import annotations

from runtime.screen.frames.diff import FrameDiff as FrameDiff
from runtime.screen.frames.diff import compare as compare
from runtime.screen.frames.frame import Frame as Frame
from runtime.screen.frames.settle import Settle as Settle
from runtime.screen.frames.settle import Settled as Settled
from runtime.screen.frames.settle import Wait as Wait
