"""The castle's courtyard, seen from the passage of its gate."""

import math
import random
from math import pi

from kit.castle import castle
from kit.figures import figure
from kit.glow import emis, stained
from kit.heroes import GRIP, knight, metals, place, wizard
from kit.masonry import archway, banner, tower, window
from kit.materials import cobbles, mat
from kit.nature import flames, tree
from kit.shapes import add, box, fbm, heightmesh, lathe, mesh
from kit.stage import area, camera, key, point, sun, world
from scenes.crystal import approach
from scenes.hero import waiting


def guard(h):
    """The sword lowered, the other arm at the side."""
    h.bend(("neck02", "head"), (1, 0, 0), 8)
    h.leg("R", (-0.12, -0.04, -1), (-0.03, 0.05, -1))
    h.leg("L", (0.14, -0.08, -1), (0.05, 0.06, -1))
    h.arm("R", (-0.36, 0.0, -1), (-0.16, -0.25, -1))
    h.hand("R", (-0.2, -0.25, -1), (1, -0.2, -0.1))
    h.curl("R", GRIP, (35, 35, 40))
    h.arm("L", (0.34, -0.05, -1), (-0.10, -0.75, -0.25))
    h.hand("L", (-0.1, -0.85, 0.1), (-0.4, -0.3, -1))
    h.curl("L", (20, 25, 15), (10, 12, 12), spread=4)


