"""Weapons, made at a hand's grip: z runs up the shaft, y along the blade's edge."""

import math

import numpy as np
from mathutils import Matrix

from kit.shapes import add, lathe, mesh
from kit.wardrobe import ball, sheet, tube


def hold(things, grip):
    for thing in things:
        thing.matrix_world = grip @ thing.matrix_world


def sword(grip, steel, gold, leather, length=0.92, wide=0.030, handle=0.20, edge=None, guard=0.115, roll=0.0):
    """A straight sword; edge is another material for the blade, roll turns it in the hand, in degrees."""
    grip = grip @ Matrix.Rotation(math.radians(roll), 4, "Z")
    z0 = 0.060
    rows = []
    for t in np.linspace(0, 1, 24):
        w = wide * (1 - 0.22 * t) * (1 if t < 0.9 else math.sqrt(max(0, (1 - t) / 0.1)) * 0.98 + 0.02)
        fuller = 0.35 if 0.02 < t < 0.72 else 1.0
        d = 0.0052 * (1 - 0.4 * t)
        z = z0 + length * t
        rows.append(
            [
                (0, w, z),
                (d * 0.8, w * 0.42, z),
                (d * fuller, 0, z),
                (d * 0.8, -w * 0.42, z),
                (0, -w, z),
                (-d * 0.8, -w * 0.42, z),
                (-d * fuller, 0, z),
                (-d * 0.8, w * 0.42, z),
            ]
        )
    blade = sheet("blade", rows, edge or steel, 0, None, 0, True, 0)
    blade.data.polygons.foreach_set("use_smooth", [False] * len(blade.data.polygons))
    cross = tube(
        [(0, guard * s, z0 - 0.004 + 0.030 * abs(s) ** 2.2) for s in np.linspace(-1, 1, 13)],
        0.0125,
        gold,
        lambda t: 0.75 + 0.6 * abs(2 * t - 1) ** 3,
    )
    bar = lathe(
        "handle",
        [
            (
                0.0135 + 0.0022 * abs(math.sin(i * 1.3)) + 0.003 * math.sin(math.pi * i / 30),
                z0 - handle * i / 30,
            )
            for i in range(31)
        ],
        14,
        leather,
    )
    pommel = ball(gold, Matrix.Translation((0, 0, z0 - handle - 0.018)), 0.025, (0.75, 1, 1))
    centre = ball(gold, Matrix.Translation((0, 0, z0)), 0.018, (1, 1.5, 1))
    things = [blade, cross, bar, pommel, centre]
    hold(things, grip)
    return things


def spear(grip, wood, steel, gold, below=0.85, above=1.15, roll=75):
    grip = grip @ Matrix.Rotation(math.radians(roll), 4, "Z")
    shaft = tube([(0, 0, z) for z in np.linspace(-below, above, 6)], 0.0145, wood)
    rows = []
    for t in np.linspace(0, 1, 16):
        w = 0.042 * math.sin(math.pi * min(1, 0.12 + 0.88 * t) ** 0.62) + 0.001
        z = above + 0.02 + 0.40 * t
        rows.append([(0, w, z), (0.007 * (1 - t), 0, z), (0, -w, z), (-0.007 * (1 - t), 0, z)])
    blade = sheet("spearhead", rows, steel, 0, None, 0, True, 0)
    collar = lathe(
        "collar",
        [
            (0.017, above - 0.12),
            (0.022, above - 0.1),
            (0.016, above - 0.02),
            (0.024, above + 0.01),
            (0.012, above + 0.05),
        ],
        16,
        gold,
    )
    wings = tube(
        [(0, s * 0.085, above + 0.035 + 0.05 * abs(s)) for s in np.linspace(-1, 1, 9)],
        0.007,
        gold,
        lambda t: 1.2 - abs(2 * t - 1),
    )
    hold([shaft, blade, collar, wings], grip)


