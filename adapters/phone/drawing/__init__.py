"""Rendering of boxes to pixels.

glyphs    text runs and icons as alpha masks, cached
masks     corner tiles and shadows, cached
canvas    clipped fills, masks and pictures on one persistent image
brush     text, icons, discs and shadows in the colours of one window
controls  the drawing function of each kind of node
"""
