"""Run by Blender: `blender -b --factory-startup -P trailer/blow.py [-- WIDTH SAMPLES SWING ...]` (make.sh does).

Renders the fighters of the duel alone, lit from behind, as their swords come down: one picture for each of SWINGS.
"""

import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import bpy
import numpy as np

from framings import FRAMINGS
from kit import export
from kit.stage import FRAMING, camera, reset
from scenes import duel
from trailer.shots import BLOW, SHOTS, SWINGS

given = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
width, samples = map(int, given[:2] or BLOW)
folder = os.environ["ART_TMP"]


def take(swing):
    reset()
    FRAMING.update(FRAMINGS["fight"], name="fight")
    duel.fighters(swing)
    duel.lights()
    camera((-0.25, -4.6, 1.36), (0.02, 0, 1.50), 50)
    scene = bpy.context.scene
    scene.camera.data.lens /= SHOTS["field"]["margin"]
    height = round(width * 9 / 16)
    export.prepare(width, height, samples)
    export.write_passes(f"{folder}/blow_")
    bpy.ops.render.render()
    return {of: export.read_pass(f"{folder}/blow_", of, width, height) for of in ("Image", "DiffCol", "Normal")}


for swing in map(float, given[2:] or SWINGS):
    began = time.time()
    np.savez(f"{folder}/blow{swing:g}.npz", **{of: part.astype(np.float16) for of, part in take(swing).items()})
    print(f"RENDERED blow {swing:g} in {time.time() - began:.0f} s", flush=True)