def build():
    stone = mat("stone", (0.15, 0.155, 0.17), 0.75, bump=0.8, scale=0.5, brick=(1.5, 0.7), vary=0.45)
    trim = mat("trim", (0.13, 0.13, 0.145), 0.75, bump=0.5, scale=1.6, vary=0.5)
    slate = mat("slate", (0.05, 0.055, 0.075), 0.5, bump=0.6, scale=1.2, brick=(0.6, 0.45))
    bark = mat("bark", (0.03, 0.026, 0.026), 0.9, bump=1, scale=6)
    iron = mat("iron", (0.03, 0.03, 0.035), 0.5, 0.8, bump=0.2, scale=9)
    wood = mat("wood", (0.06, 0.042, 0.03), 0.8, bump=0.6, scale=3)
    paving = cobbles(
        mat("paving", (0.13, 0.135, 0.15), 0.6, bump=0.4, scale=1.4, vary=0.5, spec=0.35), 1.7, 0.5
    )
    glow = emis("glow", (1, 0.46, 0.14), 5.5)
    panes = stained("panes", (1, 0.55, 0.18), 1.7)
    frm = mat("frm", (0.10, 0.10, 0.11), 0.8, bump=0)
    red = mat("red", (0.22, 0.014, 0.012), 0.8, bump=0.2, scale=6)
    velvet = mat("velvet", (0.15, 0.010, 0.012), 0.85, bump=0.35, scale=60, vary=0.4)
    grey = mat("grey", (0.05, 0.052, 0.06), 0.85, bump=0.35, scale=60, vary=0.4)
    robe = mat("robe", (0.030, 0.026, 0.075), 0.85, bump=0.4, scale=70, vary=0.35)
    harness = metals()
    black = {**harness, "steel": harness["dark"]}
    frame = mat("frame", (0.002, 0.002, 0.003), 1, bump=0, spec=0)
    random.Random(7)

    def gz(x, y):
        return 0.10 * fbm(x * 0.16, y * 0.16, 2) + 0.03 * fbm(x * 0.8, y * 0.8, 5)

    heightmesh("ground", gz, -34, 34, -14, 60, 300, 330, paving)
    # the gate passage the camera stands in: the black frame
    archway(9.4, 3.4, 1.6, 2.6, frame, (0, -1.5, -0.1), 0, 1)
    for sx in (-1, 1):
        box(16, 2.4, 16, frame, (sx * (4.7 + 1.4 + 8), -1.4, -0.2))
        box(0.5, 6, 4.6, frame, (sx * 6.0, -4.6, -0.2))
    box(34, 2.4, 8, frame, (0, -1.4, 11.6))
    for i in range(-5, 6):
        box(
            0.16,
            0.22,
            1.9 + 0.5 * (i % 2) + max(0, 3.2 - abs(i) * 0.5),
            iron,
            (i * 0.82, -0.6, 9.9 - abs(i) * 0.75),
        )
    # cloister on the left, curtain wall with a walk on the right
    for k in range(7):
        y = 6 + 5.0 * k
        archway(3.3, 2.5, 0.42, 1.0, trim, (-13.2, y, 0), pi / 2, 2)
        lathe(
            "pier",
            [(0.62, 0), (0.62, 0.3), (0.42, 0.42), (0.40, 2.4), (0.6, 2.7), (0.62, 2.95)],
            20,
            trim,
            loc=(-13.2, y + 2.5, 0),
        )
        if k % 2 == 0:
            lathe("ln", [(0.10, 0), (0.16, 0.1), (0.12, 0.42)], 8, glow, loc=(-13.6, y, 4.25))
            point((-15.0, y, 3.6), (1, 0.48, 0.16), 70, 0.5)
    box(5, 36, 1.0, stone, (-15.2, 21, 6.2))
    box(0.6, 36, 1.0, trim, (-12.9, 21, 7.0))
    box(1.5, 40, 14, stone, (-18.2, 21, 0))
    for k in range(15):
        box(1.7, 1.25, 1.4, stone, (-18.2, 3 + 2.6 * k, 14))
    box(2.2, 40, 9.5, stone, (16.5, 21, 0))
    for k in range(15):
        box(0.7, 1.3, 1.3, stone, (15.6, 3 + 2.6 * k, 9.5))
    for k in range(4):
        box(0.9, 1.6, 9.0, trim, (15.2, 8 + 8.5 * k, 0), taper=0.75)
    for k in range(3):
        y = 12.2 + 8.5 * k
        banner(red, (15.2, y, 8.2), -pi / 2, 1.9, 4.8, k)
        lathe("tb", [(0.05, 0), (0.05, 1.0), (0.2, 1.3)], 8, iron, loc=(15.0, y - 4.2, 2.6))
        flames((15.0, y - 4.2, 3.85), 0.36, k)
        point((13.4, y - 4.2, 4.5), (1, 0.42, 0.10), 110, 0.5)
    # a cart, barrels, straw and a rack of spears
    box(1.5, 2.8, 0.16, wood, (10.4, 9.0, 0.85), (0.0, 0.06, 0.3))
    for dx, dy in ((-0.9, -0.8), (0.9, -0.8)):
        lathe(
            "wheel",
            [(0.62, -0.06), (0.72, -0.06), (0.72, 0.06), (0.62, 0.06), (0.62, -0.06)],
            28,
            wood,
            cap=False,
            loc=(10.4 + dx * 1.0, 9.0 + dy, 0.72),
            rot=(0, pi / 2, 0.3),
        )
        for q in range(3):
            box(0.06, 0.06, 1.3, wood, (10.4 + dx, 9.0 + dy, 0.72), (q * pi / 3, 0, 0.3)).location.z = 0.72
    for x, y in ((8.9, 12.6), (9.8, 13.2), (9.2, 13.9), (-10.2, 9.4), (-9.5, 10.2)):
        lathe(
            "barrel",
            [(0.34, 0), (0.42, 0.3), (0.44, 0.55), (0.42, 0.8), (0.34, 1.1)],
            24,
            wood,
            loc=(x, y, gz(x, y)),
        )
    for i in range(7):
        lathe(
            "spear",
            [(0.025, 0), (0.022, 2.5), (0.06, 2.55), (0.005, 2.95)],
            6,
            iron,
            loc=(-10.9 + 0.05 * i, 13 + 0.35 * i, 0),
            rot=(0, -0.16, 0),
        )
    # a well, and the horned king on his plinth
    lathe(
        "well",
        [(1.35, 0), (1.35, 0.85), (1.0, 0.85), (1.0, 0.2)],
        28,
        trim,
        lambda a, z: 1 + 0.03 * math.sin(a * 14),
        loc=(-6.4, 15.5, 0),
        cap=False,
    )
    for sx in (-1, 1):
        box(0.16, 0.16, 2.4, wood, (-6.4 + sx * 1.15, 15.5, 0.7))
    add(
        "wr",
        mesh(
            "wr",
            [
                (-1.6, -1.2, 0),
                (1.6, -1.2, 0),
                (0, 0, 1.1),
                (-1.6, 1.2, 0),
                (1.6, 1.2, 0),
                (-1.6, 0, 1.0),
                (1.6, 0, 1.0),
            ],
            [(0, 1, 6, 5), (3, 4, 6, 5)],
        ),
        slate,
        loc=(-6.4, 15.5, 3.0),
    )
    box(3.4, 3.4, 0.5, trim, (6.2, 25, 0))
    box(2.6, 2.6, 2.6, trim, (6.2, 25, 0.4), taper=0.88)
    figure(trim, (6.2, 25, 2.95), pi - 0.35, 2.3, "horned", mmetal=trim, seed=9)
    tree(bark, (-9.4, 24, -0.1), 9.5, 0.38, 17, 5, 0.68, (0.16, 0), 0.25)
    # stair, door and keep
    for i in range(14):
        box(13 - 0.26 * i, 1.2, 0.32 * (i + 1), trim, (0, 33 + 0.62 * i, -0.05))
    zt = 0.32 * 14
    box(26, 10, zt, stone, (0, 46, -0.05))
    archway(4.4, 4.2, 0.7, 2.6, trim, (0, 44.2, zt), 0, 3)
    # the hall behind the door, a window at its end
    for sx in (-1, 1):
        box(6.8, 6, 13, stone, (sx * 5.6, 48, zt))
    box(4.4, 6, 4.8, stone, (0, 48, zt + 8.2))
    hall = mat(
        "hall",
        (0.24, 0.15, 0.08),
        0.8,
        bump=0.8,
        scale=0.5,
        brick=(1.5, 0.7),
        vary=0.45,
        emit=(1, 0.42, 0.12),
        estr=0.55,
    )
    box(5, 0.4, 9, hall, (0, 51.2, zt))
    window(1.5, 1.6, (0, 50.9, zt + 4.4), 0, panes, frm, 0.2, 0.25)
    box(18.8, 6.6, 0.7, trim, (0, 48, zt + 12.6))
    box(6.4, 0.5, 6.0, stone, (0, 45.05, zt + 7.2))
    for i in range(9):
        box(1.1, 0.8, 1.2, stone, (-8.4 + 2.1 * i, 45.1, zt + 13.3))
    for sx in (-1, 1):
        window(1.3, 4.2, (sx * 6.2, 44.98, zt + 3.8), 0, panes, frm, 0.2, 0.35)
        banner(red, (sx * 4.1, 44.7, zt + 11.2), 0, 1.7, 6.4, sx * 2)
        tower(
            stone,
            slate,
            (sx * 12.2, 47, 0),
            3.6,
            26,
            9,
            win=[(-pi / 2, 15, 0.6), (-pi / 2 + sx * 0.5, 20, 0.6)],
            mfr=(glow, frm),
            seed=20 + sx,
        )
        lathe(
            "bz",
            [(0.75, 0), (0.45, 0.35), (0.26, 1.5), (0.4, 1.9), (0.85, 2.2), (0.9, 2.4)],
            12,
            trim,
            loc=(sx * 5.6, 31.6, 0),
            smooth=False,
        )
        flames((sx * 5.6, 31.6, 2.25), 0.65, 3 + sx)
        point((sx * 5.6, 31.2, 3.4), (1, 0.40, 0.10), 300, 0.35)
        with place((sx * 3.6, 34.3, 0.62), -sx * 0.3, 1.15):
            knight(guard, 0.0, grey, metal=harness, legs=True, wind=(0, 0.15, 0))
    window(1.5, 1.6, (0, 44.7, zt + 8.6), 0, panes, frm, 0.22, 0.35)
    castle(stone, slate, glow, frm, (1, 70, 4), 0.78, 4)
    for sx, hh, y in ((-1, 20, 41), (1, 17, 41)):
        tower(
            stone,
            slate,
            (sx * 17.5, y, 0),
            3.8,
            hh,
            9,
            win=[(-pi / 2 - sx * 0.4, 12, 0.6), (-pi / 2 - sx * 0.5, 7, 0.55)],
            mfr=(glow, frm),
            seed=31 + sx,
        )
    point((0, 42, zt + 2.6), (1, 0.46, 0.15), 330, 0.8)
    point((0, 40, zt + 9), (1, 0.5, 0.2), 120, 1)
    with place((0.1, 42.6, zt), 0.1, 1.35):
        wizard(approach, robe, harness["gold"], robe, emis("gem", (0.35, 0.7, 1), 6))
    with place((0.75, 8.6, gz(0.75, 8.6)), pi + 0.10, 1.15):
        knight(waiting, 0.30, velvet, metal=black, legs=True, wind=(0.35, 0.22, 0.06))
    area((-1.6, 10.8, 3.4), (0.75, 8.6, 1.3), (0.60, 0.72, 1.0), 160, 0.8, 2.0)
    area((3.2, 10.4, 2.0), (0.75, 8.6, 1.2), (1.0, 0.46, 0.14), 120, 0.8, 1.6)
    with place((-3.4, 22.0, 0), 0.5, 1.1):
        knight(guard, 0.0, velvet, metal=harness, legs=True, wind=(0.1, 0.2, 0))
    area((-4.4, 19.0, 2.6), (-3.4, 22.0, 1.3), (0.62, 0.72, 1.0), 60, 0.8, 1.6)
    K = key((-0.19, 1, 0.50))
    sun(K, (0.62, 0.75, 1.0), 3.6, 1.2)
    sun((0.5, -0.7, 0.7), (0.45, 0.58, 1.0), 0.75, 8)
    world((0.10, 0.16, 0.32), 0.6)
    camera((-0.35, -7.6, 1.75), (0.2, 30, 8.2), 24)
    return dict(key=K, far=180, near=0.8)
