"""Run by Blender: `blender -b --factory-startup -P take.py -- NAME WIDTH SAMPLES` (render.sh does)."""

import importlib
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from framings import FRAMINGS, WIDE
from kit.export import render
from kit.stage import FRAMING, reset

name, width, samples = sys.argv[sys.argv.index("--") + 1 :]
if name not in FRAMINGS:
    raise SystemExit(f"expected one of {', '.join(FRAMINGS)}, got {name}")
FRAMING.update(FRAMINGS[name], name=name)
height = round(int(width) / FRAMING.get("aspect", WIDE) / 2) * 2
reset()
shot = importlib.import_module(f"scenes.{FRAMING['scene']}").build()
render(name, int(width), height, int(samples) or FRAMING.get("samples", 8), **shot)
