"""Four companions rest round a fire below the castle, one of them telling of the day: the gallery's party."""

import math
import random

import bpy
import numpy as np
from mathutils import Vector
from mathutils.bvhtree import BVHTree

from kit import arms
from kit.camp import blades, lamplight, log, tankard, tent
from kit.glow import emis
from kit.helmet import helmet
from kit.heroes import GRIP, angel, feather_material, knight, metals, place, wizard
from kit.human import Human, unit
from kit.masonry import rubble
from kit.materials import mat
from kit.nature import boulder, flames, grass, tree
from kit.shapes import fbm, heightmesh, lathe
from kit.stage import area, camera, key, point, sun, world
from kit.wardrobe import at, cape, sheet, tube
from scenes.warrior import battlefield

OPEN = ((8, 12, 8), (10, 14, 8), (12, 16, 10), (16, 18, 12))  # the fingers of an open hand


def seated(h):
    """The legs of one who sits on a log."""
    h.leg("R", (-0.24, -1, 0.02), (-0.02, -0.12, -1))
    h.leg("L", (0.22, -1, -0.06), (0.04, 0.10, -1))


def tell(h):
    """Leaning into a story: the left hand raised, a tankard on the right knee."""
    h.bend(("spine05", "spine04", "spine03"), (1, 0, 0), 14)
    h.bend(("neck01", "neck02", "head"), (0, 0, 1), 12)
    h.bend(("neck02", "head"), (1, 0, 0), -10)
    seated(h)
    h.arm("L", (0.42, -0.62, -0.50), (0.24, -0.36, 0.88))
    h.hand("L", (0.30, -0.36, 0.88), (-0.55, -0.80, -0.14))
    h.curl("L", OPEN, (8, 10, 10), spread=7)
    h.arm("R", (-0.22, -0.50, -0.85), (0.10, -0.98, 0.06))
    h.hand("R", (0.12, -1, 0.0), (1, 0.12, 0))
    h.curl("R", GRIP, (35, 35, 40))


def listen(h):
    """The right hand round a staff, the left one held out to the warmth."""
    h.bend(("spine05", "spine04", "spine03"), (1, 0, 0), 12)
    h.bend(("neck01", "neck02", "head"), (0, 0, 1), 2)
    h.bend(("neck02", "head"), (1, 0, 0), -6)
    seated(h)
    h.arm("R", (-0.60, -0.30, -0.74), (-0.25, -0.80, 0.30))
    h.hand("R", (0.05, -1, 0.10), (1, 0.0, 0.0))
    h.curl("R", GRIP, (35, 35, 40))
    h.arm("L", (0.24, -0.62, -0.75), (-0.10, -0.95, 0.16))
    h.hand("L", (-0.06, -0.62, 0.78), (-0.20, -0.80, -0.62))
    h.curl("L", OPEN, (8, 10, 10), spread=6)


def drink(h):
    """Standing at ease towards the teller, a tankard before the chest, a fist on the hip."""
    h.bend(("spine05", "spine04", "spine03"), (0, 0, 1), -14)
    h.bend(("neck01", "neck02", "head"), (0, 0, 1), -22)
    h.bend(("neck02", "head"), (1, 0, 0), 14)
    h.leg("R", (-0.16, -0.04, -1), (-0.05, 0.06, -1))
    h.leg("L", (0.15, -0.16, -1), (0.06, 0.12, -1))
    h.arm("L", (0.30, -0.22, -1), (-0.42, -0.78, 0.42))
    h.hand("L", (-0.62, -0.78, 0.05), (-0.78, 0.62, 0))
    h.curl("L", GRIP, (35, 35, 40))
    h.arm("R", (-0.62, 0.22, -0.80), (0.48, -0.42, -0.72))
    h.hand("R", (0.55, -0.35, -0.72), (0.70, 0.45, 0.30))
    h.curl("R", (60, 70, 40), (20, 30, 30))


