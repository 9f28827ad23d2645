"""A forest of crystals and a portal."""

import math
import random

import numpy as np

from kit.figures import figure
from kit.glow import crysmat, emis, vortex
from kit.masonry import archway, wall
from kit.materials import mat
from kit.nature import crystal_cluster, grass, tree
from kit.shapes import add, arch_pts, box, fbm, heightmesh, lathe, mesh
from kit.stage import camera, key, point, sun, taking, world


def build():
    bark = mat("bark", (0.045, 0.037, 0.035), 0.85, bump=0.7, scale=1.3, moss=(0.02, 0.06, 0.035), vary=0.6)
    ground = mat("g", (0.03, 0.035, 0.025), 0.9, bump=0.5, scale=1.6, moss=(0.02, 0.055, 0.03), detail=5)
    leaf = mat("leaf", (0.02, 0.05, 0.03), 0.8, bump=0)
    stone = mat(
        "st", (0.12, 0.13, 0.13), 0.75, bump=0.6, scale=0.9, brick=(0.9, 0.5), moss=(0.02, 0.06, 0.03)
    )
    cloth = mat("cl", (0.04, 0.02, 0.06), 0.8, bump=0.2, scale=9)
    cy = crysmat("cy", (0.08, 0.75, 1.0), 1.5)
    vi = crysmat("vi", (0.55, 0.16, 1.0), 1.6)
    mush = emis("mu", (0.2, 0.9, 0.75), 1.6)
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

    def trunk(x, y, R, h, sd):
        def md(a, z):
            k = max(0, 1 - z / 3.2)
            return (
                1
                + 0.55 * k * k * (0.55 + 0.45 * math.cos(a * 5 + sd))
                + 0.10 * math.sin(a * 7 + sd + z * 0.25)
                + 0.08 * fbm(math.cos(a) * 2 + sd, math.sin(a) * 2, z * 0.5)
            )

        lathe(
            "tr",
            [
                (R * (1.25 - 0.5 * (z / h) ** 0.6), z)
                for z in [0, 0.3, 0.7, 1.2, 1.9, 2.8, 4, 6, 8, 10, 13, 16, 20, h]
            ],
            56,
            bark,
            md,
            loc=(x, y, gz(x, y) - 0.4),
            rot=(r.gauss(0, 0.02), r.gauss(0, 0.02), 0),
        )
        for k in range(5):  # big limbs
            a = r.uniform(0, 6.28)
            z = r.uniform(6, 14)
            tree(
                bark,
                (x, y, gz(x, y) + z),
                7,
                R * 0.26,
                r.randint(0, 999),
                4,
                0.6,
                (2.2 * math.cos(a), 2.2 * math.sin(a)),
                0.1,
            )

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
    for t in T:
        trunk(*t)
    # canopy leaves
    rr = np.random.RandomState(4)
    v = []
    f = []
    for i in range(34000):
        c = T[rr.randint(len(T))]
        a = rr.uniform(0, 6.28)
        q = 6.5 * math.sqrt(rr.rand())
        x, y, z = c[0] + q * math.cos(a), c[1] + q * math.sin(a), rr.uniform(11, 21)
        s = rr.uniform(0.06, 0.19)
        d = rr.randn(3)
        d /= np.linalg.norm(d)
        e = np.cross(d, rr.randn(3))
        e /= np.linalg.norm(e)
        k = len(v)
        p = np.array((x, y, z))
        v += [p - d * s, p + e * s * 0.5, p + d * s, p - e * s * 0.5]
        f.append((k, k + 1, k + 2, k + 3))
    add("leaves", mesh("l", v, f), leaf)
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
        crystal_cluster(mm, (x, y, z), n, s, r)
        point(
            (x * 0.93, y - 0.5 * s, z + 0.7 * s),
            (0.10, 0.7, 1) if mm is cy else (0.55, 0.2, 1),
            46 * s * s + 10,
            0.35,
        )
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
        lathe("ms", [(h * 0.12, 0), (h * 0.09, h)], 8, bark, loc=(x, y, zz))
        lathe(
            "mc",
            [(h * 0.5, 0), (h * 0.46, h * 0.14), (h * 0.28, h * 0.34), (0.01, h * 0.42)],
            14,
            mush,
            loc=(x, y, zz + h * 0.92),
        )
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
    figure(cloth, (px(13.5) - 0.25, 13.5, gz(px(13.5) - 0.25, 13.5)), 0.1, 1.2, "mage", orb, seed=2)
    point((px(13.5) + 0.5, 13.0, gz(px(13.5), 13.5) + 2.9), (0.45, 0.75, 1), 40, 0.1)
    if taking("crystal-wide"):
        figure(cloth, (-1.2, 24.6, gz(-1.2, 24.6)), -0.15, 1.2, "mage", orb, seed=2)
        point((-0.5, 24.1, gz(-1.2, 24.6) + 2.9), (0.45, 0.75, 1), 40, 0.1)
    K = key((0.42, 0.75, 1.0))
    sun(K, (0.60, 0.85, 1), 3.0, 1.0)
    world((0.05, 0.14, 0.17), 0.5)
    camera((0.2, -1.6, 1.5), (0.7, 20, 4.3), 25)
    return dict(key=K, far=90, near=0.8)
