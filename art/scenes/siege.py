"""An army before a burning wall at night, its tower and its engines: the gallery's siege."""

import math
import random

from kit.castle import castle
from kit.figures import figure
from kit.glow import emis
from kit.heroes import GRIP, knight, metals, place
from kit.masonry import banner, tower
from kit.materials import mat
from kit.nature import boulder, flames, grass
from kit.shapes import box, fbm, heightmesh, lathe
from kit.stage import COMETS, area, camera, key, point, sun, world
from kit.wardrobe import tube

WALL = 46.0  # metres from the camera to the wall


def lead(h):
    """From behind: the sword raised towards the wall, a step forwards."""
    h.bend(("neck02", "head"), (1, 0, 0), -8)
    h.leg("R", (-0.10, 0.20, -1), (-0.05, 0.35, -1))
    h.leg("L", (0.16, -0.38, -1), (0.04, 0.10, -1))
    h.arm("R", (-0.60, -0.30, 0.45), (-0.10, -0.55, 0.85))
    h.hand("R", (0.0, -0.95, 0.30), (1, 0.0, 0.0))
    h.curl("R", GRIP, (35, 35, 40))
    h.arm("L", (0.50, -0.10, -1), (0.25, -0.55, -0.75))
    h.hand("L", (0.2, -0.5, -0.8), (-1, 0.2, 0))
    h.curl("L", GRIP, (35, 35, 40))


def ground(x, y):
    return -0.2 + 0.028 * y + 0.30 * fbm(x * 0.14, y * 0.14, 2) + 0.05 * fbm(x * 0.9, y * 0.9, 4)


def curtain(stone, slate, rest):
    """The wall from tower to tower, crenels along it, a breach at the right that burns."""
    top = 11.0
    z = ground(0, WALL) - 1
    for x0, x1 in ((-60, -17), (-15, 11), (19, 60)):
        box(x1 - x0, 3.0, top + 1, stone, ((x0 + x1) / 2, WALL, z), taper=0.99)
        for i in range(int((x1 - x0) / 2.2)):
            box(1.2, 3.2, 1.3, stone, (x0 + 1.1 + 2.2 * i, WALL, z + top + 1))
    r = random.Random(3)
    for i in range(26):
        x = r.uniform(10.5, 19.5)
        boulder(
            rest,
            (x, WALL - r.uniform(0, 4.5), ground(x, WALL) + r.uniform(0, 2.6) * abs(x - 15) / 4.5),
            r.uniform(0.4, 1.5),
            i,
            0.8,
        )
    for x, tall, roof, seed in (
        (-38, 17, 8, 2),
        (-16, 18, 0, 5),
        (10.5, 16, 0, 8),
        (20, 17, 8, 11),
        (41, 18, 9, 14),
    ):
        tower(
            stone,
            slate if roof else None,
            (x, WALL + 0.6, z),
            3.4,
            tall,
            roof,
            win=[(-math.pi / 2, tall * 0.62, 0.5)],
            mfr=(emis("loop", (1, 0.5, 0.16), 6), rest),
            seed=seed,
        )


def siege_tower(wood, iron, x, y):
    """Five storeys of beams and planks on wheels, its bridge let down."""
    z = ground(x, y)
    for sx in (-1, 1):
        for sy in (-1, 1):
            box(0.32, 0.32, 12.6, wood, (x + sx * 1.9, y + sy * 1.8, z), (0, -sx * 0.03, 0))
        lathe(
            "wheel",
            [(0.95, -0.14), (1.0, -0.1), (1.0, 0.1), (0.95, 0.14)],
            24,
            wood,
            loc=(x + sx * 2.4, y - 1.3, z + 0.9),
            rot=(0, math.pi / 2, 0),
            cap=True,
        )
    r = random.Random(6)
    for k in range(17):
        box(
            3.9,
            0.09,
            r.uniform(0.56, 0.66),
            wood,
            (x, y - 1.95, z + 0.9 + 0.68 * k),
            (r.gauss(0, 0.015), 0, r.gauss(0, 0.006)),
        )
        for sx in (-1, 1):
            box(0.09, 3.7, 0.62, wood, (x + sx * 2.02, y, z + 0.9 + 0.68 * k), (0, r.gauss(0, 0.012), 0))
    for k in range(4):
        tube(
            [(x - 1.9, y - 2.1, z + 1 + 2.9 * k), (x + 1.9, y - 2.1, z + 3.7 + 2.9 * k)],
            0.13,
            wood,
            smooth=False,
        )
        tube(
            [(x + 1.9, y - 2.1, z + 1 + 2.9 * k), (x - 1.9, y - 2.1, z + 3.7 + 2.9 * k)],
            0.13,
            wood,
            smooth=False,
        )
    box(4.4, 4.2, 0.2, wood, (x, y, z + 12.5))
    for i in range(6):
        box(0.55, 0.12, 1.0, wood, (x - 1.9 + 0.76 * i, y - 2.0, z + 12.7))
    box(3.2, 5.5, 0.16, wood, (x, y + 4.4, z + 12.2), (-0.08, 0, 0))
    for i, dx in enumerate((-1.2, -0.1, 1.1)):
        figure(iron, (x + dx, y - 0.5 + 0.7 * i, z + 12.7), 0.2 * i, 1.0, "knight", mmetal=iron, seed=i)


