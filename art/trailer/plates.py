"""Develops a shot into plates, from which film.py makes its frames: `python3 -m trailer.plates NAME` in art.

A plate is the developed picture as a screen shows it, in 16 bits: `dim` and `bright` have their fires lower and higher, and
`clear` has no clouds. Embers and grain are left out: the film moves its own.
"""

import sys
import time

import cv2
import numpy as np

from develop import film, flames, fog, sky
from develop.grades import grade_of
from develop.values import linear
from develop.view import View
from trailer.shots import PLATE, SHOTS

FIRE = 0.45  # how far fires go down and up


def main(name):
    began = time.time()
    film.blur = blur
    grade = grade_of(SHOTS[name]["framing"])
    view = shrunk(View(name), name, grade.get("glint", 2.2))
    grade["grade"]["grain"] = 0
    plates = {plate: shown(light, grade) for plate, light in light_of(view, grade).items()}
    far = np.where(view.layers["Image"][..., 3] > 0.5, view.depth, 1e4)
    fires = [[*flames.seen_at(view, one["loc"]), one["size"], one["seed"]] for one in view.meta.get("flames", [])]
    np.savez(f"{view.folder}/{name}-plates.npz", depth=far.astype(np.float32), fires=np.array(fires), **plates)
    print(f"PLATES {name} in {time.time() - began:.0f} s", flush=True)


def shrunk(view, name, glint):
    """A render as wide as its plates: averaging takes out half of its noise."""
    width = min(PLATE, view.width)
    size = (width, round(width * view.height / view.width))
    layers = {
        layer: np.ascontiguousarray(view.layers[layer])
        for layer in view.layers
        if layer not in ("Depth", "vis")
    }
    for of in ("Image", "Combined_fire"):  # single bright samples would become bright spots
        light = np.minimum(layers[of], 30)
        rgb = np.ascontiguousarray(light[..., :3])
        middle = cv2.medianBlur(rgb, 3)
        bright = rgb.mean(2) > middle.mean(2) * 2.5 + 0.06
        layers[of] = np.dstack([np.where(bright[..., None], middle, rgb), light[..., 3]])
    view.layers = {of: cv2.resize(layer, size, interpolation=cv2.INTER_AREA) for of, layer in layers.items()}
    # glints of grass and wet stone; what glows by itself has no albedo and is left alone
    for of in ("Image", "Combined_fire"):
        rgb = np.ascontiguousarray(view.layers[of][..., :3])
        middle = cv2.medianBlur(rgb, 5)
        salt = (rgb.mean(2) > middle.mean(2) * glint * 0.7 + 0.02) & (view.layers["DiffCol"].sum(2) > 0.01)
        view.layers[of][..., :3] = np.where(salt[..., None], middle, rgb)
    with np.load(f"{view.folder}/{name}.npz") as render:
        view.layers["vis"] = render["vis"]
    view.depth = cv2.resize(view.depth, size, interpolation=cv2.INTER_NEAREST)
    view.width, view.height = size
    return view


def clean(view):
    """The render without its grain: averaged on a surface, never across an edge. Quicker than develop's, for smaller renders."""
    albedo = view.layers["DiffCol"]
    surface = np.clip(albedo, 0.02, None)
    light, far = view.layers["Image"][..., :3] / surface, np.log(np.clip(view.depth, 0.1, 1e4))
    normal = cv2.GaussianBlur(view.layers["Normal"], (0, 0), 0.8)
    for step in (1, 2, 3):
        level = np.log(light.mean(2) + 0.02)
        total, weights = light.copy(), np.ones_like(far)
        for dy, dx in ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)):
            here, there = beside(dy * step, dx * step)
            apart = ((normal[here] - normal[there]) ** 2).sum(2) * 6
            apart += np.abs(far[here] - far[there]) * (40 / step) + (level[here] - level[there]) ** 2 * 0.45
            weight = np.exp(-apart) * (0.7 if dx * dy == 0 else 0.5)
            total[here] += weight[..., None] * light[there]
            weights[here] += weight
        light = total / weights[..., None]
    out = light * surface
    return np.where(albedo.sum(2, keepdims=True) < 0.01, view.layers["Image"][..., :3], out)


