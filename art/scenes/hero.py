"""A horned knight before the castle, by moonlight; its causeway is the picture map-bridge."""

import math
import random
from math import pi

from kit.castle import castle
from kit.figures import figure
from kit.glow import emis
from kit.heroes import GRIP, knight, metals, place
from kit.masonry import archway, banner, rubble, tower, wall
from kit.materials import cobbles, mat
from kit.nature import boulder, grass, tree
from kit.shapes import add, arch_pts, box, fbm, heightmesh, lathe, mesh, ridged
from kit.stage import area, camera, key, point, sun, taking, world


def waiting(h):
    """Sword lowered in the right hand, the left arm off the body, the weight on one leg."""
    h.bend(("neck02", "head"), (0, 0, 1), 10)
    h.leg("R", (-0.10, -0.05, -1), (-0.03, 0.05, -1))
    h.leg("L", (0.16, -0.10, -1), (0.05, 0.06, -1))
    h.arm("R", (-0.52, 0.02, -1), (-0.40, -0.20, -1))
    h.hand("R", (-0.15, 0.40, -0.9), (0.94, -0.14, -0.2))
    h.curl("R", GRIP, (35, 35, 40))
    h.arm("L", (0.46, 0.05, -1), (0.20, -0.25, -1))
    h.hand("L", (0.15, -0.2, -1), (-1, 0.2, 0))
    h.curl("L", (30, 40, 30), (15, 20, 20))