def lean(h):
    """The weight on one leg and on the spear, the head bent to the teller."""
    h.bend(("spine05", "spine04", "spine03"), (0, 1, 0), -4)
    h.bend(("spine04", "spine03"), (0, 0, 1), -8)
    h.bend(("neck01", "neck02", "head"), (0, 0, 1), -24)
    h.bend(("neck02", "head"), (1, 0, 0), 12)
    h.bend(("neck02", "head"), (0, 1, 0), 5)
    h.arm("R", (-0.40, -0.30, -1), (-0.02, -0.72, 0.62))
    h.hand("R", (0.05, -1, 0.15), (1, 0.0, 0.0))
    h.curl("R", GRIP, (35, 35, 40))
    h.arm("L", (0.26, -0.08, -1), (-0.30, -0.62, -0.42))
    h.hand("L", (-0.45, -0.60, -0.50), (-0.45, 0.45, -0.75))
    h.curl("L", ((14, 20, 12), (18, 24, 14), (22, 28, 16), (26, 30, 18)), (8, 10, 10), spread=3)


def ground(x, y):
    return (
        -0.012 * max(0, y - 5) ** 1.6
        + 0.06 * fbm(x * 0.6, y * 0.6, 2)
        + 0.03 * fbm(x * 2.2, y * 2.2, 4)
        + 0.012 * fbm(x * 7, y * 7, 4)
    )


def gown(h, material, knee=1, seed=2):
    """A dress of heavy cloth: deep pleats from a girdle, one knee in front of them, the hem on the ground."""
    _, places = h.world()
    middle, here = places["spine05"], places["lowerleg01.L" if knee > 0 else "lowerleg01.R"]
    towards = math.atan2(here[0] - middle[0], -(here[1] - middle[1]))
    rows = []
    for j in range(34):
        t = j / 33
        row = []
        for i in range(220):
            a = 2 * math.pi * i / 220
            b = a + 0.16 * math.sin(2 * a + seed) + 0.10 * math.sin(3 * a + 1.7 * t + seed)
            pleat = abs(math.sin(b * 9 + 0.5 * math.sin(4 * t + a))) ** 0.6 - 0.6
            small = math.sin(b * 23 + 2.5 * t + seed)
            depth = (0.030 + 0.30 * t**0.8) * (
                1
                - 0.55
                * math.exp(-((((a - towards + math.pi) % (2 * math.pi) - math.pi) / 0.5) ** 2))
                * math.exp(-(((t - 0.5) / 0.3) ** 2))
            )
            bulge = (
                0.10
                * math.exp(-((((a - towards + math.pi) % (2 * math.pi) - math.pi) / 0.42) ** 2))
                * math.exp(-(((t - 0.48) / 0.26) ** 2))
            )
            rx, ry = (
                np.interp(t, (0, 0.18, 0.55, 1), w)
                for w in ((0.150, 0.195, 0.25, 0.40), (0.118, 0.165, 0.22, 0.36))
            )
            k = 1 + depth * pleat + 0.018 * small * t
            z = 1.08 - 1.11 * t + 0.015 * math.sin(3 * a) * t
            row.append(
                (
                    middle[0] + (rx * k + bulge) * math.sin(a) + 0.10 * t * t,
                    middle[1] - (ry * k + bulge) * math.cos(a),
                    z,
                )
            )
        rows.append(row)
    return sheet("gown", rows, material, 0.004, None, 0, True, 1)


def lap(h, material, seed=3):
    """A robe over the thighs of one who sits, hanging from the knees to the feet."""
    _, places = h.world()
    hips, knees, feet = (
        (places[f"{bone}.L"] + places[f"{bone}.R"]) / 2 for bone in ("upperleg01", "lowerleg01", "foot")
    )
    apart = [
        np.linalg.norm(places[f"{bone}.L"] - places[f"{bone}.R"]) / 2
        for bone in ("upperleg01", "lowerleg01", "foot")
    ]
    top = places["spine04"] + np.array((0, -0.01, 0.10))
    line = [
        top,
        hips + (0, 0.0, 0.04),
        hips + (knees - hips) * 0.5 + (0, 0, 0.02),
        knees + (0, -0.02, 0.0),
        knees + (feet - knees) * 0.5 + (0, -0.05, 0),
        feet + (0, -0.06, -0.04),
    ]
    wide = [0.185, apart[0] + 0.13, apart[1] + 0.09, apart[1] + 0.115, apart[1] + 0.13, apart[1] + 0.17]
    deep = [0.15, 0.17, 0.115, 0.115, 0.135, 0.17]
    at_ = np.linspace(0, 1, len(line))
    rows = []
    for j in range(46):
        t = j / 45
        p = np.array([np.interp(t, at_, [q[k] for q in line]) for k in range(3)])
        ahead = np.array([np.interp(min(1, t + 0.09), at_, [q[k] for q in line]) for k in range(3)])
        back = np.array([np.interp(max(0, t - 0.09), at_, [q[k] for q in line]) for k in range(3)])
        along = unit(ahead - back)
        out = np.cross(np.array((1.0, 0, 0)), along)
        rx, ry = np.interp(t, at_, wide), np.interp(t, at_, deep)
        row = []
        for i in range(120):
            a = 2 * math.pi * i / 120
            fold = (
                0.24 * abs(math.sin(a * 6 + seed + math.sin(a + 3 * t)))
                - 0.12
                + 0.03 * math.sin(a * 17 + 5 * t)
            ) * max(0.15, (t - 0.35) / 0.65)
            sag = (
                -0.07 * max(0.0, math.cos(a)) ** 4 * math.exp(-(((t - 0.42) / 0.16) ** 2))
            )  # between the knees
            row.append(
                p
                + np.array((1.0, 0, 0)) * rx * (1 + fold) * math.sin(a)
                + out * (-(ry * (1 + fold)) * math.cos(a) - sag)
            )
        rows.append(row)
    return sheet("lap", rows, material, 0.004, None, 0, True, 1)