def beside(dy, dx):
    """Two views of a picture, one moved against the other."""
    return tuple(
        tuple(slice(max(0, d * sign), min(0, d * sign) or None) for d in (dy, dx)) for sign in (-1, 1)
    )


def blur(light, radius):
    """As the stills' blur, wide ones on a smaller picture: for bloom no eye sees the difference."""
    shrink = max(1, int(radius // 4))
    height, width = light.shape[:2]
    small = cv2.resize(
        light.astype(np.float32), (width // shrink, height // shrink), interpolation=cv2.INTER_AREA
    )
    return cv2.resize(cv2.GaussianBlur(small, (0, 0), radius / shrink), (width, height))


def light_of(view, grade):
    """The light that reaches the camera in each plate, as develop's expose gathers it."""
    image, fire = view.layers["Image"], view.layers["Combined_fire"][..., :3]
    total = clean(view)
    soft = [
        cv2.GaussianBlur(np.ascontiguousarray(layer.mean(2)), (0, 0), 3) for layer in (fire, image[..., :3])
    ]
    share = np.clip(soft[0] / (soft[1] + 1e-4), 0, 1)[..., None]
    solid = image[..., 3:]
    before, beyond = fog_of(view, grade)
    # what the fog adds by firelight
    points, view.meta["points"] = view.meta["points"], []
    blobs = grade["fog"].pop("blobs", [])
    cold, cold_beyond = fog_of(view, grade)
    view.meta["points"], grade["fog"]["blobs"] = points, blobs
    weight = grade["fog"].get("sky", 1.0)
    fires = total * share * before[..., 3:] + (before - cold)[..., :3] * solid
    fires += (beyond - cold_beyond)[..., :3] * weight * (1 - solid)
    rest = total * (1 - share) * cold[..., 3:] + cold[..., :3] * solid
    moon = grade.get("moon")
    skies = {}
    clouds = sky.clouds
    for which, painter in (("clouded", half_clouds(clouds)), ("clear", no_clouds)):
        sky.clouds = painter
        painted, glow = sky.paint_sky(view, grade)
        painted = painted * (1 - weight + weight * beyond[..., 3:]) + cold_beyond[..., :3] * weight
        skies[which] = (painted * (1 - solid)).astype(np.float32)
    sky.clouds = clouds
    if moon:
        rest += (glow * moon.get("veil", 0.12))[..., None] * linear(moon.get("gcol", moon["col"])) * solid
    return {
        "dim": rest + fires * (1 - FIRE) + skies["clouded"],
        "bright": rest + fires * (1 + FIRE) + skies["clouded"],
        "clear": rest + fires * (1 - FIRE) + skies["clear"],
    }


def fog_of(view, grade):
    """The fog before everything, and before the sky."""
    mist = fog.Fog(view, grade)
    before, whole = mist.at(view.depth), mist.at(np.full_like(view.depth, mist.far))
    before[view.depth > mist.far * 3] = whole[view.depth > mist.far * 3]
    return before.astype(np.float32), whole.astype(np.float32)


def half_clouds(clouds):
    """Clouds at half the size: they are soft, and most of a sky's work."""

    def painter(settings, rays, up, towards, angle):
        cover, colour = clouds(settings, rays[::2, ::2], up[::2, ::2], towards, angle[::2, ::2])
        size = up.shape[::-1]
        return cv2.resize(cover.astype(np.float32), size), cv2.resize(colour.astype(np.float32), size)

    return painter


def no_clouds(_sky, rays, *_):
    return np.zeros(rays.shape[:2], np.float32), np.zeros(rays.shape, np.float32)


def shown(light, grade):
    light = np.minimum(light, 30).astype(np.float32)
    picture = film.print_film(film.bloom(light, grade), grade)
    return (np.clip(picture, 0, 1) * 65535 + 0.5).astype(np.uint16)


if __name__ == "__main__":
    main(sys.argv[1])
