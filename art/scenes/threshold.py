"""Great doors ajar, gold light falling out upon those who wait: the picture closing."""

import math
import random
from math import pi

from kit.figures import figure
from kit.glow import emis
from kit.heroes import GRIP, knight, metals, place
from kit.masonry import archway, banner, rubble, tower, wall
from kit.materials import cobbles, mat
from kit.shapes import add, box, boxmesh, fbm, heightmesh, lathe, mesh
from kit.stage import area, camera, key, point, sun, world

FRONT = 34  # how far the doors stand from the origin
WIDE, SPRING = 11.0, 11.0  # of the doorway, in metres


def build():
    stone = mat("stone", (0.15, 0.15, 0.165), 0.75, bump=0.9, scale=0.5, brick=(1.7, 0.8), vary=0.45)
    carved = mat("carved", (0.14, 0.14, 0.15), 0.7, bump=0.5, scale=1.6, detail=6)
    slate = mat("slate", (0.05, 0.055, 0.075), 0.5, bump=0.6, scale=1.2, brick=(0.6, 0.45))
    wood = mat("wood", (0.07, 0.04, 0.022), 0.6, bump=0.5, scale=3.0, vary=0.6)
    iron = mat("iron", (0.10, 0.09, 0.085), 0.4, 0.9, bump=0.25, scale=9)
    cloth = mat("cloth", (0.045, 0.012, 0.014), 0.8, bump=0.3, scale=9)
    red = mat("red", (0.20, 0.014, 0.012), 0.8, bump=0.2, scale=6)
    paving = cobbles(
        mat("paving", (0.13, 0.13, 0.14), 0.6, bump=0.4, scale=1.4, vary=0.5, spec=0.45), 1.3, 1.0
    )
    heightmesh("court", ground, -46, 46, -12, FRONT + 70, 220, 220, paving)
    facade(stone, carved)
    for side in (-1, 1):
        leaf(side, wood, iron)
        tower(stone, slate, (side * 17.5, FRONT + 3, -1), 4.4, 27, 15, seed=5 + side)
        tower(stone, slate, (side * 29, FRONT + 9, -1), 3.4, 19, 11, seed=9 + side)
        banner(red, (side * 9.9, FRONT - 2.4, 15.5), 0, 2.4, 9.5, side)
        lamp_post(iron, side)
        wall(
            stone,
            (side * 20, FRONT + 3, 0),
            (side * 44, FRONT - 4, 0),
            lambda t: 9 - 4 * t + 1.5 * fbm(t * 6, side, 3),
            1.7,
            0.9,
            1.8,
            random.Random(3 + side),
        )
    for i in range(8):
        box(19 - 0.5 * i, 0.9, 0.24 * (i + 1), carved, (0, FRONT - 9 + i * 0.8, -0.05))
    rubble(stone, (0, 8, 0), 16, 50, 0.12, 0.5, random.Random(2), ground)
    waiting(cloth, iron)
    K = key((0.05, 1, 0.30))
    sun(K, (1, 0.62, 0.24), 8.5, 1.0)
    sun((-0.75, -0.35, 0.65), (0.42, 0.54, 1.0), 1.5, 8)
    world((0.10, 0.15, 0.30), 0.42)
    area((0, FRONT + 12, 9), (0, 0, 0), (1, 0.55, 0.2), 5200, 9, 16)
    point((0, FRONT + 3.5, 6), (1, 0.55, 0.2), 900, 1.5)
    camera((0, -15.5, 1.5), (0, 30, 10.0), 30)
    return dict(key=K, far=170, near=0.8)


def ground(x, y):
    return 0.05 * fbm(x * 0.6, y * 0.6, 2) + 0.02 * max(0, abs(x) - 16)


def facade(stone, carved):
    """a gabled wall with a pointed doorway through it"""
    outline = [(-13.5, 0), (-13.5, 24), (-9.5, 27), (0, 38), (9.5, 27), (13.5, 24), (13.5, 0)]
    from kit.shapes import arch_pts

    door = arch_pts(WIDE, SPRING, 16)
    door = [(x, z) for x, z in door]
    points, faces = [], []
    # from the doorway's outline out to the wall's: one strip of quads, cut where the wall turns
    outer = spread(outline, len(door))
    for depth in (0, 3.0):
        points += [(x, depth, z) for x, z in door] + [(x, depth, z) for x, z in outer]
    n = len(door)
    for i in range(n - 1):
        faces += [(i, i + 1, n + i + 1, n + i), (2 * n + i, 3 * n + i, 3 * n + i + 1, 2 * n + i + 1)]
        faces += [(n + i, n + i + 1, 3 * n + i + 1, 3 * n + i)]
    uv = [(points[i][0], points[i][2]) for face in faces for i in face]
    add("facade", mesh("facade", points, faces, uv), stone, loc=(0, FRONT, 0))
    archway(WIDE, SPRING, 0.75, 3.8, carved, (0, FRONT + 0.6, 0), 0, 3)
    for side in (-1, 1):
        lathe(
            "pinnacle",
            [(1.5, 0), (1.3, 2), (1.2, 24), (1.6, 24.6), (1.0, 25.4), (0.4, 31), (0.05, 35)],
            8,
            carved,
            loc=(side * 13.2, FRONT - 0.6, 0),
            smooth=False,
        )
        for k in range(7):
            t = (k + 0.5) / 7
            box(
                0.7,
                1.4,
                1.0,
                carved,
                (side * 13.0 * (1 - t), FRONT + 0.5, 24.4 + 13.4 * t),
                (0, side * 0.85, 0),
            )


