"""A winged guard on the steps of the angels' rotunda: the portrait angels."""

import math
import random

from kit.glow import emis
from kit.heroes import GRIP, angel
from kit.materials import mat
from kit.shapes import box, lathe
from kit.stage import area, camera, key, sun, world
from kit.wardrobe import tube


def watch(h):
    """The spear upright in the right hand, the left one open at the side, the eyes on the camera."""
    h.bend(("spine04", "spine03", "spine02"), (0, 0, 1), 10)
    h.bend(("neck02", "head"), (0, 0, 1), -8)
    h.bend(("neck02", "head"), (1, 0, 0), 3)
    h.arm("R", (-0.42, -0.12, -1), (-0.06, -0.70, 0.62))
    h.hand("R", (0.05, -1, 0.3), (1, 0.0, -0.06))
    h.curl("R", GRIP, (35, 35, 40))
    h.arm("L", (0.34, -0.05, -1), (0.20, -0.80, -0.30))
    h.hand("L", (0.25, -0.85, -0.1), (-0.35, -0.10, 1))
    h.curl("L", ((12, 16, 10), (16, 22, 12), (22, 26, 14), (26, 28, 16)), (8, 10, 10), spread=5)


def build():
    marble = mat("marble", (0.60, 0.56, 0.50), 0.5, bump=0.3, scale=0.7, vary=0.18, spec=0.4)
    halo = emis("halo", (1, 0.72, 0.30), 5)
    robe = mat("robe", (0.52, 0.49, 0.46), 0.85, bump=0.25, scale=60, vary=0.15)
    angel(watch, robe)
    r = random.Random(3)
    for x, y, tall in (
        (-3.4, 5, 14),
        (3.6, 5.5, 14),
        (-5.6, 10, 14),
        (5.8, 11, 9.0),
        (-8.2, 17, 14),
        (8.4, 18, 14),
        (-3.9, 22, 14),
        (4.2, 23, 6.0),
    ):
        lathe(
            "foot",
            [(0.95, 0), (0.95, 0.3), (0.8, 0.4), (0.85, 0.6), (0.7, 0.75)],
            40,
            marble,
            loc=(x, y, -0.4),
        )
        lathe(
            "column",
            [(0.66 - 0.10 * i / 10, 0.3 + (tall - 0.3) * i / 10) for i in range(11)],
            96,
            marble,
            lambda a, z: 1 - 0.055 * abs(math.sin(a * 12)) ** 0.6,
            loc=(x, y, -0.4),
        )
    for side in (-1, 1):
        box(1.9, 20, 1.3, marble, (side * 5.6, 15, 13.4), (0, 0, -side * 0.27))
    for i in range(7):
        box(30, 0.8, 0.2 * (i + 1), marble, (0, 1.0 + 0.8 * i, -0.45))
    middle = (0.0, 0.62, 1.72)
    for size, thick in ((0.30, 0.0075), (0.345, 0.0035)):
        tube(
            [
                (middle[0] + size * math.cos(a), middle[1], middle[2] + size * math.sin(a))
                for a in [k * math.pi / 36 for k in range(73)]
            ],
            thick,
            halo,
        )
    for k in range(36):
        a = 2 * math.pi * k / 36
        tall = 0.13 if k % 2 else 0.22
        ends = [
            (middle[0] + q * math.cos(a), middle[1], middle[2] + q * math.sin(a)) for q in (0.36, 0.36 + tall)
        ]
        tube(ends, 0.0042, halo, lambda t: 1.0 - 0.8 * t, smooth=False)
    del r
    K = key((0.16, 1, 0.36))
    sun(K, (1, 0.70, 0.38), 5.0, 1.5)
    area((2.3, 1.5, 2.2), (0, 0, 1.4), (1.0, 0.72, 0.40), 110, 0.8, 2.0)
    area((-2.3, 1.5, 2.0), (0, 0, 1.4), (1.0, 0.66, 0.36), 80, 0.8, 2.0)
    area((-1.9, -2.0, 2.3), (0, 0, 1.5), (0.62, 0.72, 1.0), 95, 0.5, 1.6)
    area((0.35, -1.35, 1.65), (0, -0.1, 1.58), (1.0, 0.90, 0.80), 9, 0.3, 0.3)
    world((0.26, 0.34, 0.58), 0.30)
    camera((0.20, -2.95, 1.46), (0.01, 0, 1.50), 68)
    return dict(key=K, far=120, near=0.5)
