"""The angels' rotunda above the clouds."""

import math
import random
from math import pi

import bpy

from kit.figures import figure
from kit.glow import emis
from kit.materials import mat
from kit.shapes import box, fbm, lathe
from kit.stage import camera, key, point, sun, world


def build():
    mar = mat("mar", (0.62, 0.58, 0.52), 0.55, bump=0.3, scale=0.7, vary=0.18, spec=0.4)
    marb = mat("marb", (0.55, 0.52, 0.47), 0.6, bump=0.5, scale=0.6, brick=(1.8, 0.8), vary=0.2)
    mat("gold", (0.95, 0.62, 0.22), 0.25, 1, bump=0.1, scale=10)
    robe = mat("robe", (0.50, 0.46, 0.42), 0.75, bump=0.1, scale=1.5, vary=0.10, spec=0.1)
    wing = mat("wing", (0.78, 0.75, 0.72), 0.6, bump=0.15, scale=9, vary=0.12)
    rock = mat("rock", (0.20, 0.19, 0.20), 0.85, bump=0.5, scale=0.4, detail=6)
    halo = emis("halo", (1, 0.72, 0.30), 9)
    r = random.Random(6)

    def column(x, y, z, h, R=0.75, broken=False, cap=True):
        lathe(
            "b",
            [(R * 1.45, 0), (R * 1.45, 0.25), (R * 1.25, 0.3), (R * 1.3, 0.5), (R * 1.08, 0.65)],
            40,
            mar,
            loc=(x, y, z),
        )
        lathe(
            "c",
            [(R * (1.02 - 0.16 * (i / 10)), 0.6 + (h - 0.6) * i / 10) for i in range(11)],
            96,
            mar,
            lambda a, zz: 1 - 0.05 * abs(math.sin(a * 12)) ** 0.6,
            loc=(x, y, z),
            rot=(r.gauss(0, 0.01), r.gauss(0, 0.01), 0),
        )
        if not broken and cap:
            lathe(
                "k",
                [(R * 0.86, 0), (R * 1.0, 0.2), (R * 1.35, 0.55), (R * 1.4, 0.75)],
                40,
                mar,
                loc=(x, y, z + h),
            )
            box(R * 3, R * 3, 0.4, mar, (x, y, z + h + 0.75))

    def island(x, y, z, R, dp, sd):
        lathe(
            "is",
            [
                (0.05, -dp),
                (R * 0.22, -dp * 0.72),
                (R * 0.5, -dp * 0.42),
                (R * 0.8, -dp * 0.16),
                (R * 0.98, -0.6),
                (R, 0),
            ],
            64,
            rock,
            lambda a, zz: (
                1
                + 0.28 * fbm(math.cos(a) * 1.6 + sd, math.sin(a) * 1.6, zz * 0.22)
                + 0.10 * fbm(math.cos(a) * 5, math.sin(a) * 5 + sd, zz * 0.8)
            ),
            loc=(x, y, z),
        )

    island(0, 30, 0, 15, 16, 1)
    for i in range(9):
        lathe(
            "stp",
            [(11 - 0.62 * i, 0), (11 - 0.62 * i, 0.34)],
            90,
            marb,
            loc=(0, 30, 0.02 + 0.34 * i),
            smooth=False,
        )
    zt = 0.34 * 9
    # rotunda of columns w/ partial entablature
    n = 12
    for k in range(n):
        a = 2 * pi * (k + 0.5) / n + 0.0
        x, y = 9.0 * math.cos(a), 30 + 9.0 * math.sin(a)
        if -0.9 < math.cos(a) < 0.9 and math.sin(a) < -0.6:
            continue
        hb = 9.5
        br = k in (1, 8)
        column(x, y, 0.6, hb * (0.5 if br else 1), 0.72, br)
    for k in range(n):
        a0 = 2 * pi * (k + 0.5) / n
        a1 = 2 * pi * (k + 1.5) / n
        if k in (0, 1, 2, 3, 7, 8) or math.sin((a0 + a1) / 2) < -0.45:
            continue
        am = (a0 + a1) / 2
        box(
            2 * 9.0 * math.sin(pi / n) + 0.6,
            1.5,
            1.5,
            mar,
            (9.0 * math.cos(pi / n) * math.cos(am), 30 + 9.0 * math.cos(pi / n) * math.sin(am), 11.7),
            (0, 0, am + pi / 2),
        )
    # angel on a plinth, halo ring
    lathe(
        "pl",
        [(2.0, 0), (2.0, 0.4), (1.6, 0.5), (1.5, 1.6), (1.8, 1.75), (1.8, 2.1)],
        48,
        marb,
        loc=(0, 30, zt),
    )
    figure(robe, (0, 30, zt + 2.1), 0, 2.5, "mage", None, seed=4, wing=wing)
    bpy.ops.mesh.primitive_torus_add(
        major_radius=3.3,
        minor_radius=0.05,
        major_segments=96,
        location=(0, 31.2, zt + 6.6),
        rotation=(pi / 2, 0, 0),
    )
    bpy.context.object.data.materials.append(halo)
    for k in range(24):
        a = 2 * pi * k / 24
        box(
            0.05,
            0.05,
            1.2 if k % 2 else 2.0,
            halo,
            (3.5 * math.cos(a), 31.2, zt + 6.6 + 3.5 * math.sin(a)),
            (0, pi / 2 - a, 0),
            taper=0.15,
        )
    point((0, 29.0, zt + 7.5), (1, 0.75, 0.4), 500, 1)
    # floating islands + bridges of stepping stones toward camera
    for x, y, z, R, dp in (
        (-21, 44, 4, 5, 8),
        (24, 50, 7, 6, 10),
        (-34, 70, 10, 8, 12),
        (40, 78, 3, 8, 13),
        (-13, 22, -3, 2.4, 4),
        (16, 25, -2, 2.8, 5),
        (10, 64, 14, 4.5, 8),
    ):
        island(x, y, z, R, dp, x)
        for k in range(3):
            a = r.uniform(0, 6.28)
            column(
                x + R * 0.55 * math.cos(a),
                y + R * 0.55 * math.sin(a),
                z,
                r.uniform(3, 8) * R / 6 + 1,
                0.4 * R / 5 + 0.15,
                r.random() < 0.5,
            )
    for i in range(9):
        island(
            0.9 * math.sin(i * 1.3), 3.5 + 2.0 * i, -1.9 + 0.17 * i, 1.25 + 0.1 * math.sin(i * 2), 1.4, i * 3
        )
        lathe(
            "sl",
            [(1.0, 0), (1.0, 0.14)],
            32,
            marb,
            loc=(0.9 * math.sin(i * 1.3), 3.5 + 2.0 * i, -1.9 + 0.17 * i),
            smooth=False,
        )
    column(-8.8, 8, -4.0, 13, 0.8)
    column(9.2, 9.5, -4.5, 9.5, 0.85, True)
    island(-8.8, 8, -4, 2.6, 4, 77)
    island(9.2, 9.5, -4.5, 2.8, 4, 78)
    K = key((0.10, 1, 0.30))
    sun(K, (1, 0.70, 0.38), 6.5, 1.2)
    world((0.26, 0.36, 0.60), 0.34)
    sun((-0.7, -0.5, 0.6), (0.55, 0.65, 0.95), 0.45, 15)
    camera((0, -7.5, 4.2), (0, 30, 7.4), 27)
    return dict(key=K, far=260, near=1.0)
