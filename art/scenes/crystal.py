"""A forest of crystals and a portal."""

import math
import random

from kit.forest import bark as old_bark
from kit.forest import crystals, glowing_crystal, leaves, mushroom, mushroom_cap, trunk
from kit.glow import emis, vortex
from kit.heroes import GRIP, place, wizard
from kit.masonry import archway, wall
from kit.materials import mat
from kit.nature import grass
from kit.shapes import add, arch_pts, box, fbm, heightmesh, mesh
from kit.stage import area, camera, key, point, sun, taking, world


def approach(h):
    """The staff planted at the right, the left hand held towards the light."""
    h.leg("R", (-0.08, -0.12, -1), (-0.03, 0.05, -1))
    h.leg("L", (0.10, 0.05, -1), (0.05, 0.20, -1))
    h.arm("R", (-0.34, -0.20, -1), (-0.30, -0.75, 0.45))
    h.hand("R", (-0.1, -1, 0.25), (1, 0.0, -0.03))
    h.curl("R", GRIP, (35, 35, 40))
    h.arm("L", (0.45, -0.35, -1), (0.35, -0.80, 0.10))
    h.hand("L", (0.30, -0.85, 0.25), (-0.25, -0.15, 1))
    h.curl("L", (15, 20, 12), (10, 12, 12), spread=5)


