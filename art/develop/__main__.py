"""Makes the picture of a render: `python3 -m develop NAME WIDTH` (render.sh does)."""

import sys
import time

import numpy as np

from develop.clean import clean
from develop.embers import scatter
from develop.film import bloom, print_film, save_png, shrink
from develop.flames import paint
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
    out = darkened(view, grade, clean(view, grade)) * before[..., 3:] + before[..., :3] * solid + sky * (1 - solid)
    moon = grade.get("moon")
    if moon:
        # the glow leaks over what stands before the moon, as in a lens
        out += (glow * moon.get("veil", 0.12))[..., None] * linear(moon.get("gcol", moon["col"])) * solid
    return out + paint(view, fog) + scatter(view, grade)


def darkened(view, grade, light):
    """Turns what stands at a distance into silhouettes: [from, to, share of its light that stays]. Ground keeps all of it."""
    stands = np.clip((0.8 - view.layers["Normal"][..., 2]) * 3, 0, 1)[..., None]
    glows = np.clip(light.max(2, keepdims=True) - 1.2, 0, 1)  # rims and embers stay
    for near, far, share in grade.get("silhouettes", []):
        inside = ((view.depth >= near) & (view.depth < far))[..., None]
        light = light * (1 - (1 - share) * stands * inside * (1 - glows))
    return light


def main(name, width):
    began = time.time()
    view, grade = View(name), grade_of(name)
    picture = print_film(bloom(shrink(expose(view, grade), width), grade), grade)
    save_png(f"{view.folder}/{name}.png", picture)
    print(f"DEVELOPED {name} {width}x{picture.shape[0]} in {time.time() - began:.0f} s")


main(sys.argv[1], int(sys.argv[2]))