def baldric(h, metal):
    """A sword belt over a cuirass, from the right shoulder to the left hip."""
    cuirass = [thing for thing in bpy.context.scene.objects if thing.name.startswith("cuirass")][-1]
    plate = BVHTree.FromObject(cuirass, bpy.context.evaluated_depsgraph_get())
    spine = np.array(h.place("spine02"))
    middle, turn = spine[:3, 3] + spine[:3, :3] @ np.array((0, 0.0, 0.02)), spine[:3, :3]
    front, slant, across = (
        turn @ np.array((0, -1.0, 0)),
        turn @ unit((-0.62, 0, 0.78)),
        turn @ unit((0.78, 0, 0.62)),
    )
    rows = []
    for a in np.linspace(-1.35, 1.35, 41):
        row = []
        for w in (-0.026, -0.013, 0, 0.013, 0.026):
            way = front * math.cos(a) + slant * math.sin(a)
            hit, normal, _, _ = plate.ray_cast(Vector(middle + across * w + way), Vector(-way))
            if hit is not None:
                row.append(np.array(hit) + way * 0.007)
        if len(row) == 5:
            rows.append(row)
    sheet("baldric", rows, metal["leather"], 0.004, metal["gold"], 0.0022, False, 1)
    tube([rows[len(rows) // 2][k] + front * 0.006 for k in (0, 4)], 0.020, metal["gold"], smooth=False)


def hearth(bark, stone):
    """The fire in its ring of stones."""
    r = random.Random(4)
    flames((0, 0, ground(0, 0) + 0.04), 0.215, 3)
    for k in range(9):
        a = k * 2 * math.pi / 9 + 0.2
        tube(
            [(0.42 * math.cos(a), 0.42 * math.sin(a), 0.04), (0.05 * math.cos(a), 0.05 * math.sin(a), 0.20)],
            0.040,
            bark,
            lambda t: 1.1 - 0.3 * t,
            smooth=False,
        )
    for k in range(14):
        a = k * 2 * math.pi / 14
        x, y = 0.60 * math.cos(a) + r.gauss(0, 0.03), 0.60 * math.sin(a) + r.gauss(0, 0.03)
        boulder(stone, (x, y, ground(x, y) + 0.02), r.uniform(0.09, 0.15), k + 3)
    coals = emis("coals", (1, 0.16, 0.015), 3)
    for k in range(26):
        a, q = r.uniform(0, 6.28), r.uniform(0.05, 0.40)
        boulder(
            coals if k % 3 else stone,
            (q * math.cos(a), q * math.sin(a), ground(0, 0) + 0.02),
            r.uniform(0.02, 0.045),
            k + 40,
        )


def gear(metal, wood, wool, hide):
    """What was put down for the night: helmet, shield, swords, a pack, bedrolls, a tankard."""
    with place((-1.22, -0.46, ground(-1.22, -0.46) - 1.475), 0.45):
        h = Human(
            {
                "macrodetails/caucasian-male-young": 1,
                "macrodetails/universal-male-young-maxmuscle-averageweight": 0.8,
            }
        )
        helmet(
            h,
            metal["steel"],
            metal["gold"],
            0.26,
            horn_material=mat("horn", (0.10, 0.085, 0.07), 0.45, bump=0.5, scale=24, vary=0.6),
        )
    field = mat("field", (0.13, 0.010, 0.012), 0.5, bump=0.12, scale=9, vary=0.25)
    arms.shield(
        at((-1.74, -0.22, ground(-1.74, -0.22) + 0.34), (-0.16, 0.42, 1), (0.30, -1, 0.42)),
        metal["steel"],
        metal["gold"],
        field,
        0.72,
        0.48,
    )
    arms.sword(
        at((-2.05, 0.75, 1.0), (0.10, 0.02, -1), (1, -0.3, 0)),
        metal["steel"],
        metal["gold"],
        metal["leather"],
        1.0,
        0.036,
        0.24,
    )
    for x, y, turn, cloth in ((1.30, -0.58, 1.1, wool), (1.62, -0.44, 0.9, hide)):
        roll = lathe(
            "roll",
            [
                (0.001, -0.30),
                (0.020, -0.308),
                (0.035, -0.294),
                (0.050, -0.308),
                (0.065, -0.294),
                (0.080, -0.308),
                (0.095, -0.294),
                (0.112, -0.305),
                (0.127, -0.275),
                (0.13, 0),
                (0.125, 0.27),
                (0.10, 0.30),
                (0.001, 0.30),
            ],
            40,
            cloth,
            lambda a, z: 1 + 0.03 * math.sin(3 * a + 5 * z) + 0.03 * fbm(a, z * 6, 2),
            cap=False,
        )
        roll.location, roll.rotation_euler = (x, y, ground(x, y) + 0.12), (0, math.pi / 2, turn)
        for z in (-0.15, 0.15):
            band = lathe(
                "strap", [(0.142, z - 0.02), (0.147, z), (0.142, z + 0.02)], 40, metal["leather"], cap=False
            )
            band.location, band.rotation_euler = roll.location, roll.rotation_euler
    tankard(wood, metal["dark"], loc=(0.86, -0.46, ground(0.86, -0.46) + 0.07))


def build():
    battlefield()
    for lamp in [thing for thing in bpy.context.scene.objects if thing.type == "LIGHT"]:
        bpy.data.objects.remove(lamp)  # those far fires: they glow in the fog all the same
    soil = mat("soil", (0.036, 0.030, 0.025), 1, bump=0.5, scale=3.5, detail=6, spec=0.1, vary=0.3)
    bark = mat("bark", (0.060, 0.046, 0.036), 0.85, bump=0.5, scale=14, vary=0.6)
    cut = mat("cut", (0.42, 0.29, 0.17), 0.8, bump=0.2, scale=30, vary=0.2)
    stone = mat("stones", (0.085, 0.082, 0.082), 0.85, bump=0.5, scale=6)
    wood = mat("staves", (0.13, 0.075, 0.04), 0.6, bump=0.3, scale=30)
    heightmesh("camp", ground, -30, 30, -6, 34, 300, 220, soil)
    metal = metals()
    metal["steel"] = mat("worn", (0.22, 0.23, 0.25), 0.42, 1.0, bump=0.10, scale=26, vary=0.35, detail=8)
    wool = mat("wool", (0.15, 0.010, 0.012), 0.9, bump=0.12, scale=30, vary=0.14)
    grey = mat("grey", (0.075, 0.08, 0.092), 0.9, bump=0.12, scale=30, vary=0.14)
    linen = mat("linen", (0.19, 0.175, 0.16), 0.9, bump=0, scale=24, vary=0.03)
    robe = mat("robe", (0.030, 0.025, 0.075), 0.9, bump=0, scale=24, vary=0.05)
    with place((-1.30, 0.22, ground(-1.30, 0.22) - 0.46), math.radians(58)):
        h = knight(tell, 0.0, None, weapon=False, bare=True, metal=metal, legs=True)
        baldric(h, metal)
        cape(h, wool, 0.86, (0.0, 0.16, 0.0), seed=3)
        tankard(wood, metal["dark"], h.grip("R", 0.045))
    log(bark, cut, (-1.46, 0.32, ground(-1.46, 0.32)), math.radians(58))
    with place((-0.40, 1.70, ground(-0.40, 1.70)), math.radians(8)):
        h = knight(drink, 0.30, grey, weapon=False, metal=metal, wind=(0.1, 0.2, 0), legs=True)
        baldric(h, metal)
        tankard(wood, metal["dark"], h.grip("L", 0.045))
    with place((0.72, 1.55, ground(0.72, 1.55)), math.radians(-22), 0.97):
        angel(
            lean,
            linen,
            (1.05, 0.95),
            lambda h: gown(h, linen),
            feather_material("plumage", (0.36, 0.345, 0.33)),
            {**metal, "gold": mat("soft gilt", (0.50, 0.31, 0.10), 0.50, 1.0, bump=0.05, scale=30, vary=0.2)},
        )
    with place((1.38, 0.26, ground(1.38, 0.26) - 0.46), math.radians(-52)):
        wizard(
            listen,
            robe,
            metal["gold"],
            mat("lining", (0.05, 0.018, 0.06), 0.8),
            emis("gem", (0.30, 0.68, 1), 5),
            robe=lambda h: lap(h, robe),
        )
    log(bark, cut, (1.52, 0.36, ground(1.52, 0.36)), math.radians(-56))
    hearth(bark, stone)
    gear(
        metal,
        wood,
        mat("blanket", (0.16, 0.022, 0.016), 0.9, bump=0.1, scale=40, vary=0.1),
        mat("hide", (0.10, 0.062, 0.035), 0.8, bump=0.3, scale=30, vary=0.4),
    )
    canvas = mat("canvas", (0.36, 0.33, 0.29), 0.9, bump=0.12, scale=8, vary=0.15)
    slit = lamplight()
    for x, y, size, turn in (
        (-4.9, 10.5, 0.92, 0.75),
        (6.2, 12.0, 0.95, -0.7),
        (-9.6, 16, 1.0, 0.5),
        (-1.0, 22, 1.0, 0.2),
        (11.5, 19, 1.0, -0.5),
    ):
        tent(canvas, bark, (x, y, ground(x, y)), size, turn, slit)
    r = random.Random(6)
    rubble(stone, (0, 0.3, 0), 3.4, 260, 0.02, 0.075, r, ground)
    grass(
        blades(),
        42000,
        -8,
        8,
        -3.0,
        9,
        ground,
        0.03,
        0.16,
        3,
        wid=0.006,
        mask=lambda x, y: min(1, max(0, math.hypot(x, y) - 0.9)) * max(0, fbm(x * 0.8, y * 0.8, 11) + 0.42),
    )
    tree(bark, (-4.6, 1.2, -0.1), 7.5, 0.28, 11, 5, 0.62, (0.12, 0.02), 0.3)
    tree(bark, (5.2, 2.6, -0.1), 8.0, 0.30, 23, 5, 0.7, (-0.16, 0), 0.25)
    light()
    K = key((-0.38, 1, 0.52))
    sun(K, (0.62, 0.75, 1.0), 3.0, 2.0)
    world((0.09, 0.12, 0.24), 0.32)
    camera((0.02, -4.75, 1.26), (0.03, 0.6, 1.045), 38.5)
    return dict(key=K, far=260, near=0.8)


def light():
    """The fire, whose lamps plates of steel do not show: flames do. And the night's cold edges. Few lamps: each gets more samples."""
    for place_, watts, size in (((0, -0.12, 0.48), 140, 0.20), ((-0.30, 0.30, 0.62), 55, 0.22)):
        lamp = point(place_, (1, 0.47, 0.16), watts, size, vol=watts > 100)
        lamp.visible_glossy = watts < 100
    for place_, goal, watts in (
        ((0.05, -0.45, 1.05), (0.9, 0.05, 1.25), 5),
        ((0.0, 0.45, 1.35), (0.1, 1.6, 1.66), 3),
    ):
        area(place_, goal, (1.0, 0.56, 0.26), watts, 0.25, 0.25)
    for place_, goal in (((-3.2, 2.7, 2.7), (-0.9, 0.9, 1.2)), ((3.2, 2.8, 2.8), (1.0, 0.9, 1.2))):
        area(place_, goal, (0.55, 0.70, 1.0), 150, 0.8, 2.0)
    area((0.0, -1.5, 0.12), (0, 0.8, 1.2), (1.0, 0.42, 0.13), 5, 2.6, 0.5)
    area((-1.0, -5.0, 3.5), (0, 1, 1), (0.62, 0.68, 1.0), 90, 2.5, 2.0)