def staff(grip, wood, stone, gold, below=1.05, above=0.85, seed=3):
    """A gnarled staff whose head of roots holds a stone. Returns the stone's place."""
    rng = np.random.RandomState(seed)
    sway = rng.randn(14, 2) * 0.010
    line = [(sway[i % 14, 0], sway[i % 14, 1], z) for i, z in enumerate(np.linspace(-below, above, 14))]
    line[6], line[7] = (0, 0, line[6][2]), (0, 0, line[7][2])
    things = [tube(line, 0.0185, wood, lambda t: 0.85 + 0.35 * t + 0.16 * math.sin(t * 40))]
    top = np.array(line[-1])
    for k in range(6):
        a = k * math.pi / 3 + 0.3
        root = [
            top
            + np.array(
                (
                    0.075 * math.sin(math.pi * t * 0.93) * math.cos(a + 1.1 * t) * (1 + 0.3 * (k % 2)),
                    0.075 * math.sin(math.pi * t * 0.93) * math.sin(a + 1.1 * t),
                    -0.03 + 0.24 * t,
                )
            )
            for t in np.linspace(0, 1, 12)
        ]
        things.append(tube(root, 0.0125, wood, lambda t: 1.1 - 0.85 * t + 0.12 * math.sin(t * 24)))
    gem = crystal(stone, 0.040, 0.085)
    gem.matrix_world = Matrix.Translation(top + np.array((0, 0, 0.085)))
    things.append(gem)
    for z in (-0.10, 0.10, above - 0.05):
        band = lathe("band", [(0.021, z - 0.012), (0.025, z), (0.021, z + 0.012)], 16, gold, cap=False)
        things.append(band)
    hold(things, grip)
    return grip @ Matrix.Translation(top + np.array((0, 0, 0.085)))


def crystal(material, radius, height):
    points = [(0, 0, -height), (0, 0, height)]
    for k in range(6):
        a = k * math.pi / 3
        points += [
            (radius * math.cos(a), radius * math.sin(a), -height * 0.30),
            (radius * 0.92 * math.cos(a), radius * 0.92 * math.sin(a), height * 0.42),
        ]
    faces = []
    for k in range(6):
        a, b = 2 + 2 * k, 2 + 2 * ((k + 1) % 6)
        faces += [(0, b, a), (a, b, b + 1, a + 1), (1, a + 1, b + 1)]
    return add("crystal", mesh("crystal", points, faces), material)


def shield(matrix, steel, gold, field, tall=0.80, wide=0.50):
    """A heater shield; the matrix's y points out of its face, z up."""

    def half(t):
        return wide / 2 * (1 if t < 0.38 else math.cos((t - 0.38) / 0.62 * math.pi / 2) ** 0.62)

    def rows(out, inset):
        lines = []
        for t in np.linspace(0, 1, 20):
            w = max(half(t) - inset, 0.004)
            z = tall * (0.42 - t) + (0 if t > 0.02 else 0.0)
            z = min(max(z, -tall * 0.58 + inset), tall * 0.42 - inset)
            lines.append(
                [
                    (w * s, 0.085 * (1 - (w * s / (wide / 2)) ** 2) + out, z + 0.03 * (abs(s) ** 2) * (1 - t))
                    for s in np.linspace(-1, 1, 19)
                ]
            )
        return lines

    sheet("shield", rows(0, 0), steel, 0.012, gold, 0.011, False, 1, matrix)
    sheet("field", rows(0.009, 0.038), field, 0.003, gold, 0.0035, False, 1, matrix)
    emblem(matrix, gold, 0.098)


def emblem(matrix, gold, out):
    """An upright sword within a ring: the house's mark."""
    place = np.array(matrix)

    def put(points):
        return [place[:3, :3] @ np.array(p) + place[:3, 3] for p in points]

    tube(
        put(
            [
                (0.115 * math.cos(a), out - 0.012, 0.02 + 0.115 * math.sin(a))
                for a in np.linspace(0, 2 * math.pi, 37)
            ]
        ),
        0.008,
        gold,
    )
    tube(put([(0, out, z) for z in (0.20, 0.1, 0.0, -0.1, -0.26)]), 0.013, gold, lambda t: 1.1 - t)
    tube(put([(x, out, 0.10 + 0.25 * x * x) for x in (-0.085, -0.04, 0.04, 0.085)]), 0.010, gold)
    tube(put([(0, out, z) for z in (0.20, 0.235)]), 0.018, gold)
