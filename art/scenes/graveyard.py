"""A chapel that glows green, among graves."""

import math
import random
from math import pi

from kit.glow import emis, stained
from kit.heroes import place, wizard
from kit.masonry import archway, window
from kit.materials import mat
from kit.nature import grass, tree
from kit.shapes import add, arch_pts, box, fbm, heightmesh, lathe, mesh
from kit.stage import area, camera, key, point, sun, taking, world
from scenes.crystal import approach


def build():
    st = mat("gst", (0.17, 0.18, 0.18), 0.8, bump=0.5, scale=2.2, moss=(0.035, 0.06, 0.03))
    ground = mat(
        "gnd", (0.045, 0.04, 0.032), 0.95, bump=0.35, scale=2, moss=(0.03, 0.04, 0.02), detail=5, spec=0.05
    )
    iron = mat("iron", (0.03, 0.03, 0.035), 0.5, 0.8, bump=0.2, scale=9)
    bark = mat("bark", (0.03, 0.027, 0.026), 0.9, bump=1, scale=6)
    slate = mat("slate", (0.04, 0.045, 0.06), 0.55, bump=0.6, scale=1.2, brick=(0.6, 0.45))
    brick = mat(
        "brick", (0.13, 0.13, 0.135), 0.8, bump=0.8, scale=0.7, brick=(1.1, 0.5), moss=(0.03, 0.05, 0.03)
    )
    glow = stained("glow", (0.30, 1, 0.50), 0.75 if taking("graveyard-close") else 0.95)
    warm = emis("warm", (1, 0.42, 0.10), 16)
    frm = mat("frm", (0.09, 0.09, 0.1), 0.8, bump=0)
    cloth = mat("cloth", (0.030, 0.030, 0.036), 0.9, bump=0.35, scale=70, vary=0.35)
    path = mat("path", (0.034, 0.036, 0.036), 0.85, bump=0.3, scale=2.2, spec=0.06, detail=4)

    def walker(at):
        """A hooded one from behind, on the way to the chapel, a green light on the staff."""
        x, y, z = at
        with place((x, y, z - 0.04), math.pi - 0.12, 1.16):
            wizard(approach, cloth, iron, cloth, emis("orb", (0.3, 1, 0.6), 24), beard=False)
        point((x + 0.55, y - 0.5, z + 2.4), (0.3, 1, 0.55), 30, 0.1)
        area((x - 1.1, y + 1.6, z + 3.2), (x, y, z + 1.3), (0.55, 0.85, 0.85), 80, 0.8, 1.2)

    def gz(x, y):
        px = 0.9 * math.sin(y * 0.13)
        d = abs(x - px)
        return (
            0.35 * fbm(x * 0.12, y * 0.12, 1)
            + 0.07 * fbm(x * 0.9, y * 0.9, 2)
            + 0.25 * min(1, (d / 2.2) ** 2)
            + 0.035 * y * 0.6
        )

    heightmesh("g", gz, -40, 40, -2, 75, 260, 260, ground)
    heightmesh(
        "p",
        lambda x, y: (
            gz(x, y) + 0.03 - (0 if abs(x - 0.9 * math.sin(y * 0.13)) < 1.15 + 0.25 * fbm(x, y, 5) else 0.4)
        ),
        -6,
        6,
        -1,
        46,
        120,
        420,
        path,
    )
    r = random.Random(5)

    def grave(x, y, k, s):
        z = gz(x, y) - 0.12
        rot = (r.gauss(-0.03, 0.10), r.gauss(0, 0.10), r.gauss(0, 0.25))
        if k == 0:
            P = arch_pts(0.72 * s, 0.78 * s, 8, 1.0)
        elif k == 1:
            P = (
                [(-0.4 * s, 0), (-0.4 * s, 0.9 * s)]
                + [
                    (0.4 * s * math.cos(pi - pi * i / 10), 0.9 * s + 0.4 * s * math.sin(pi * i / 10))
                    for i in range(11)
                ]
                + [(0.4 * s, 0.9 * s), (0.4 * s, 0)]
            )
        else:
            q = 0.11 * s
            P = [
                (-q * 1.2, 0),
                (-q, 1.0 * s),
                (-0.42 * s, 1.0 * s),
                (-0.42 * s, 1.22 * s),
                (-q, 1.22 * s),
                (-q, 1.62 * s),
                (q, 1.62 * s),
                (q, 1.22 * s),
                (0.42 * s, 1.22 * s),
                (0.42 * s, 1.0 * s),
                (q, 1.0 * s),
                (q * 1.2, 0),
            ]
        n = len(P)
        t = 0.09 * s
        v = [(a, -t, b) for a, b in P] + [(a, t, b) for a, b in P]
        f = [tuple(range(n)), tuple(range(2 * n - 1, n - 1, -1))] + [
            (i, i + n, (i + 1) % n + n, (i + 1) % n) for i in range(n)
        ]
        o = add("gr", mesh("gr", v, f), st, loc=(x, y, z), rot=rot)
        bv = o.modifiers.new("b", "BEVEL")
        bv.width = 0.025 * s
        bv.segments = 2
        if r.random() < 0.6:
            box(1.0 * s, 0.45 * s, 0.2 * s, st, (x, y, z + 0.03), (0, 0, rot[2]), 0.9)

    for i in range(95):
        for _ in range(30):
            x = r.uniform(-17, 17)
            y = r.uniform(4.5, 44)
            if abs(x - 0.9 * math.sin(y * 0.13)) > 1.75 and abs(x) < 3.2 + y * 0.5:
                break
        grave(x, y, r.choice([0, 1, 1, 2, 0]), r.uniform(0.75, 1.35))
    grave(-2.55, 4.6, 1, 1.25)
    grave(2.75, 5.6, 2, 1.25)
    grave(-3.9, 6.8, 2, 1.2)
    grave(4.6, 7.6, 0, 1.3)
    if taking("graveyard-close"):
        grave(2.6, 16.6, 2, 1.45)
        grave(6.9, 17.0, 0, 1.3)
        grave(4.3, 19.6, 1, 1.2)
        grave(1.2, 18.7, 1, 1.25)
        grave(8.6, 19.5, 2, 1.3)
        for x, y in ((3.55, 16.9), (3.75, 16.6), (3.42, 16.55)):
            lathe("cd", [(0.045, 0), (0.04, 0.22)], 8, st, loc=(x, y, gz(x, y)))
            lathe("fl", [(0.012, 0.23), (0.028, 0.27), (0.002, 0.36)], 8, warm, loc=(x, y, gz(x, y)))
        point((3.5, 16.35, gz(3.5, 16.4) + 0.55), (1, 0.48, 0.15), 16, 0.1)
        walker((2.4, 22.5, gz(2.4, 22.5)))
    # chapel at end
    cx, cy = -1.5, 50
    z = gz(cx, cy) - 0.3
    box(9, 14, 8.5, brick, (cx, cy + 7, z))
    v = [(-5, -7.4, 0), (5, -7.4, 0), (0, -7.4, 6.5), (-5, 7.4, 0), (5, 7.4, 0), (0, 7.4, 6.5)]
    add("rf", mesh("rf", v, [(0, 2, 5, 3), (1, 4, 5, 2)]), slate, loc=(cx, cy + 7, z + 8.4))
    add(
        "gb",
        mesh("gb", [(-4.5, 0, 0), (4.5, 0, 0), (0, 0, 5.9)], [(0, 1, 2)]),
        brick,
        loc=(cx, cy + 0.05, z + 8.4),
    )
    for sx in (-1, 1):
        window(1.0, 3.2, (cx + sx * 2.7, cy, z + 3.0), 0, glow, frm, 0.16, 0.3)
    window(1.9, 3.0, (cx, cy - 0.02, z + 7.2), 0, glow, frm, 0.2, 0.3)
    archway(2.2, 2.6, 0.4, 1.4, brick, (cx, cy - 0.1, z), 0, 2)
    add(
        "door",
        mesh("d", [(x, 0, zz) for x, zz in arch_pts(2.2, 2.6)], [tuple(range(len(arch_pts(2.2, 2.6))))]),
        glow,
        loc=(cx, cy - 0.02, z),
    )
    tx, ty = cx + 6.2, cy + 3
    box(4.2, 4.2, 17, brick, (tx, ty, z))
    lathe(
        "sp",
        [(3.1, 0), (2.3, 1.2), (0.9, 7), (0.12, 13.5), (0.02, 15)],
        8,
        slate,
        loc=(tx, ty, z + 17),
        smooth=False,
    )
    window(0.9, 2.3, (tx, ty - 2.12, z + 12), 0, glow, frm, 0.15, 0.3)
    window(0.9, 2.3, (tx, ty - 2.12, z + 5.5), 0, glow, frm, 0.15, 0.3)
    for sx in (-1, 1):
        for px, pz in ((cx + sx * 4.6, z),):
            box(0.9, 1.6, 9, brick, (px, cy + 0.2, pz), taper=0.7)
    # iron fence + gate posts
    for sx in (-1, 1):
        box(0.75, 0.75, 2.6, brick, (sx * 2.1, 12.5, gz(sx * 2.1, 12.5) - 0.2))
        box(0.95, 0.95, 0.18, st, (sx * 2.1, 12.5, gz(sx * 2.1, 12.5) + 2.4))
        lathe(
            "fin",
            [(0.3, 0), (0.34, 0.15), (0.16, 0.42), (0.2, 0.6), (0.02, 0.95)],
            16,
            st,
            loc=(sx * 2.1, 12.5, gz(sx * 2.1, 12.5) + 2.55),
        )
        for i in range(52):
            x = sx * (2.6 + i * 0.24)
            zz = gz(x, 12.5)
            box(
                0.035,
                0.035,
                1.55 + 0.1 * (i % 2),
                iron,
                (x, 12.5, zz - 0.05),
                (r.gauss(0, 0.03), r.gauss(0, 0.03), 0),
            )
            lathe(
                "tip",
                [(0.045, 0), (0.06, 0.04), (0.005, 0.2)],
                6,
                iron,
                loc=(x, 12.5, zz + 1.5 + 0.1 * (i % 2)),
            )
        for h in (0.35, 1.3):
            for i in range(26):
                x = sx * (2.6 + i * 0.48 + 0.24)
                box(0.5, 0.03, 0.04, iron, (x, 12.5, gz(x, 12.5) + h))
    tree(bark, (-7.2, 11, gz(-7.2, 11) - 0.1), 9, 0.42, 2, 5, 0.75, (0.25, -0.05), 0.2, droop=0.3)
    tree(bark, (8.4, 15, gz(8.4, 15) - 0.1), 9.5, 0.40, 17, 5, 0.7, (-0.25, 0), 0.25)
    tree(bark, (-14, 26, gz(-14, 26) - 0.1), 10, 0.4, 9, 5, 0.7)
    tree(bark, (15, 34, gz(15, 34) - 0.1), 11, 0.4, 14, 5, 0.7)
    tree(bark, (-20, 44, 1), 12, 0.45, 21, 5, 0.6)
    grass(
        mat("gr", (0.04, 0.045, 0.026), 1, bump=0, spec=0),
        42000,
        -13,
        13,
        2.2,
        24,
        gz,
        0.10,
        0.5,
        3,
        mask=lambda x, y: (
            (1 if abs(x - 0.9 * math.sin(y * 0.13)) > 1.35 else 0.04)
            * max(0.1, fbm(x * 0.5, y * 0.5, 9) + 0.6)
        ),
    )
    # lantern on a pole + hooded figure on the path
    lx, ly = 3.05, 10.2
    lz = gz(lx, ly)
    lathe("pole", [(0.06, 0), (0.035, 0.3), (0.03, 2.4)], 10, iron, loc=(lx, ly, lz))
    box(0.5, 0.03, 0.03, iron, (lx - 0.22, ly, lz + 2.35))
    lathe("lt", [(0.10, 0), (0.12, 0.02), (0.09, 0.26)], 8, warm, loc=(lx - 0.42, ly, lz + 1.9))
    lathe("lc", [(0.17, 0), (0.05, 0.16), (0.01, 0.24)], 8, iron, loc=(lx - 0.42, ly, lz + 2.17))
    point((lx - 0.42, ly - 0.22, lz + 2.0), (1, 0.48, 0.15), 60, 0.1)
    walker((0.35, 10.6, gz(0.35, 10.6)))
    point((cx, cy - 2.5, z + 3), (0.2, 1, 0.45), 190, 1)
    point((tx, ty - 5, z + 12), (0.2, 1, 0.45), 50, 1)
    K = key((0.34, 1, 0.42))
    sun(K, (0.62, 0.8, 1.0), 2.3, 0.7)
    world((0.10, 0.17, 0.24), 0.42)
    sun((-0.8, -0.6, 0.6), (0.4, 0.55, 0.8), 0.12, 10)
    camera((0.15, -1.0, 1.45), (0.4, 20, 4.6), 26)
    return dict(key=K, far=160, near=0.8)
