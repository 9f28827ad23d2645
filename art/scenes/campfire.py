"""Four companions round a fire below the castle: the gallery's party."""

import math
import random

from kit.glow import emis, fire
from kit.heroes import GRIP, angel, knight, metals, place, wizard
from kit.materials import mat
from kit.nature import boulder, flames, grass, tree
from kit.shapes import fbm, heightmesh
from kit.stage import area, camera, key, point, sun, world
from kit.wardrobe import tube
from scenes.warrior import battlefield


def rest(h):
    """Standing at ease, the right hand round a shaft or a hilt, the left one held out to the warmth."""
    h.bend(("neck02", "head"), (1, 0, 0), 10)
    h.leg("R", (-0.10, -0.05, -1), (-0.03, 0.05, -1))
    h.leg("L", (0.14, -0.10, -1), (0.05, 0.06, -1))
    h.arm("R", (-0.34, -0.18, -1), (-0.10, -0.80, 0.30))
    h.hand("R", (0.05, -1, 0.15), (1, 0.0, 0.0))
    h.curl("R", GRIP, (35, 35, 40))
    h.arm("L", (0.30, -0.25, -1), (0.05, -0.90, -0.05))
    h.hand("L", (0.05, -0.90, 0.20), (-0.15, -0.30, -1))
    h.curl("L", ((10, 14, 8), (12, 16, 10), (14, 18, 10), (18, 20, 12)), (8, 10, 10), spread=5)


def sit(h):
    """On a log, elbows near the knees, hands held out to the fire."""
    h.bend(("spine05", "spine04", "spine03"), (1, 0, 0), 14)
    h.bend(("neck02", "head"), (1, 0, 0), -6)
    h.bend(("neck02", "head"), (0, 0, 1), -10)
    h.leg("R", (-0.24, -1, 0.02), (-0.02, -0.12, -1))
    h.leg("L", (0.22, -1, -0.06), (0.04, 0.10, -1))
    h.arm("R", (-0.22, -0.62, -0.75), (0.20, -0.95, 0.06))
    h.hand("R", (0.15, -0.95, 0.18), (0.25, -0.25, -1))
    h.curl("R", ((8, 12, 8), (10, 14, 8), (12, 16, 10), (16, 18, 12)), (8, 10, 10), spread=5)
    h.arm("L", (0.24, -0.66, -0.72), (-0.16, -0.95, 0.0))
    h.hand("L", (-0.12, -0.95, 0.12), (-0.25, -0.25, -1))
    h.curl("L", ((8, 12, 8), (10, 14, 8), (12, 16, 10), (16, 18, 12)), (8, 10, 10), spread=5)


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


def ground(x, y):
    return -0.012 * max(0, y - 5) ** 1.6 + 0.06 * fbm(x * 0.6, y * 0.6, 2) + 0.02 * fbm(x * 2.2, y * 2.2, 4)


def log(bark, middle, turn):
    """A felled trunk to sit on, across the way to the fire."""
    x, y = middle
    dx, dy = math.cos(turn) * 0.62, math.sin(turn) * 0.62
    tube([(x - dx, y - dy, ground(x, y) + 0.20), (x, y, ground(x, y) + 0.22), (x + dx, y + dy, ground(x, y) + 0.20)], 0.21, bark, smooth=False, sides=8)


def build():
    battlefield()
    soil = mat("soil", (0.045, 0.038, 0.032), 0.9, bump=0.5, scale=1.6, detail=5)
    bark = mat("bark", (0.05, 0.04, 0.035), 0.85, bump=0.5, scale=8)
    stone = mat("stones", (0.11, 0.11, 0.115), 0.8, bump=0.5, scale=2)
    heightmesh("camp", ground, -30, 30, -6, 34, 130, 120, soil)
    metal = metals()
    red = mat("red", (0.17, 0.010, 0.012), 0.85, bump=0.35, scale=60, vary=0.4)
    with place((-1.22, 0.18, ground(-1.22, 0.18) - 0.46), math.radians(50)):
        knight(sit, 0.0, red, weapon=False, bare=True, metal=metal, wind=(0.0, 0.22, 0.0), legs=True)
    log(bark, (-1.36, 0.30), math.radians(50))
    with place((-0.72, 1.75, ground(-0.72, 1.75)), math.radians(24)):
        knight(guard, 0.30, mat("grey", (0.07, 0.075, 0.085), 0.85, bump=0.35, scale=60), metal=metal, wind=(0.1, 0.2, 0), legs=True)
    with place((0.42, 1.45, ground(0.42, 1.45)), math.radians(-10), 0.96):
        angel(rest, mat("white", (0.42, 0.40, 0.38), 0.85, bump=0.25, scale=60))
    with place((1.42, 0.62, ground(1.42, 0.62)), math.radians(-46)):
        wizard(rest, mat("robe", (0.030, 0.028, 0.060), 0.85, bump=0.4, scale=70), metal["gold"], mat("lining", (0.05, 0.018, 0.06), 0.8), emis("gem", (0.30, 0.68, 1), 5))
    flames(fire("fire", 10), (0, 0, ground(0, 0) + 0.05), 0.30, 3)
    r = random.Random(4)
    for k in range(7):
        a = k * 2 * math.pi / 7 + 0.2
        tube([(0.42 * math.cos(a), 0.42 * math.sin(a), 0.03), (0.05 * math.cos(a), 0.05 * math.sin(a), 0.24)], 0.042, bark, smooth=False)
    for k in range(13):
        a = k * 2 * math.pi / 13
        x, y = 0.62 * math.cos(a) + r.gauss(0, 0.03), 0.62 * math.sin(a) + r.gauss(0, 0.03)
        boulder(stone, (x, y, ground(x, y)), r.uniform(0.10, 0.17), k + 3)
    grass(mat("grass", (0.03, 0.035, 0.024), 1, bump=0, spec=0), 7000, -8, 8, -3.2, 9, ground, 0.06, 0.28, 3, mask=lambda x, y: 0.1 + 0.9 * min(1, math.hypot(x, y) / 2.5))
    tree(bark, (-4.6, 1.2, -0.1), 7.5, 0.28, 11, 5, 0.62, (0.12, 0.02), 0.3)
    tree(bark, (5.2, 2.6, -0.1), 8.0, 0.30, 23, 5, 0.7, (-0.16, 0), 0.25)
    K = key((-0.38, 1, 0.52))
    point((0, -0.05, 0.55), (1, 0.46, 0.13), 170, 0.18)
    point((0, -0.6, 0.95), (1, 0.50, 0.18), 95, 0.3, vol=False)
    area((-0.45, -1.0, 1.0), (-1.1, 0.1, 1.2), (1.0, 0.62, 0.34), 14, 0.4, 0.4)
    area((-2.9, 1.9, 2.3), (-1.2, 0.2, 1.0), (0.55, 0.70, 1.0), 90, 0.6, 1.6)
    area((2.9, 2.0, 2.5), (1.4, 0.6, 1.3), (0.55, 0.70, 1.0), 90, 0.6, 1.6)
    area((-2.4, 3.4, 2.6), (-0.7, 1.75, 1.3), (0.55, 0.70, 1.0), 90, 0.6, 1.6)
    sun(K, (0.62, 0.75, 1.0), 3.2, 2.0)
    area((-1.0, -5.0, 3.5), (0, 1, 1), (0.62, 0.68, 1.0), 290, 2.5, 2.0)
    world((0.09, 0.12, 0.24), 0.32)
    camera((0.05, -4.3, 1.18), (0.10, 0.6, 1.22), 38)
    return dict(key=K, far=260, near=0.8)
