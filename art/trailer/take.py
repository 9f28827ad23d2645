"""Run by Blender: `blender -b --factory-startup -P trailer/take.py -- NAME [WIDTH SAMPLES]` (make.sh does).

Renders a shot of the film: a framing of framings.py with a wider lens, so that the camera has room to move, and the
light of fires, windows and spells as a layer of its own, so that it can flicker.
"""

import importlib
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import bpy

from framings import FRAMINGS
from kit import export
from kit.stage import FRAMING, reset
from trailer.shots import SHOTS

name, *size = sys.argv[sys.argv.index("--") + 1 :]
shot = SHOTS[name]
width, samples = map(int, size or shot["render"])
FRAMING.update(FRAMINGS[shot["framing"]], name=shot["framing"])
if "camera" in shot:
    FRAMING["camera"] = shot["camera"]
reset()
extent = importlib.import_module(f"scenes.{FRAMING['scene']}").build()
bpy.context.scene.camera.data.lens /= shot["margin"]


def glows(thing):
    """Whether an object is lit from within: a flame, a window, a portal."""
    for slot in thing.material_slots:
        nodes = slot.material.node_tree.nodes if slot.material and slot.material.use_nodes else []
        for node in nodes:
            if node.type == "EMISSION":
                return True
            if node.type == "BSDF_PRINCIPLED":
                source = node.inputs["Emission"]
                if source.is_linked or any(c > 0 for c in source.default_value[:3]):
                    return True
    return False


bpy.ops.scene.view_layer_add_lightgroup(name="fire")
for thing in bpy.context.scene.objects:
    if (thing.type == "LIGHT" and thing.data.type == "POINT") or (thing.type == "MESH" and glows(thing)):
        thing.lightgroup = "fire"
export.PASSES["Combined_fire"] = 4
export.render(name, width, round(width * 9 / 16), samples, **extent)