def trebuchet(wood, iron, x, y, size=1.0):
    """A frame with its arm up: it has just thrown."""
    z = ground(x, y)
    foot = 2.6 * size
    for sx in (-1, 1):
        for sy in (-1, 1):
            tube(
                [(x + sx * 1.1 * size, y + sy * foot, z), (x + sx * 0.7 * size, y, z + 5.6 * size)],
                0.16 * size,
                wood,
                smooth=False,
            )
        box(0.3 * size, 2 * foot + 1, 0.3 * size, wood, (x + sx * 1.1 * size, y, z + 0.1))
    tube([(x - 0.9 * size, y, z + 5.6 * size), (x + 0.9 * size, y, z + 5.6 * size)], 0.12 * size, iron)
    tube(
        [(x, y + 1.6 * size, z + 2.9 * size), (x, y, z + 5.6 * size), (x, y - 3.2 * size, z + 11.6 * size)],
        0.20 * size,
        wood,
        lambda t: 1.2 - 0.75 * t,
        smooth=False,
    )
    tube([(x, y - 3.2 * size, z + 11.6 * size), (x, y + 0.4 * size, z + 14.4 * size)], 0.035 * size, iron)
    box(1.5 * size, 1.3 * size, 1.6 * size, wood, (x, y + 1.7 * size, z + 1.3 * size))


def missile(a, b, rise):
    """A burning stone that has flown from a to b, its trail behind it."""
    line = []
    for i in range(15):
        t = i / 14
        line.append([a[k] + (b[k] - a[k]) * t + (rise * 4 * t * (1 - t) if k == 2 else 0) for k in range(3)])
    COMETS.append(line)
    point(line[-1], (1, 0.42, 0.10), 1500, 0.5)


def army(iron, wood):
    """Ranks with spears, and torches between them."""
    r = random.Random(12)
    lit = 0
    for row, y in enumerate((12, 15, 19, 24, 29)):
        count = 9 + 2 * row
        for i in range(count):
            x = (i - (count - 1) / 2) * (1.5 + 0.12 * row) + r.gauss(0, 0.25) + 0.4
            if abs(x - 0.4) < 1.6 + 0.10 * y:
                continue  # a lane towards the wall
            yy = y + r.gauss(0, 0.5)
            z = ground(x, yy)
            figure(
                iron,
                (x, yy, z),
                math.pi + r.gauss(0, 0.5),
                r.uniform(0.86, 1.08),
                "knight",
                mmetal=iron,
                seed=i % 5,
            )
            tall = r.uniform(2.9, 3.7)
            tube(
                [(x + 0.42, yy, z), (x + 0.42 + r.gauss(0, 0.16), yy + 0.2, z + tall)],
                0.024,
                wood,
                lambda t: 1 - 0.4 * t,
                sides=1,
            )
            if (i + 2 * row) % 7 == 0:
                tube([(x - 0.5, yy, z + 1.2), (x - 0.55, yy, z + 2.2)], 0.035, wood, sides=1)
                flames((x - 0.55, yy, z + 2.15), 0.17, i + row)
                if lit < 9:
                    point((x - 0.55, yy, z + 2.45), (1, 0.42, 0.10), 130, 0.15)
                    lit += 1


