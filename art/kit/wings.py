"""Wings: an angel's of feathers, a demon's of skin. Both hang on the shoulder blades of a posed Human."""

import math

import numpy as np

from kit.human import unit
from kit.shapes import add, mesh
from kit.wardrobe import sheet, tube


def blades(h):
    """The two roots on a back, and the directions across, back and up."""
    _, places = h.world()
    left, right = places["upperarm01.L"], places["upperarm01.R"]
    across = unit(left - right)
    back = unit(np.cross(across, np.array((0, 0, 1.0))))
    back = back if back[1] > 0 else -back
    middle = (left + right) / 2 + back * 0.11 + np.array((0, 0, -0.03))
    return middle, across, back, np.array((0, 0, 1.0))


def feather(points, faces, uv, root, along, side, normal, length, wide, curl):
    """A curved card with a raised shaft."""
    first, steps = len(points), 7
    for j in range(steps + 1):
        t = j / steps
        w = wide * (0.30 + 0.70 * min(1, t * 3.2)) * math.sqrt(max(0.0, 1 - t**5)) * (1 - 0.22 * t)
        p = root + along * length * t + normal * curl * length * t * t + side * 0.06 * length * t * t
        points += [
            p - side * w * 0.42 - normal * 0.06 * w,
            p + normal * 0.10 * w,
            p + side * w * 0.58 - normal * 0.06 * w,
        ]
    for j in range(steps):
        for k in (0, 1):
            a = first + 3 * j + k
            faces.append((a, a + 1, a + 4, a + 3))
            uv += [
                (k / 2, j / steps),
                ((k + 1) / 2, j / steps),
                ((k + 1) / 2, (j + 1) / steps),
                (k / 2, (j + 1) / steps),
            ]


def feathered(h, material, side, span=1.5, raise_=1.0, fold=0.0, seed=1):
    """One wing: primaries and secondaries, and four rows of coverts over them."""
    rng = np.random.RandomState(seed + (side > 0))
    middle, across, back, up = blades(h)
    root = middle + across * side * 0.07

    def bone(t):
        """Along the arm of the wing: up and out to the wrist, then out to the tip."""
        x = span * (0.50 * math.sin(min(1, t * 1.15) * 1.2) + 0.28 * max(0, t - 0.45))
        z = raise_ * (0.62 * math.sin(min(t, 0.62) / 0.62 * 1.45) - 0.30 * max(0, t - 0.55) ** 1.4)
        y = 0.16 + 0.26 * t - fold * t * t
        return root + across * side * x + up * z + back * y

    points, faces, uv = [], [], []
    rows = (
        (34, 0.62, 1.28, 0.115, 0.000, 0.0),
        (34, 0.42, 0.72, 0.105, 0.020, 0.0),
        (36, 0.30, 0.46, 0.092, 0.036, 0.0),
        (40, 0.20, 0.30, 0.080, 0.050, 0.0),
        (46, 0.13, 0.18, 0.066, 0.060, 0.0),
        (52, 0.09, 0.11, 0.052, 0.066, 0.0),
    )
    for number, (count, short, long_, wide, out, _) in enumerate(rows):
        for i in range(count):
            t = 0.03 + 0.97 * i / (count - 1)
            p = bone(t) - back * out * 1.0 - up * (0.012 * (5 - number))
            angle = math.radians(
                -86 + 104 * t**1.7 + rng.randn() * 1.4
            )  # from straight down to outwards and up
            along = unit(
                across * side * math.sin(math.radians(90) + angle)
                + up * math.sin(angle)
                + back * (0.10 + 0.05 * rng.randn())
                + across * side * 0.05
            )
            flat = unit(np.cross(along, back) * side)
            normal = unit(np.cross(flat, along))
            normal = normal if normal @ back < 0 else -normal
            length = (
                short + (long_ - short) * math.sin(math.pi * min(1, 0.12 + 0.75 * t)) ** 1.1
            ) * rng.uniform(0.95, 1.05)
            feather(points, faces, uv, p, along, flat, normal, length, wide * (0.9 + 0.3 * t), -0.10)
    thing = add("feathers", mesh("feathers", points, faces, uv), material, True)
    arm = [bone(t) - back * 0.05 for t in np.linspace(0, 1, 16)]
    tube(arm, 0.042, material, lambda t: 1.05 - 0.8 * t)
    return thing


def leathern(h, skin, bone_, side, span=1.7, raise_=1.0):
    """One wing of skin between long fingers; bone_ is the material of the fingers and the claw."""
    middle, across, back, up = blades(h)

    def at(x, y, z):
        return middle + across * side * x * span + back * y + up * z * raise_

    root, wrist = at(0.05, 0.02, 0.0), at(0.50, 0.34, 0.88)
    elbow = at(0.24, 0.30, 0.34)
    tips = [at(1.02, 0.22, 1.22), at(1.12, 0.30, 0.52), at(0.98, 0.34, -0.16), at(0.66, 0.32, -0.56)]
    low = at(0.06, 0.08, -0.52)

    def finger(tip, bow):
        line = []
        for t in np.linspace(0, 1, 14):
            line.append(
                wrist
                + (tip - wrist) * t
                + (up * 0.22 + across * side * 0.10) * bow * math.sin(math.pi * t)
                - back * 0.10 * math.sin(math.pi * t)
            )
        return line

    fingers = [finger(tip, bow) for tip, bow in zip(tips, (0.35, 0.55, 0.65, 0.7))]
    arm = [root + (elbow - root) * t for t in np.linspace(0, 1, 7)] + [
        elbow + (wrist - elbow) * t for t in np.linspace(0.15, 1, 7)
    ]
    edge = [root + (low - root) * t for t in np.linspace(0, 1, 14)]
    inner = [wrist + (p - wrist) * 1.0 for p in edge]
    for a, b in zip(fingers, fingers[1:]):
        web(skin, a, b, wrist, back)
    # the web between the last finger and the body, hung on the arm
    rows = []
    for j, q in enumerate(np.linspace(0, 1, 14)):
        start = arm[int(round((1 - q) * 13))]
        row = []
        for u in np.linspace(0, 1, 12):
            goal = fingers[3][13] * (1 - q) + low * q
            sag = 0.20 * math.sin(math.pi * q) * u**2
            p = (
                start
                + (goal - start) * u
                + up * sag
                + back * 0.10 * math.sin(math.pi * u) * math.sin(math.pi * q)
            )
            row.append(p)
        rows.append(row)
    sheet("web", rows, skin, 0, None, 0, False, 2)
    del inner
    for line in fingers:
        tube(line, 0.024, bone_, lambda t: 1.05 - 0.85 * t + 0.18 * (abs((t * 3) % 1 - 0.5) > 0.44))
    tube(arm, 0.045, bone_, lambda t: 1.1 - 0.3 * t)
    tube(
        [wrist, wrist + up * 0.10 + across * side * 0.03, wrist + up * 0.19 + across * side * 0.10],
        0.022,
        bone_,
        lambda t: 1.05 - t,
        smooth=False,
    )


def web(skin, one, two, wrist, back):
    """Skin between two fingers, its free edge cut in a curve, sagging away from the wind."""
    rows = []
    for i, (a, b) in enumerate(zip(one, two)):
        t = i / (len(one) - 1)
        row = []
        for u in np.linspace(0, 1, 12):
            p = a + (b - a) * u
            p = p + (wrist - p) * 0.24 * math.sin(math.pi * u) * t**3
            row.append(p + back * 0.16 * math.sin(math.pi * u) * t)
        rows.append(row)
    sheet("web", rows, skin, 0, None, 0, False, 2)
