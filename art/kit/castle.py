"""A keep with a ring of towers and curtain walls."""

import math
import random
from math import pi

from mathutils import Vector

from kit.masonry import tower, window
from kit.shapes import add, box, mesh


def castle(M, MR, GL, FR, c, s=1.0, seed=0, face=-pi / 2):
    """keep + ring of towers + curtain walls on a crag; lit windows facing -Y"""
    r = random.Random(seed)
    x, y, z = c

    def wins(n, h, w):
        return [(face + r.uniform(-0.9, 0.9), h * r.uniform(0.3, 0.78), w) for _ in range(n)]

    def T(dx, dy, dz, radius, height, roof, windows=3, **more):
        at = (x + dx * s, y + dy * s, z + dz * s)
        seen = wins(windows, height * s, 0.55 * s)
        tower(
            M, MR, at, radius * s, height * s, roof * s, win=seen, mfr=(GL, FR), seed=r.randint(0, 99), **more
        )

    T(0, 6, 0, 6.2, 44, 18, 6)
    T(-8, 4, -1, 3.4, 36, 13, 3)
    T(8.5, 7, 0, 3.0, 52, 15, 3)
    T(-16, 8, -5, 4.4, 26, 11, 3)
    T(17, 5, -5, 4.6, 30, 12, 3)
    T(-25, 3, -10, 3.6, 20, 0, 2, ruin=0.35)
    T(26, 8, -11, 3.4, 22, 9, 2)
    T(3, -4, -4, 2.6, 24, 10, 2)
    T(-4, 12, 4, 2.2, 56, 13, 2)
    T(12, -3, -6, 2.2, 20, 8, 1)
    T(-11, -3, -6, 2.4, 20, 9, 2)
    for ax, ay, bx, by, dz, hh in (
        (-25, 3, -16, 8, -8, 14),
        (-16, 8, -8, 2, -4, 17),
        (8, 2, 17, 5, -4, 18),
        (17, 5, 26, 8, -9, 15),
        (-8, 0, 3, -4, -5, 16),
        (3, -4, 12, -2, -5, 15),
    ):
        d = Vector((bx - ax, by - ay, 0))
        L = d.length * s
        box(
            L,
            2.2 * s,
            hh * s,
            M,
            (x + (ax + bx) / 2 * s, y + (ay + by) / 2 * s, z + dz * s),
            (0, 0, math.atan2(d.y, d.x)),
        )
        n = int(L / (1.5 * s))
        for i in range(n):
            t = (i + 0.5) / n
            box(
                0.8 * s,
                2.5 * s,
                1.1 * s,
                M,
                (x + (ax + (bx - ax) * t) * s, y + (ay + (by - ay) * t) * s, z + (dz + hh) * s),
                (0, 0, math.atan2(d.y, d.x)),
            )
    # great hall with steep roof + tall gothic windows
    box(20 * s, 9 * s, 20 * s, M, (x - 1 * s, y + 1 * s, z - 4 * s))
    v = [(-10.6, -5, 0), (10.6, -5, 0), (10.6, 5, 0), (-10.6, 5, 0), (-10.6, 0, 9), (10.6, 0, 9)]
    f = [(0, 1, 5, 4), (2, 3, 4, 5), (0, 4, 3), (1, 2, 5)]
    add(
        "hall",
        mesh("hall", [(p[0] * s, p[1] * s, p[2] * s) for p in v], f),
        MR,
        loc=(x - 1 * s, y + 1 * s, z + 16 * s),
    )
    for i in range(5):
        window(
            1.3 * s,
            5.2 * s,
            (x + (-8.4 + 3.7 * i) * s, y - 3.5 * s, z + 5.5 * s),
            0,
            GL,
            FR,
            fr=0.2 * s,
            dep=0.4 * s,
        )