def build():
    stone = mat("stone", (0.16, 0.15, 0.145), 0.8, bump=0.7, scale=0.5, brick=(1.5, 0.65), vary=0.45)
    slate = mat("slate", (0.05, 0.055, 0.075), 0.5, bump=0.6, scale=1.2, brick=(0.6, 0.45))
    rock = mat("rock", (0.085, 0.08, 0.078), 0.9, bump=0.5, scale=0.9, detail=6, spec=0.1)
    soil = mat("soil", (0.045, 0.038, 0.032), 0.9, bump=0.5, scale=1.3, detail=6)
    wood = mat("timber", (0.075, 0.048, 0.03), 0.8, bump=0.5, scale=3.0, vary=0.6)
    iron = mat("iron", (0.085, 0.085, 0.10), 0.5, 0.4, bump=0.15, scale=24, vary=0.15)
    red = mat("standard", (0.20, 0.014, 0.014), 0.85, bump=0.3, scale=12)
    heightmesh("field", ground, -70, 70, -2, 110, 240, 260, soil)
    curtain(stone, slate, rock)
    castle(stone, slate, emis("windows", (1, 0.5, 0.16), 5), stone, (-6, 108, 6), 0.92, 4)
    siege_tower(wood, iron, -9.0, 38.5)
    trebuchet(wood, iron, 11.8, 21, 0.85)
    army(iron, wood)
    for x, y, tall, seed in ((-6.2, 11, 5.6, 2), (8.2, 13, 5.6, 5), (-15, 20, 6.2, 8), (17.5, 24, 6.2, 11)):
        lathe("pole", [(0.05, 0), (0.04, tall), (0.003, tall + 0.4)], 8, wood, loc=(x, y, ground(x, y)))
        banner(red, (x + 0.62, y, ground(x, y) + tall - 0.1), 0.15, 1.0, 1.7, seed)
    with place((0.95, 3.5, ground(0.95, 3.5) + 0.02), math.pi + 0.22, 1.04):
        harness = metals()
        knight(
            lead,
            0.30,
            mat("cloak", (0.14, 0.010, 0.012), 0.85, bump=0.35, scale=60, vary=0.4),
            metal={**harness, "steel": harness["dark"]},
            legs=True,
            wind=(0.35, 0.40, 0.15),
        )
    missile((11.8, 19, 13), (1.2, 44, 19.5), 6)
    missile((30, 12, 9), (24, 44, 17), 7)
    for x, y, z, size, watts in (
        (15, WALL - 1, 2.2, 2.8, 5200),
        (-16, WALL, 19.0, 1.8, 2200),
        (4, WALL, 12.5, 1.4, 1400),
        (-27, WALL, 12.4, 1.5, 1400),
        (31, WALL, 12.4, 1.8, 1800),
    ):
        flames((x, y, ground(x, y) + z - 1), size, int(x) % 7)
        point((x, y - 2.5, ground(x, y) + z + 1.5), (1, 0.40, 0.09), watts, 1.2)
    for i, (x, y, size) in enumerate(
        ((-2.6, 4.6, 0.32), (3.2, 4.4, 0.25), (-4.2, 6.2, 0.5), (5.0, 6.0, 0.4))
    ):
        boulder(rock, (x, y, ground(x, y)), size, i)
    grass(mat("grass", (0.03, 0.032, 0.022), 1, bump=0, spec=0), 6000, -9, 9, 2.0, 14, ground, 0.06, 0.26, 3)
    K = key((0.46, 1, 0.50))
    sun(K, (0.60, 0.72, 1.0), 2.6, 2.0)
    sun((-0.8, -0.5, 0.6), (0.50, 0.58, 0.9), 0.35, 8)
    area((-1.6, 5.9, 3.2), (0.95, 3.5, 1.3), (1.0, 0.46, 0.14), 420, 0.9, 2.0)
    area((3.4, 5.1, 2.8), (0.95, 3.5, 1.3), (0.55, 0.70, 1.0), 380, 0.8, 2.0)
    world((0.09, 0.11, 0.22), 0.6)
    camera((0, -0.6, 1.75), (0.2, 40, 6.7), 26)
    return dict(key=K, far=260, near=1.0)
