"""Gives the figure one of Cinzel a flag that is seen at small sizes: flag-one.py IN OUT, both fonts."""

import sys

from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

source, target = sys.argv[1:]
font = TTFont(source)
name = font.getBestCmap()[ord("1")]
pen = TTGlyphPen(None)
pen.moveTo((329, 0))
pen.lineTo((329, 10))
pen.lineTo((308, 10))
pen.qCurveTo((286, 10), (253, 41), (253, 63))
pen.lineTo((253, 714))
pen.lineTo((238, 714))
# the flag, from the stem's top down to the left and back
pen.qCurveTo((196, 652), (112, 592), (14, 566))
pen.lineTo((14, 520))
pen.qCurveTo((84, 526), (132, 566))
pen.lineTo((132, 64))
pen.qCurveTo((132, 42), (100, 10), (77, 10))
pen.lineTo((56, 10))
pen.lineTo((55, 0))
pen.closePath()
width, _ = font["hmtx"][name]
glyph = pen.glyph()
font["glyf"][name] = glyph
glyph.recalcBounds(font["glyf"])
font["hmtx"][name] = (width, glyph.xMin)
font.flavor = "woff"
font.save(target)
