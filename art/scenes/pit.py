"""A lord of the demons before his gate: the portrait demons."""

import math
import random

from kit.glow import cracks, vortex
from kit.heroes import GRIP, demon
from kit.masonry import archway, rubble
from kit.materials import mat
from kit.shapes import add, arch_pts, box, fbm, heightmesh, mesh
from kit.stage import area, camera, key, point, sun, world
from kit.wardrobe import tube


def threaten(h):
    """The burning sword up at the right, the left hand a claw, the head lowered."""
    h.bend(("spine04", "spine03", "spine02"), (0, 0, 1), -10)
    h.bend(("neck02", "head"), (0, 0, 1), 8)
    h.bend(("neck02", "head"), (1, 0, 0), 9)
    h.arm("R", (-0.50, -0.22, -1), (0.06, -0.75, 0.48))
    h.hand("R", (0.15, -1, 0.12), (1, 0.12, 0.36))
    h.curl("R", GRIP, (35, 35, 40))
    h.arm("L", (0.55, -0.05, -1), (0.22, -0.85, 0.10))
    h.hand("L", (0.15, -0.75, 0.55), (-0.35, -0.25, 1))
    h.curl("L", ((30, 40, 30), (32, 42, 30), (36, 44, 30), (40, 46, 30)), (20, 25, 25), spread=7)


def build():
    rock = mat("rock", (0.05, 0.043, 0.042), 0.8, bump=0.5, scale=0.5, spec=0.3, detail=5)
    stone = mat("stone", (0.11, 0.095, 0.095), 0.7, bump=0.6, scale=0.6, brick=(1.5, 0.75), vary=0.4)
    carved = mat("carved", (0.12, 0.10, 0.095), 0.65, bump=0.5, scale=1.6, spec=0.4, detail=6)
    portal = vortex(
        "portal",
        (0, 6.0),
        [
            (0, (0.8, 0.26, 0.05)),
            (0.28, (0.8, 0.12, 0.012)),
            (0.55, (0.26, 0.02, 0.004)),
            (0.85, (0.04, 0.003, 0.002)),
            (1, (0.01, 0, 0)),
        ],
        3.2,
    )

    def floor(x, y):
        return (
            -0.1
            + 0.08 * fbm(x * 0.5, y * 0.5, 2)
            + 1.2 * max(0, fbm(x * 0.25, y * 0.25, 6) + 0.1) * min(1, max(0, abs(x) - 3) / 4)
        )

    demon(threaten)
    heightmesh("floor", floor, -26, 26, -4, 46, 160, 160, rock)
    cracks(rock, (1, 0.17, 0.02), 6)
    archway(9.0, 8.0, 1.2, 3.6, carved, (0, 17, -0.3), 0, 4)
    outline = arch_pts(9.0, 8.0, 20)
    add(
        "portal",
        mesh("portal", [(x, 0, z) for x, z in outline], [tuple(range(len(outline)))]),
        portal,
        loc=(0, 18.2, -0.3),
    )
    for side in (-1, 1):
        box(10, 4, 26, stone, (side * 14.6, 18.5, -0.5))
        box(3.4, 3.4, 20, carved, (side * 9.4, 15.6, -0.5), taper=0.85)
        tube(
            [
                (side * 2.6, 14.5 - 9 * t, 9.5 - 2.2 * t + 5 * (t * t - t))
                if False
                else (side * (3.0 + 5.5 * t), 14.5 - 10 * t, 8.0 + 3.0 * t + 5 * (t * t - t))
                for t in [k / 12 for k in range(13)]
            ],
            0.10,
            mat("chain", (0.1, 0.09, 0.085), 0.4, 0.9, bump=0.5, scale=6),
        )
        for y in (4.5, 9.5):
            point((side * 4.2, y, 0.7), (1, 0.30, 0.06), 160, 0.4)
    box(30, 4, 12, stone, (0, 18.5, 15.2))
    rubble(rock, (0, 8, 0), 8, 60, 0.12, 0.6, random.Random(2), floor)
    K = key((0.1, 1, 0.30))
    point((0, 14.5, 5), (1, 0.28, 0.06), 1500, 1.2)
    sun((-0.65, 0.6, 0.7), (0.45, 0.42, 0.85), 0.9, 3)
    area((2.2, 1.7, 2.0), (0, 0, 1.4), (1.0, 0.26, 0.06), 150, 0.8, 2.2)
    area((-2.2, 1.7, 1.8), (0, 0, 1.4), (1.0, 0.30, 0.07), 120, 0.8, 2.2)
    area((1.2, -2.4, 2.4), (0, 0, 1.5), (0.50, 0.55, 1.0), 150, 1.0, 1.0)
    area((-0.45, -1.5, 1.2), (0, -0.1, 1.55), (1.0, 0.50, 0.22), 34, 0.5, 0.5)
    world((0.09, 0.05, 0.07), 0.3)
    camera((0.10, -3.35, 1.40), (0.0, 0, 1.62), 63)
    return dict(key=K, far=60, near=0.5)