def build():
    stone = mat("stone", (0.16, 0.165, 0.18), 0.75, bump=0.9, scale=0.5, brick=(1.6, 0.7), vary=0.45)
    rock = mat(
        "rock", (0.085, 0.09, 0.10), 0.9, bump=0.45, scale=0.35, moss=(0.035, 0.05, 0.04), detail=5, spec=0.1
    )
    slate = mat("slate", (0.05, 0.055, 0.075), 0.5, bump=0.6, scale=1.2, brick=(0.6, 0.45))
    bark = mat("bark", (0.035, 0.03, 0.03), 0.9, bump=1, scale=6)
    glow = emis("glow", (1, 0.50, 0.16), 14)
    frm = mat("frm", (0.12, 0.12, 0.13), 0.8, bump=0)
    cloth = mat("cloth", (0.05, 0.012, 0.014), 0.8, bump=0.3, scale=9)
    metal = mat("metal", (0.30, 0.31, 0.34), 0.32, 0.95, bump=0.25, scale=14)

    def crag(x, y):
        cx, cy = 20, 120
        dx = (x - cx) / 34
        dy = (y - cy) / 26
        q = math.sqrt(dx * dx + dy * dy)
        k = max(0, 1 - q)
        hgt = 30 * min(1, k * 2.4) ** 0.62
        return (
            -14
            + hgt * (0.86 + 0.10 * fbm(x * 0.06, y * 0.06, 3))
            + 3.2 * (ridged(x * 0.035, y * 0.035, 1) - 1) * min(1, q * 1.3 + 0.15) * (1 if y > 35 else 0)
            + 1.6 * fbm(x * 0.12, y * 0.12, 7)
            + 2.6 * (ridged(x * 0.09, y * 0.09, 12) - 1.1) * min(1, max(0, 1.25 - q) * 4) * min(1, q * 2.2)
        )

    near = 30 if taking("map-bridge") else 68
    heightmesh("terrain", crag, -130, 150, near, 230, 420, 300, rock)
    castle(stone, slate, glow, frm, (19, 122, 14.5), 0.74, 4)
    # bridge to the castle
    for i in range(7):
        bx = -44 + i * 8.6
        by = 104 - 1.2 * i
        bz = -12
        box(2.6, 4.2, 21 + 1.1 * i, stone, (bx, by, bz), taper=0.86)
        if i < 6:
            archway(6.2, 11 + 1.1 * i, 1.6, 3.6, stone, (bx + 4.3, by - 0.6, bz), math.atan2(-1.2, 8.6))
    box(56, 4.4, 1.5, stone, (-18, 100.6, 10.5), (0, -0.1, math.atan2(-1.2, 8.6)))
    if taking("map-bridge"):
        long_bridge(
            stone,
            frm,
            glow,
            rock,
            mat("iron", (0.03, 0.03, 0.035), 0.5, 0.8, bump=0.2, scale=9),
        )

    # far mountains
    def mt(x, y):
        q = max(0, (y - 230) / 120)
        return (
            -20
            + (ridged(x * 0.006 + 3, y * 0.006, 4) * 30 + ridged(x * 0.02, y * 0.02, 9) * 7) * min(1, q)
            + 30 * math.exp(-(((x + 210) / 110) ** 2)) * min(1, q)
        )

    heightmesh("mts", mt, -420, 480, 230, 470, 240, 70, rock)

    # foreground ledge
    def led(x, y):
        return (
            -1.9
            + 1.5 * math.exp(-(((x - 3.6) / 3.4) ** 2) - ((y - 9.5) / 3.2) ** 2)
            + 0.35 * fbm(x * 0.5, y * 0.5, 2)
            + 0.13 * fbm(x * 2, y * 2, 5)
            - 0.10 * max(0, y - 12) ** 1.5
            + 0.9 * math.exp(-(((x + 9) / 3.5) ** 2) - ((y - 10) / 4) ** 2)
        )

    def broken(x, y):
        return led(x, y) + 0.13 * (ridged(x * 0.9, y * 0.9, 3) - 1) + 0.05 * (ridged(x * 3.1, y * 3.1, 6) - 1)

    heightmesh("ledge", lambda x, y: led(x, y) - 0.22, -26, 26, 1, 34, 300, 200, rock)
    heightmesh(
        "ledge",
        broken,
        -10.5,
        10.5,
        4.5,
        15,
        420,
        210,
        mat("crumble", (0.075, 0.08, 0.088), 0.92, bump=0.5, scale=2.2, moss=(0.03, 0.045, 0.03), spec=0.1),
    )
    zz = led(3.5, 9.4)
    with place((3.5, 9.4, zz + 0.02), pi + 0.10, 1.2):
        cloak = mat("cloak", (0.10, 0.012, 0.014), 0.85, bump=0.3, scale=30)
        harness = metals()
        knight(
            waiting,
            0.30,
            cloak,
            metal={**harness, "steel": harness["dark"]},
            legs=True,
            wind=(0.50, 0.22, 0.06),
        )
    grass(
        mat("gr", (0.035, 0.04, 0.03), 0.9, bump=0),
        16000,
        -14,
        14,
        3.5,
        16,
        led,
        0.08,
        0.42,
        2,
        mask=lambda x, y: max(0, fbm(x * 0.5, y * 0.5, 11) + 0.45),
    )
    tree(bark, (-5.6, 8.2, led(-5.6, 8.2) - 0.1), 8.2, 0.30, 11, 6, 0.62, (0.14, 0.02), 0.3)
    tree(bark, (8.3, 11, led(8.3, 11) - 0.2), 9.0, 0.34, 23, 6, 0.7, (-0.16, 0), 0.25)
    tree(bark, (-11.5, 19, led(-11.5, 19) - 0.3), 8, 0.3, 31, 5, 0.6)
    rubble(rock, (0, 9, 0), 12, 60, 0.05, 0.18, random.Random(4), led)
    for i, (x, y, size) in enumerate(
        (
            (1.9, 8.3, 0.34),
            (2.5, 7.9, 0.17),
            (5.1, 9.3, 0.30),
            (-1.2, 8.8, 0.26),
            (5.9, 10.2, 0.42),
            (-4.2, 8.4, 0.5),
            (-3.4, 8.0, 0.22),
            (0.6, 8.1, 0.15),
        )
    ):
        boulder(rock, (x, y, led(x, y) + 0.02), size, i + 2)
    # broken swords / spears in the ledge
    r = random.Random(8)
    for i in range(9):
        x = r.uniform(-7, 9)
        y = r.uniform(8, 13)
        o = box(
            0.05,
            0.014,
            0.95,
            metal,
            (x, y, led(x, y) - 0.15),
            (r.gauss(0, 0.22), r.gauss(0, 0.25), r.uniform(0, 3)),
        )
        g = box(0.26, 0.04, 0.04, metal, (0, 0, 0.93))
        g.parent = o
        h = box(0.035, 0.035, 0.22, cloth, (0, 0, 0.95))
        h.parent = o
    K = key((-0.30, 1, 0.36))
    sun(K, (0.62, 0.75, 1.0), 3.4, 1.2)
    sun((0.9, -0.25, 0.5), (0.45, 0.55, 0.9), 0.16, 8)
    sun((-0.9, -0.10, 0.42), (0.50, 0.62, 0.95), 0.55, 3)  # what the bright sky lends to every left side
    if not taking("map-bridge"):
        area((0.6, 11.6, 3.4), (3.5, 9.4, 1.4), (0.60, 0.74, 1.0), 480, 0.8, 2.2)
        area((6.4, 11.0, 1.6), (3.6, 9.4, 1.0), (1.0, 0.46, 0.15), 110, 0.8, 1.6)
    world((0.10, 0.16, 0.30), 0.45)
    point((3.2, 108, 24), (1, 0.5, 0.18), 2600, 1.5)
    point((20, 106, 22), (1, 0.5, 0.18), 3200, 2)
    point((38, 112, 14), (1, 0.5, 0.18), 1500, 1.5)
    point((-44, 98, 12), (1, 0.55, 0.2), 500, 0.5)
    camera((0, 0, 0.55), (1.2, 40, 8.3), 29)
    return dict(key=K, far=420, near=1.0)