def spread(outline, count):
    """count points at even distances along a line"""
    lengths = [math.dist(a, b) for a, b in zip(outline, outline[1:])]
    out = []
    for i in range(count):
        left = sum(lengths) * i / (count - 1)
        for (a, b), length in zip(zip(outline, outline[1:]), lengths):
            if left <= length + 1e-6:
                t = left / length
                out.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
                break
            left -= length
    return out


def leaf(side, wood, iron):
    """one leaf of the doors, ajar, with planks, bands and studs"""
    import bpy
    from kit.shapes import arch_pts

    arch = [(x, z) for x, z in arch_pts(WIDE, SPRING, 16) if x * side >= -1e-6]
    hinge = side * WIDE / 2
    root = bpy.data.objects.new("leaf", None)
    bpy.context.scene.collection.objects.link(root)
    root.location = (hinge, FRONT + 2.2, 1.9)
    root.rotation_euler = (0, 0, -side * math.radians(70))

    def top(x):
        near = min(arch, key=lambda p: abs(p[0] - x) + (0 if p[1] > 0.1 else 99))
        return near[1]

    planks = 9
    for i in range(planks):
        x = side * WIDE / 2 * (i + 0.5) / planks
        plank = add(
            "plank",
            boxmesh(WIDE / 2 / planks * 0.97, 0.42 + 0.05 * (i % 2), max(1, top(x) - 2.0)),
            wood,
            loc=(x - hinge, 0, 0),
        )
        plank.parent = root
    for z in (1.4, 4.6, 7.8, 11.0):
        band = add("band", boxmesh(WIDE / 2 * 0.98, 0.62, 0.42), iron, loc=(-side * WIDE / 4, 0, z))
        band.parent = root
        for i in range(8):
            stud = lathe("stud", [(0.14, 0), (0.11, 0.08), (0.01, 0.13)], 8, iron)
            stud.location = (-side * WIDE / 2 * (i + 0.5) / 8, -0.32, z + 0.21)
            stud.rotation_euler = (pi / 2, 0, 0)
            stud.parent = root


def lamp_post(iron, side):
    flame = emis("lamp%d" % side, (1, 0.5, 0.16), 12)
    for x, y in ((8.2, 18), (9.4, 9.5)):
        lathe("post", [(0.25, 0), (0.12, 0.3), (0.08, 3.4), (0.2, 3.5)], 8, iron, loc=(side * x, y, 0))
        lathe("light", [(0.15, 0), (0.2, 0.2), (0.14, 0.55)], 8, flame, loc=(side * x, y, 3.55))
        for k in range(4):
            a = k * pi / 2 + pi / 4
            box(0.05, 0.05, 0.7, iron, (side * x + 0.22 * math.cos(a), y + 0.22 * math.sin(a), 3.5))
        lathe("cap", [(0.36, 0), (0.12, 0.3), (0.01, 0.5)], 8, iron, loc=(side * x, y, 4.2))
        point((side * x, y - 0.1, 3.85), (1, 0.5, 0.18), 120, 0.25)


def at_ease(h):
    """Sword lowered at the right side."""
    h.leg("R", (-0.10, -0.06, -1), (-0.04, 0.05, -1))
    h.leg("L", (0.12, 0.0, -1), (0.06, 0.05, -1))
    h.arm("R", (-0.36, 0.0, -1), (-0.16, -0.25, -1))
    h.hand("R", (-0.1, -0.25, -1), (1, 0, 0))
    h.curl("R", GRIP, (35, 35, 40))
    h.arm("L", (0.36, 0.02, -1), (0.16, -0.2, -1))
    h.hand("L", (0.1, -0.2, -1), (-1, 0, 0))
    h.curl("L", (25, 30, 20))


def waiting(cloth, iron):
    """four of a party, seen from behind"""
    with place((-0.3, 11.0, ground(-0.3, 11)), pi - 0.05, 1.2):
        knight(
            at_ease,
            0.30,
            mat("cloak", (0.16, 0.010, 0.012), 0.85, bump=0.3, scale=30),
            metal=metals(),
            legs=True,
            wind=(0.5, 0.35, 0.1),
        )
    for x, y, turn, kind, size in (
        (-2.7, 13.6, -0.15, "mage", 1.08),
        (2.1, 13.2, pi + 0.2, "knight", 1.1),
        (4.0, 15.4, 0.2, "mage", 1.05),
    ):
        figure(cloth, (x, y, ground(x, y)), turn, size, kind, mmetal=iron, seed=int(x * 3 + 20))