def build():
    bark = old_bark()
    ground = mat("g", (0.03, 0.035, 0.025), 0.9, bump=0.5, scale=1.6, moss=(0.02, 0.055, 0.03), detail=5)
    leaf = mat("leaf", (0.02, 0.05, 0.03), 0.8, bump=0)
    stone = mat(
        "st", (0.12, 0.13, 0.13), 0.75, bump=0.6, scale=0.9, brick=(0.9, 0.5), moss=(0.02, 0.06, 0.03)
    )
    cloth = mat("cl", (0.04, 0.024, 0.075), 0.85, bump=0.4, scale=70, vary=0.35)
    trim, lining = (
        mat("trim", (0.62, 0.40, 0.14), 0.38, 1.0, bump=0.2, scale=40),
        mat("lining", (0.05, 0.018, 0.07), 0.8),
    )
    cy = glowing_crystal("cy", (0.06, 0.55, 1.0), 0.75)
    vi = glowing_crystal("vi", (0.45, 0.14, 1.0), 0.8)
    mush, stem = (
        mushroom_cap("mu", (0.15, 0.85, 0.70), 2.2),
        mat("stem", (0.16, 0.17, 0.15), 0.7, bump=0.2, scale=20),
    )
    orb = emis("orb", (0.5, 0.8, 1), 24)
    r = random.Random(21)

    def px(y):
        return 1.6 * math.sin(y * 0.11 + 0.3)

    def gz(x, y):
        d = abs(x - px(y))
        return (
            0.35 * fbm(x * 0.18, y * 0.18, 3)
            + 0.08 * fbm(x * 1.1, y * 1.1, 4)
            + 0.9 * min(1, (d / 6) ** 2)
            + 0.02 * y
        )

    heightmesh("g", gz, -36, 36, -4, 70, 260, 260, ground)

    T = [
        (8.6, 6.4, 1.3, 24, 17),
        (-5.2, 6.5, 1.05, 24, 1),
        (5.9, 7.6, 1.1, 24, 2),
        (-9.5, 13, 1.3, 30, 3),
        (9.0, 13.5, 1.2, 26, 4),
        (-4.9, 19, 0.95, 44, 5),
        (6.0, 23, 1.0, 44, 6),
        (-12, 25, 1.3, 44, 7),
        (14, 28, 1.3, 44, 8),
        (-7, 32, 1.1, 44, 9),
        (9, 36, 1.2, 44, 10),
        (-16, 40, 1.4, 44, 11),
        (3.5, 45, 1.0, 44, 12),
        (18, 44, 1.3, 44, 13),
        (-5, 50, 1.2, 44, 14),
        (12, 54, 1.3, 44, 15),
        (-13, 56, 1.2, 44, 16),
    ]
    for x, y, radius, height, seed in T:
        near = y < 15
        trunk(
            bark,
            x,
            y,
            gz,
            radius * 0.85,
            height,
            seed,
            80 if near else 30,
            110 if near else 44,
            5,
            (r.gauss(0, 0.02), 0),
        )
    crowns = [
        (x + r.gauss(0, 3.5), y + r.gauss(0, 3.5), r.uniform(8, 19)) for x, y, *_ in T for _ in range(9)
    ]
    leaves(leaf, crowns, 1.1, 34000, 0.15)
    for x, y, n, s, mm in (
        (-3.0, 5.2, 9, 0.95, cy),
        (3.6, 6.0, 8, 0.8, vi),
        (-4.6, 10.5, 10, 1.5, vi),
        (5.0, 12.0, 10, 1.8, cy),
        (-6.5, 16.5, 10, 2.2, cy),
        (4.3, 18.5, 8, 1.4, vi),
        (-2.9, 23.5, 8, 1.5, cy),
        (7.8, 26, 11, 2.8, vi),
        (-8, 28, 10, 2.8, vi),
        (-3.6, 37, 9, 2.4, cy),
        (6.5, 40, 9, 2.6, cy),
        (1.9, 9.0, 5, 0.4, cy),
        (-1.6, 12.4, 5, 0.4, vi),
    ):
        z = gz(x, y)
        if taking("crystal-wide") and (x, y) == (5.0, 12.0):
            continue  # the camera stands there
        crystals(mm, (x, y, z), n, s * 1.25, r)
        lamp = point(
            (x * 0.93, y - 0.5 * s, z + 0.7 * s),
            (0.10, 0.7, 1) if mm is cy else (0.55, 0.2, 1),
            22 * s * s + 5,
            0.4,
        )
        lamp.visible_glossy = lamp.visible_transmission = False  # no lamp is seen in the glass
    # ruin arch with runic gate far on the path
    ax, ay = px(30), 30
    z = gz(ax, ay) - 0.2
    archway(3.2, 3.0, 0.55, 1.3, stone, (ax, ay, z), 0, 2)
    P = arch_pts(3.2, 3.0, 18)
    add(
        "po",
        mesh("po", [(x, 0, zz) for x, zz in P], [tuple(range(len(P)))]),
        vortex(
            "pv",
            (0, 2.7),
            [
                (0, (0.75, 0.95, 1)),
                (0.25, (0.10, 0.55, 1)),
                (0.55, (0.10, 0.08, 0.6)),
                (0.9, (0.02, 0.0, 0.12)),
                (1, (0, 0, 0.03)),
            ],
            1.25,
            sc=0.8,
            tw=1.1,
        ),
        loc=(ax, ay + 0.3, z),
    )
    point((ax, ay - 1.4, z + 2.6), (0.3, 0.6, 1), 230, 0.8)
    for i in range(7):
        box(4.6 - 0.2 * i, 0.5, 0.16 * (i + 1), stone, (ax, ay - 4 + 0.5 * i, z - 0.02))
    wall(stone, (ax + 2.8, ay, z), (ax + 7, ay + 0.6, z), lambda t: 3.3 * (1 - t) + 0.5, 0.9, 0.45, 0.8, r)
    wall(stone, (ax - 2.8, ay, z), (ax - 6.4, ay + 0.4, z), lambda t: 2.6 * (1 - t) + 0.4, 0.9, 0.45, 0.8, r)
    for i in range(46):
        x = r.uniform(-7, 7)
        y = r.uniform(3, 24)
        if abs(x - px(y)) < 1.2:
            continue
        zz = gz(x, y)
        h = r.uniform(0.12, 0.4)
        mushroom(stem, mush, (x, y, zz), h, r)
    grass(
        mat("gr", (0.018, 0.036, 0.024), 1, bump=0, spec=0),
        36000,
        -11,
        11,
        1.6,
        26,
        gz,
        0.10,
        0.55,
        3,
        mask=lambda x, y: (1 if abs(x - px(y)) > 0.9 else 0.05) * max(0.1, fbm(x * 0.5, y * 0.5, 9) + 0.6),
    )
    x, y = (-1.6, 24.6) if taking("crystal-wide") else (px(13.5) - 0.25, 13.5)
    z = gz(x, y)
    with place((x, y, z - 0.04), math.pi - 0.15, 1.2):
        wizard(approach, cloth, trim, lining, orb, beard=False)
    point((x + 0.5, y - 0.5, z + 2.4), (0.45, 0.75, 1), 40, 0.1)
    K = key((0.42, 0.75, 1.0))
    sun(K, (0.60, 0.85, 1), 3.0, 1.0)
    sun((0.6, -0.7, 0.5), (0.35, 0.65, 0.8), 0.22, 20)
    area((x - 1.8, y + 1.6, z + 2.4), (x, y, z + 1.2), (0.45, 0.85, 1.0), 120, 0.8, 2.0)
    world((0.05, 0.14, 0.17), 0.5)
    camera((0.2, -1.6, 1.5), (0.7, 20, 4.3), 25)
    return dict(key=K, far=90, near=0.8)
