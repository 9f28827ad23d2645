"""Gives a text face figures as high as capitals, and a space that can be seen at small sizes: text-figures.py IN OUT, both fonts.

Amounts of money are compared at a glance, and old-style figures, which Alegreya Sans has first, look like words.
"""

import sys

from fontTools.ttLib import TTFont

SPACE = 205  # thousandths of the size; it was 165
SPACES = 0xA0, 0x20

source, target = sys.argv[1:]
font = TTFont(source)
substitutions = font["GSUB"].table
lookups = {
    index
    for record in substitutions.FeatureList.FeatureRecord
    if record.FeatureTag == "lnum"
    for index in record.Feature.LookupListIndex
}
lining = {
    old: new
    for index in lookups
    for table in substitutions.LookupList.Lookup[index].SubTable
    for old, new in table.mapping.items()
}
for table in font["cmap"].tables:
    table.cmap.update({code: lining[name] for code, name in table.cmap.items() if name in lining})
for name in {font.getBestCmap()[code] for code in SPACES}:
    font["hmtx"][name] = (SPACE, font["hmtx"][name][1])
font.save(target)