def long_bridge(stone, frm, glow, rock, iron):
    """the causeway of map-bridge: straight to the castle's gate, parapets, lanterns, sentinels of stone"""
    x0, zd = 19, 12.0
    r = random.Random(12)
    edge = mat("edge", (0.13, 0.135, 0.15), 0.8, bump=0.5, scale=1.4, vary=0.5)
    deck = cobbles(mat("deck", (0.15, 0.155, 0.17), 0.6, bump=0.4, scale=1.4, vary=0.5, spec=0.45), 1.9, 0.8)
    heightmesh(
        "deck",
        lambda x, y: zd + 0.05 * fbm(x * 0.9, y * 0.9, 4) - 0.03 * (x - x0) ** 2 * 0.25,
        x0 - 3.0,
        x0 + 3.0,
        10,
        112,
        50,
        700,
        deck,
    )
    box(6.3, 104, 1.6, stone, (x0, 61, zd - 1.75))
    for i in range(8):
        box(5.4, 3.4, 30, stone, (x0, 18 + 12.5 * i, zd - 31), taper=0.9)
    for sx in (-1, 1):
        gone = (
            (lambda u, z: 21 < u < 26.5 and z > 0.25 + 0.12 * math.sin(u * 5))
            if sx > 0
            else (lambda u, z: 34 < u < 37.5 and z > 0.3)
        )
        wall(
            edge,
            (x0 + sx * 2.95, 12, zd - 0.1),
            (x0 + sx * 2.95, 110, zd - 0.1),
            lambda t: 1.12,
            0.85,
            0.37,
            0.6,
            r,
            skip=gone,
        )
        for i in range(8):
            y = 17 + 12.5 * i
            box(1.25, 1.25, 2.2, edge, (x0 + sx * 3.0, y, zd - 0.2), taper=0.92)
            box(1.5, 1.5, 0.24, edge, (x0 + sx * 3.0, y, zd + 2.0))
            if i % 2 == 0:
                figure(
                    edge, (x0 + sx * 3.0, y, zd + 2.2), -sx * pi / 2 + pi, 1.75, "knight", mmetal=edge, seed=i
                )
            else:
                lathe("lp", [(0.12, 0), (0.06, 0.3), (0.05, 1.5)], 8, iron, loc=(x0 + sx * 3.0, y, zd + 2.2))
                lathe("lg", [(0.13, 0), (0.2, 0.12), (0.15, 0.5)], 8, glow, loc=(x0 + sx * 3.0, y, zd + 3.7))
                lathe("lc", [(0.28, 0), (0.1, 0.28), (0.01, 0.45)], 8, iron, loc=(x0 + sx * 3.0, y, zd + 4.2))
                point((x0 + sx * 2.5, y, zd + 3.8), (1, 0.5, 0.18), 190, 0.25)
    rubble(edge, (x0 + 1.9, 36, zd), 1.6, 26, 0.12, 0.42, r, lambda x, y: zd)
    # gate towers at its end
    for sx in (-1, 1):
        tower(
            stone,
            None,
            (x0 + sx * 5.6, 112, zd - 8),
            2.7,
            22,
            0,
            seed=3 + sx,
            win=[(-pi / 2, 13, 0.5)],
            mfr=(glow, frm),
        )
    archway(5.2, 4.6, 1.2, 3.4, stone, (x0, 111, zd - 0.2), 0, 2)
    box(9, 3.2, 5.2, stone, (x0, 112, zd + 9.6))
    portal = arch_pts(5.2, 4.6)
    add(
        "gp",
        mesh("gp", [(x, 0, z) for x, z in portal], [tuple(range(len(portal)))]),
        emis("hall", (1, 0.42, 0.12), 1.1),
        loc=(x0, 113, zd),
    )
    point((x0, 108.5, zd + 3), (1, 0.5, 0.18), 900, 0.8)
    for sx in (-1, 1):
        banner(
            mat("bn%d" % sx, (0.20, 0.014, 0.012), 0.8, bump=0.2, scale=6),
            (x0 + sx * 5.6, 109.0, zd + 10.5),
            0,
            1.9,
            6.5,
            sx,
        )
    harness = metals()
    cloak = mat("bridge cloak", (0.15, 0.010, 0.012), 0.85, bump=0.35, scale=60, vary=0.4)
    with place((x0 - 1.15, 29.0, zd + 0.02), pi + 0.12, 1.2):
        knight(
            waiting,
            0.30,
            cloak,
            metal={**harness, "steel": harness["dark"]},
            legs=True,
            wind=(0.35, 0.22, 0.06),
        )
    area((x0 - 3.6, 31.0, zd + 3.2), (x0 - 1.15, 29.0, zd + 1.3), (0.60, 0.72, 1.0), 160, 0.8, 2.0)
    area((x0 + 1.2, 31.2, zd + 2.0), (x0 - 1.15, 29.0, zd + 1.2), (1.0, 0.46, 0.14), 140, 0.8, 1.6)
    tree(
        mat("dead", (0.03, 0.027, 0.028), 0.9, bump=1, scale=6),
        (x0 - 7.2, 21, zd - 7),
        17,
        0.5,
        23,
        6,
        0.62,
        (0.10, 0.02),
        0.3,
    )
