"""What all figures are drawn with.

labels          breaks labels into lines and replaces characters without a glyph
style           settings and fonts for matplotlib, without pyplot
page_layout     a page with positions in inches
rendering       reproducible SVG and PNG files
"""
