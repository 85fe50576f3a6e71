"""Frames: screenshots as pixels, with comparison, settle detection and codecs.

    frame    a screenshot as pixels, named by a digest of them
    thumbs   quarter-size thumbnails
    diff     what changed between two frames
    settle   detects that the screen has stopped changing (no clock, no waiting)
    png      lossless files
    jpeg     lossy half-size pictures for models

OpenCV is imported by the first call that needs it, in `_cv` only.
"""

from __future__ import annotations

from runtime.screen.frames.diff import FrameDiff as FrameDiff
from runtime.screen.frames.diff import compare as compare
from runtime.screen.frames.frame import Frame as Frame
from runtime.screen.frames.settle import CaptureAgain as CaptureAgain
from runtime.screen.frames.settle import Settled as Settled
from runtime.screen.frames.settle import SettleDetector as SettleDetector
