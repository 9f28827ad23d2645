"""A wizard among the crystals of the singing forest: the portrait wizards."""

import math
import random

from kit.forest import bark, crystals, glowing_crystal, leaves, mushroom, mushroom_cap, trunk
from kit.glow import emis
from kit.heroes import GRIP, wizard
from kit.materials import mat
from kit.nature import grass
from kit.shapes import fbm, heightmesh
from kit.stage import area, camera, key, point, sun, world

BLUE, VIOLET = (0.10, 0.62, 1.0), (0.50, 0.20, 1.0)


def cast(h):
    """The staff in the right hand, a spell above the open left one."""
    h.bend(("spine04", "spine03", "spine02"), (0, 0, 1), 14)
    h.bend(("neck02", "head"), (0, 0, 1), -6)
    h.bend(("neck02", "head"), (1, 0, 0), 4)
    h.arm("R", (-0.30, -0.25, -1), (-0.10, -0.80, 0.55))
    h.hand("R", (0.05, -1, 0.25), (1, 0.0, -0.03))
    h.curl("R", GRIP, (35, 35, 40))
    h.arm("L", (0.30, -0.35, -1), (0.14, -0.85, 0.62))
    h.hand("L", (0.15, -0.75, 0.65), (-0.25, -0.15, 1))
    h.curl("L", ((14, 20, 12), (20, 26, 16), (26, 30, 18), (30, 32, 20)), (10, 12, 12), spread=5)


def ground(x, y):
    return (
        0.25 * fbm(x * 0.2, y * 0.2, 3)
        + 0.05 * fbm(x * 1.1, y * 1.1, 4)
        + 0.02 * max(0, y)
        + 0.04 * max(0, abs(x) - 2)
    )


def build():
    wood = bark()
    gem = emis("gem", (0.30, 0.68, 1), 9)
    robe = mat("robe", (0.030, 0.026, 0.075), 0.85, bump=0.4, scale=70, vary=0.35)
    trim = mat("trim", (0.62, 0.40, 0.14), 0.38, 1.0, bump=0.2, scale=40)
    lining = mat("lining", (0.05, 0.018, 0.07), 0.8, bump=0.3, scale=60)
    _, stone = wizard(cast, robe, trim, lining, gem)
    point(stone, (0.35, 0.70, 1), 40, 0.06)
    heightmesh(
        "ground",
        ground,
        -30,
        30,
        -3,
        90,
        120,
        180,
        mat("soil", (0.03, 0.034, 0.026), 0.9, bump=0.5, scale=1.6, moss=(0.02, 0.055, 0.03)),
    )
    r = random.Random(8)
    for i, (x, y, radius) in enumerate(
        (
            (-2.6, 3.2, 0.55),
            (2.9, 4.4, 0.62),
            (-5.2, 9, 0.8),
            (5.4, 10, 0.75),
            (-1.9, 15, 0.7),
            (3.2, 18, 0.85),
            (-8, 20, 1.0),
            (9, 22, 1.0),
            (0.4, 27, 0.8),
            (-4, 33, 1.0),
            (6, 36, 1.0),
            (-12, 30, 1.1),
            (12, 34, 1.1),
            (-1.5, 44, 1.0),
            (-9, 46, 1.2),
            (8, 50, 1.2),
            (3, 56, 1.1),
            (-5, 58, 1.2),
        )
    ):
        near = y < 12
        trunk(
            wood,
            x,
            y,
            ground,
            radius,
            22,
            i + 3,
            64 if near else 26,
            90 if near else 40,
            3,
            (r.gauss(0, 0.02), 0),
        )
    blue, violet = glowing_crystal("blue", BLUE, 1.5), glowing_crystal("violet", VIOLET, 1.6)
    for x, y, n, s, m, c in (
        (-1.45, 1.5, 9, 0.62, blue, BLUE),
        (1.6, 1.9, 9, 0.7, violet, VIOLET),
        (-3.4, 6.0, 10, 1.5, violet, VIOLET),
        (3.3, 7.5, 10, 1.7, blue, BLUE),
        (-1.4, 11, 8, 1.3, blue, BLUE),
        (6.5, 15, 9, 2.6, violet, VIOLET),
        (-6.2, 14, 9, 2.4, blue, BLUE),
        (0.9, 21, 9, 2.0, violet, VIOLET),
    ):
        z = ground(x, y)
        crystals(m, (x, y, z), n, s, r)
        point((x, y - 0.7 * s, z + 0.7 * s), c, 16 * s * s + 3, 0.4)
    cap, stem = (
        mushroom_cap("cap", (0.15, 0.85, 0.70), 2.2),
        mat("stem", (0.16, 0.17, 0.15), 0.7, bump=0.2, scale=20),
    )
    for _ in range(26):
        x, y = r.uniform(-3.5, 3.5), r.uniform(0.8, 7)
        mushroom(stem, cap, (x, y, ground(x, y)), r.uniform(0.10, 0.34), r)
    grass(mat("grass", (0.018, 0.036, 0.024), 1, bump=0, spec=0), 9000, -6, 6, 0.4, 12, ground, 0.10, 0.4, 3)
    crowns = [(r.uniform(-9, 9), r.uniform(5, 26), r.uniform(5.5, 12)) for _ in range(60)]
    leaves(mat("leaf", (0.022, 0.05, 0.035), 0.6, bump=0), crowns, 0.9, 9000, 0.20)
    K = key((0.35, 0.8, 0.9))
    sun(K, (0.55, 0.82, 1), 3.4, 1.5)
    area((1.9, 1.6, 2.2), (0, 0, 1.4), (0.45, 0.80, 1.0), 60, 0.7, 2.0)
    area((-1.9, 1.5, 1.5), (0, 0, 1.4), (0.60, 0.30, 1.0), 60, 0.7, 2.0)
    area((0.8, -2.2, 1.7), (0, 0, 1.5), (0.80, 0.86, 1.0), 60, 1.0, 1.0)
    area((-0.25, -1.3, 1.55), (0, -0.1, 1.62), (0.75, 0.85, 1.0), 6, 0.35, 0.35)
    palm = (0.33, -0.62, 1.52)
    point(palm, (0.62, 0.45, 1.0), 9, 0.06)
    crystals(emis("spell", (0.55, 0.35, 1.0), 5), (palm[0], palm[1], palm[2]), 1, 0.05, r)
    world((0.05, 0.10, 0.16), 0.4)
    camera((0.12, -2.75, 1.50), (-0.02, 0, 1.50), 58)
    return dict(key=K, far=90, near=0.5)
