"""Makes the picture of a render: `python3 -m develop NAME WIDTH` (render.sh does)."""

import sys
import time

import numpy as np

from develop.clean import clean
from develop.embers import scatter
from develop.film import bloom, print_film, save_png, shrink
from develop.fog import Fog
from develop.grades import grade_of
from develop.sky import paint_sky
from develop.values import linear
from develop.view import View


def expose(view, grade):
    """All the light that reaches the camera: the scene, the sky behind it, the fog before both, and embers."""
    solid = view.layers["Image"][..., 3:]
    sky, glow = paint_sky(view, grade)
    fog = Fog(view, grade)
    before, whole = fog.at(view.depth), fog.at(np.full_like(view.depth, fog.far))
    beyond = view.depth > fog.far * 3
    before[beyond] = whole[beyond]
    share = grade["fog"].get("sky", 1.0)  # how much of the fog lies before the sky
    sky = sky * (1 - share + share * whole[..., 3:]) + whole[..., :3] * share
    out = clean(view, grade) * before[..., 3:] + before[..., :3] * solid + sky * (1 - solid)
    moon = grade.get("moon")
    if moon:
        # the glow leaks over what stands before the moon, as in a lens
        out += (glow * moon.get("veil", 0.12))[..., None] * linear(moon.get("gcol", moon["col"])) * solid
    return out + scatter(view, grade)


def main(name, width):
    began = time.time()
    view, grade = View(name), grade_of(name)
    picture = print_film(bloom(shrink(expose(view, grade), width), grade), grade)
    save_png(f"{view.folder}/{name}.png", picture)
    print(f"DEVELOPED {name} {width}x{picture.shape[0]} in {time.time() - began:.0f} s")


main(sys.argv[1], int(sys.argv[2]))
