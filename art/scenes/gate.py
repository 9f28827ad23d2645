"""The gate of the demons."""

import math
import random
from math import pi

import bpy

from kit.figures import batwing, figure
from kit.glow import cracks, emis, vortex
from kit.heroes import GRIP, demon, place
from kit.masonry import archway, rubble, wall
from kit.materials import mat
from kit.nature import flames
from kit.shapes import add, arch_pts, box, fbm, heightmesh, lathe, mesh
from kit.stage import area, camera, key, point, sun, world


def reign(h):
    """Both arms spread, the burning sword up at the right, the left hand a claw, the head lowered."""
    h.bend(("neck02", "head"), (1, 0, 0), 12)
    h.leg("R", (-0.16, -0.06, -1), (-0.04, 0.08, -1))
    h.leg("L", (0.16, -0.06, -1), (0.04, 0.08, -1))
    h.arm("R", (-0.80, -0.15, -0.45), (-0.35, -0.50, 0.75))
    h.hand("R", (0.1, -1, -0.2), (0.89, 0.0, 0.52))
    h.curl("R", GRIP, (35, 35, 40))
    h.arm("L", (0.80, -0.15, -0.40), (0.50, -0.65, 0.40))
    h.hand("L", (0.45, -0.75, 0.45), (-0.35, -0.25, 1))
    h.curl("L", ((30, 40, 30), (32, 42, 30), (36, 44, 30), (40, 46, 30)), (20, 25, 25), spread=7)


