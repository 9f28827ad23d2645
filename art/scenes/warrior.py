"""A knight before a burning siege: the portrait warriors."""

import math
import random

from kit.castle import castle
from kit.glow import emis
from kit.heroes import GRIP, knight, metals
from kit.masonry import banner
from kit.materials import mat
from kit.shapes import fbm, heightmesh, lathe, ridged
from kit.stage import area, camera, key, point, sun, world
from kit.wardrobe import at


def stand(h):
    """Sword up at the right side, weight on one leg, eyes past the camera."""
    h.bend(("spine04", "spine03", "spine02"), (0, 0, 1), -16)
    h.bend(("neck01", "neck02", "head"), (0, 0, 1), 20)
    h.bend(("neck02", "head"), (1, 0, 0), 4)
    h.arm("R", (-0.36, -0.34, -1), (0.22, -0.62, 0.50))
    h.hand("R", (0.10, -1, 0.12), (1, 0.05, 0.22))
    h.curl("R", GRIP, (35, 35, 40))
    h.arm("L", (0.42, -0.12, -1), (-0.12, -0.85, -0.30))
    h.hand("L", (-0.12, -0.85, -0.30), (-0.6, 0.6, -0.3))
    h.curl("L", GRIP, (35, 35, 40))


def shield(h):
    """On the left forearm, facing outwards."""
    _, places = h.world()
    middle = (places["wrist.L"] + places["lowerarm01.L"]) / 2
    return at(middle + (0.13, -0.13, -0.27), (0.10, 0.0, 1), (0.55, -1, 0.1))


def battlefield():
    """The besieged castle on its hill, banners and fires before it."""
    stone = mat("stone", (0.16, 0.165, 0.18), 0.75, bump=0.9, scale=0.5, brick=(1.6, 0.7), vary=0.45)
    rock = mat("rock", (0.06, 0.06, 0.065), 0.9, bump=0.45, scale=0.35, detail=5, spec=0.1)
    slate = mat("slate", (0.05, 0.055, 0.075), 0.5, bump=0.6, scale=1.2, brick=(0.6, 0.45))
    iron = mat("iron", (0.05, 0.05, 0.055), 0.5, 0.8, bump=0.2, scale=9)
    red = mat("red", (0.24, 0.016, 0.014), 0.85, bump=0.25, scale=8)

    def hill(x, y):
        rise = 26 * max(0, 1 - math.hypot((x - 6) / 46, (y - 120) / 40)) ** 0.7
        return (
            -7
            + rise
            + 1.5 * fbm(x * 0.05, y * 0.05, 3)
            + 1.5 * (ridged(x * 0.03, y * 0.03, 2) - 1) * min(1, y / 60)
        )

    heightmesh("hill", hill, -150, 150, 12, 260, 160, 160, rock)
    castle(stone, slate, emis("windows", (1, 0.5, 0.16), 6), stone, (16, 122, 15), 0.8, 4)
    r = random.Random(5)
    for i in range(26):
        x, y = r.uniform(-13, 13), r.uniform(16, 46)
        tall = r.uniform(6.0, 8.6)
        lathe("pole", [(0.035, 0), (0.03, tall), (0.003, tall + 0.4)], 8, iron, loc=(x, y, hill(x, y)))
        if i % 3 == 0:
            banner(
                red, (x + 0.6, y, hill(x, y) + tall - 0.1), r.uniform(-0.3, 0.3), 1.2, r.uniform(1.8, 2.8), i
            )
    for i in range(9):
        x, y = r.uniform(-22, 22), r.uniform(45, 90)
        point((x, y, hill(x, y) + 2.5), (1, 0.40, 0.10), 2600, 1.5)


def build():
    battlefield()
    cloak = mat("cloak", (0.17, 0.010, 0.012), 0.85, bump=0.35, scale=60, vary=0.4)
    knight(stand, horns=0.30, cloak=cloak, metal=metals(), wind=(0.35, 0.25, 0.12), roll=62, guard=shield)
    K = key((-0.38, 1, 0.52))
    sun(K, (0.62, 0.75, 1.0), 4.2, 2.0)
    area((2.6, 1.9, 1.5), (0, 0, 1.35), (1, 0.42, 0.12), 150, 0.8, 2.4)
    area((-2.1, 1.4, 2.4), (0, 0, 1.4), (0.55, 0.70, 1.0), 110, 0.7, 2.0)
    area((-1.5, -2.4, 2.0), (0, 0, 1.45), (0.82, 0.86, 1.0), 70, 1.2, 1.2)
    area((-0.30, -1.25, 1.60), (0, -0.1, 1.66), (0.95, 0.90, 0.85), 5, 0.35, 0.35)
    area((1.4, -1.6, 0.9), (0, 0, 1.6), (1.0, 0.62, 0.35), 30, 0.8, 0.8)
    world((0.10, 0.15, 0.30), 0.30)
    camera((0.30, -2.55, 1.50), (0.0, 0, 1.49), 62)
    return dict(key=K, far=260, near=0.5)
