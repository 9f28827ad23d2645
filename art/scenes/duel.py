"""A knight stops a demon's burning sword: the gallery's fight."""

import math
import random

from kit.glow import emis
from kit.heroes import GRIP, demon, knight, metals, place
from kit.materials import mat
from kit.nature import flames
from kit.stage import area, camera, key, point, sun, taking, world
from kit.wardrobe import at, tube
from scenes.warrior import battlefield

BONFIRES = ((-2.3, 1.0, 3), (0.35, 0.85, 7), (1.75, 1.15, 11), (-4.2, 0.9, 17), (4.0, 1.1, 21))  # x, size, seed
CLASH = (-0.13, 0.0, 1.56)  # where the blades meet


def way(raised, met, swing):
    """A direction on its way from a raised arm, swing 0, to where the blades meet, swing 1."""
    return tuple(a + (b - a) * swing for a, b in zip(raised, met))


def parry(h, swing=1.0):
    """The sword from low at the side, across and up in front, the shield arm drawn back."""
    h.bend(("spine05", "spine04", "spine03"), (1, 0, 0), 10 - 16 * swing)
    h.bend(("neck02", "head"), (1, 0, 0), -6)
    h.arm("R", way((-0.34, 0.05, -1), (-0.22, -0.62, -0.62), swing), way((-0.1, -0.55, -0.6), (0.16, -0.92, 0.22), swing))
    h.hand("R", way((0.0, -0.5, -0.9), (0.0, -0.85, -0.50), swing), (1, 0.0, 0.0))
    h.curl("R", GRIP, (35, 35, 40))
    h.arm("L", (0.42, -0.10, -1), (0.05, -0.80, 0.10))
    h.hand("L", (0.05, -0.80, 0.10), (-0.8, 0.4, 0))
    h.curl("L", GRIP, (35, 35, 40))
    h.leg("L", (0.16, -0.45, -0.9), (0.04, 0.10, -1))
    h.leg("R", (-0.16, 0.30, -1), (-0.05, 0.40, -0.9))


def strike(h, swing=1.0):
    """The sword brought down from above, the other hand a claw."""
    h.bend(("spine05", "spine04", "spine03"), (1, 0, 0), -14 + 26 * swing)
    h.bend(("neck02", "head"), (1, 0, 0), 6 - 10 * swing)
    h.arm("R", way((-0.40, -0.10, 0.95), (-0.30, -0.62, 0.52), swing), way((0.05, 0.25, 0.95), (0.12, -0.72, -0.42), swing))
    h.hand("R", way((0.0, 0.05, 1.0), (0.0, -0.42, -0.90), swing), (1, 0.0, 0.0))
    h.curl("R", GRIP, (35, 35, 40))
    h.arm("L", (0.55, 0.10, -0.9), (0.10, -0.75, -0.35))
    h.hand("L", (0.15, -0.75, 0.0), (-0.5, -0.35, 1))
    h.curl("L", ((30, 40, 30), (32, 42, 30), (36, 44, 30), (40, 46, 30)), (20, 25, 25), spread=7)
    h.leg("L", (0.2, -0.5, -0.9), (0.04, 0.12, -1))
    h.leg("R", (-0.2, 0.25, -1), (-0.05, 0.40, -0.9))


def shield(h):
    _, places = h.world()
    middle = (places["wrist.L"] + places["lowerarm01.L"]) / 2
    return at(middle + (0.08, -0.06, -0.06), (0.05, 0.25, 1), (0.55, -1, 0.15))


def sparks(clash, count):
    """What flies where blades meet, and its light."""
    spark = emis("spark", (1.0, 0.62, 0.22), 16)
    r = random.Random(11)
    for _ in range(count):
        a, b = r.uniform(0, 2 * math.pi), r.gauss(0, 0.45)
        far, tall = abs(r.gauss(0.12, 0.26)) + 0.02, r.uniform(0.015, 0.11)
        d = (math.cos(a), b, math.sin(a))
        p = [clash[i] + d[i] * far for i in range(3)]
        tube(
            [p, [p[i] + d[i] * tall - (0.12 * tall if i == 2 else 0) for i in range(3)]],
            0.0022,
            spark,
            lambda t: 1.1 - t,
            smooth=False,
            sides=1,
        )
    point(clash, (1, 0.62, 0.25), 45, 0.05)


def fighters(swing=1.0):
    """Both, swing 0 with raised swords, 1 as they meet."""
    with place((-1.08, 0.16, -0.06), math.radians(80)):
        knight(
            lambda h: parry(h, swing),
            0.30,
            mat("cloak", (0.17, 0.010, 0.012), 0.85, bump=0.35, scale=60, vary=0.4),
            metal=metals(),
            wind=(-0.1, 0.65, 0.25),
            roll=0,
            guard=shield,
            legs=True,
        )
    with place((1.32, -0.20, -0.10), math.radians(-78), 1.16):
        demon(lambda h: strike(h, swing))


def lights():
    """From behind, for both: faces and skin stay in the dark."""
    K = key((-0.38, 1, 0.52))
    sun(K, (0.62, 0.75, 1.0), 4.0, 2.0)
    area((0.2, 2.6, 1.6), (0, 0, 1.4), (1, 0.42, 0.12), 260, 2.4, 1.6)
    area((-3.0, 1.2, 2.6), (-0.6, 0, 1.4), (0.55, 0.70, 1.0), 210, 0.9, 2.0)
    area((3.0, 1.2, 2.2), (0.8, 0, 1.4), (1.0, 0.28, 0.07), 330, 0.9, 2.0)
    area((-0.6, -3.4, 2.2), (0, 0, 1.5), (0.55, 0.64, 1.0), 34, 1.6, 1.2)
    world((0.10, 0.13, 0.26), 0.22)
    return K


def build():
    battlefield()
    if not taking("field"):
        fighters()
        sparks(CLASH, 110)
        for x, size, seed in BONFIRES:
            flames((x, 6.5, -1.3), size, seed)
    K = lights()
    camera((-0.25, -4.6, 1.36), (0.02, 0, 1.50), 50)
    return dict(key=K, far=260, near=0.6)