def build():
    st = mat("st", (0.11, 0.095, 0.095), 0.7, bump=0.6, scale=0.6, brick=(1.5, 0.75), vary=0.4, spec=0.4)
    rock = mat("rock", (0.05, 0.043, 0.042), 0.8, bump=0.5, scale=0.5, spec=0.3, detail=5)
    carved = mat("carved", (0.12, 0.10, 0.095), 0.65, bump=0.5, scale=1.6, spec=0.4, detail=6)
    lava = emis("lava", (1, 0.20, 0.03), 9)
    portal = vortex(
        "portal",
        (0, 8.6),
        [
            (0, (0.9, 0.30, 0.05)),
            (0.28, (1, 0.16, 0.015)),
            (0.55, (0.30, 0.02, 0.004)),
            (0.85, (0.04, 0.003, 0.002)),
            (1, (0.01, 0.0, 0.0)),
        ],
        6.5,
    )
    metal = mat("metal", (0.2, 0.18, 0.17), 0.35, 0.9, bump=0.3, scale=10)
    cloth = mat("cloth", (0.02, 0.012, 0.012), 0.8, bump=0.3, scale=8)
    mat("bone", (0.35, 0.30, 0.24), 0.7, bump=0.5, scale=8)

    def gz(x, y):
        return (
            0.10 * fbm(x * 0.5, y * 0.5, 2)
            + 0.05 * fbm(x * 2, y * 2, 4)
            + (
                max(0, abs(x) - 7.5) * 0.30
                + 1.6 * max(0, fbm(x * 0.22, y * 0.22, 6) + 0.25) * min(1, max(0, abs(x) - 6) / 4)
            )
        )

    heightmesh("floor", gz, -34, 34, -10, 52, 240, 240, rock)
    Y = 34
    # stairs
    for i in range(12):
        box(15 - 0.35 * i, 1.15, 0.38 * (i + 1), st, (0, 20.5 + i * 0.95, -0.1))
    zt = 4.4
    box(22, 14, 4.5, st, (0, Y + 5, -0.1))
    archway(7.6, 8.2, 1.15, 3.6, carved, (0, Y, zt), 0, 4)
    P = arch_pts(7.6, 8.2, 20)
    add("portal", mesh("po", [(x, 0, z) for x, z in P], [tuple(range(len(P)))]), portal, loc=(0, Y + 1.2, zt))
    # gable, pinnacles, flanking towers
    for sx in (-1, 1):
        box(4.2, 5, 19, st, (sx * 10.2, Y + 0.6, zt - 0.5), taper=0.9)
        for k, (dx, hh, rr) in enumerate(((8.3, 22, 1.0), (12.2, 24, 1.25))):
            lathe(
                "pin",
                [
                    (rr * 1.2, 0),
                    (rr, 2),
                    (rr, hh * 0.55),
                    (rr * 1.25, hh * 0.58),
                    (rr * 0.8, hh * 0.62),
                    (rr * 0.35, hh * 0.85),
                    (0.05, hh),
                ],
                8,
                carved,
                loc=(sx * dx, Y - 1.8, zt - 0.5),
                smooth=False,
            )
        lathe(
            "horn",
            [(1.5, 0), (1.45, 2), (1.2, 5), (0.8, 8), (0.4, 11), (0.03, 13.5)],
            24,
            carved,
            lambda a, z: 1 + 0.05 * math.sin(z * 3.1),
        ).location = (sx * 7.4, Y + 0.4, zt + 16.5)
        o = bpy.context.scene.collection.objects[-1]
        o.rotation_euler = (0, sx * 0.42, 0)
        # braziers along the stairs
        for j, (yy, xx) in enumerate(((19.2, 8.6), (12.5, 7.4), (6.5, 6.6))):
            z = gz(sx * xx, yy)
            lathe(
                "br",
                [(0.75, 0), (0.45, 0.35), (0.28, 1.6), (0.4, 2.1), (0.95, 2.5), (1.0, 2.75)],
                12,
                carved,
                loc=(sx * xx, yy, z),
                smooth=False,
            )
            flames((sx * xx, yy, z + 2.35), 0.72, j + sx)
            point((sx * xx, yy, z + 3.6), (1, 0.34, 0.07), 260, 0.4)
        # chains
        cu = bpy.data.curves.new("ch", "CURVE")
        cu.dimensions = "3D"
        cu.bevel_depth = 0.16
        sp = cu.splines.new("POLY")
        sp.points.add(30)
        for i in range(31):
            t = i / 30
            sp.points[i].co = (
                sx * (4.2 + t * 14),
                Y - 2.6 - 14 * t,
                zt + 15.5 - 3.5 * t + 9 * (t * t - t),
                1,
            )
        cu.materials.append(metal)
        o = bpy.data.objects.new("ch", cu)
        bpy.context.scene.collection.objects.link(o)
        # statues: horned giants with bat wings on plinths
        box(3.6, 3.6, 4.2, carved, (sx * 15.6, 21, 0), taper=0.9)
        f = figure(carved, (sx * 15.6, 21, 4.2), (pi + sx * 0.35), 3.0, "demon", mmetal=carved, seed=4 + sx)
        for s2 in (-1, 1):
            for p in batwing(carved, s2, 1.7):
                p.parent = f
        wall(
            st,
            (sx * 16, Y + 1, 0),
            (sx * 34, Y - 3, 0),
            lambda t: 13 - 7 * t + 2 * fbm(t * 6, sx, 3),
            1.7,
            0.9,
            1.8,
            random.Random(3 + sx),
        )
    add(
        "gab",
        mesh(
            "gab",
            [(-8.2, 0, 0), (8.2, 0, 0), (0, 0, 9.5), (-8.2, 2.5, 0), (8.2, 2.5, 0), (0, 2.5, 9.5)],
            [(0, 1, 2), (0, 2, 5, 3), (1, 4, 5, 2)],
        ),
        st,
        loc=(0, Y + 0.4, zt + 14.6),
    )
    lathe("eye", [(1.25, 0), (1.25, 0.2)], 32, lava, loc=(0, Y + 0.25, zt + 18.6), rot=(pi / 2, 0, 0))
    lathe(
        "eyer",
        [(1.75, 0), (1.75, 0.45), (1.3, 0.5)],
        32,
        carved,
        loc=(0, Y + 0.42, zt + 18.6),
        rot=(pi / 2, 0, 0),
        cap=False,
    )
    cracks(rock, (1, 0.17, 0.02), 7)
    rubble(rock, (0, 11, 0), 11, 130, 0.15, 0.7, random.Random(2), gz)
    # skull-like bones scattering -> spears with banners and army silhouettes on the stairs
    for i, (x, y, z, s, kd) in enumerate(
        (
            (-3.2, 23.2, 1.05, 1.35, "horned"),
            (3.4, 23.0, 1.05, 1.3, "horned"),
            (-5.4, 19.0, 0.1, 1.35, "horned"),
            (5.2, 18.6, 0.1, 1.4, "horned"),
            (-2.4, 12.0, 0, 1.15, "horned"),
        )
    ):
        if i == 4:
            z = gz(x, y)
        figure(cloth, (x, y, z), 0.15 * (i - 2), s, kd, mmetal=metal, seed=i * 3 + 4)
    with place((0, 27.6, zt - 0.35), 0, 4.7):
        demon(reign)
    area((6.0, 19.5, zt + 8), (0, 28.6, zt + 4.5), (0.50, 0.55, 1.0), 1100, 3.0, 3.0)
    area((-2.5, 20.0, zt + 1.5), (0, 27.6, zt + 7), (1.0, 0.50, 0.22), 260, 1.5, 1.5)
    point((0, Y - 1.2, zt + 5), (1, 0.28, 0.06), 5200, 2.2)
    point((0, Y - 5, zt + 1.5), (1, 0.3, 0.07), 1800, 1.5)
    point((0, Y - 0.6, zt + 18.6), (1, 0.22, 0.04), 600, 0.5)
    area((0, Y + 0.6, zt + 6), (0, 10, 0), (1, 0.28, 0.06), 3800, 6, 10)
    K = key((0.1, 1, 0.30))
    sun((-0.65, 0.6, 0.7), (0.45, 0.42, 0.85), 1.6, 3)
    world((0.09, 0.05, 0.07), 0.35)
    sun((-0.7, -0.75, 0.75), (0.42, 0.40, 0.75), 0.42, 6)
    camera((0, -9.5, 1.9), (0, 30, 10.2), 29)
    return dict(key=K, far=110, near=0.8)
