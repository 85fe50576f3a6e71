"""How boxes become pixels.

glyphs    text runs and icons as alpha masks, cached
masks     corner tiles and shadows, cached
canvas    clipped fills, masks and pictures on one persistent image
brush     strokes in the colours of one window: text, icons, discs, shadows
controls  what each kind of node draws
"""
