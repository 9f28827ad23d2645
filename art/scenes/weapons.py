"""Spear, sword, burning blade and staff, planted side by side on a hill by moonlight: the picture weapons."""

import math
import random

import numpy as np

from kit import arms
from kit.castle import castle
from kit.glow import emis
from kit.helmet import helmet
from kit.heroes import burning_blade, metals, place
from kit.human import Human
from kit.masonry import rubble
from kit.materials import mat
from kit.nature import boulder, flames, grass, tree
from kit.shapes import fbm, heightmesh, lathe, ridged
from kit.stage import area, camera, key, point, sun, world
from kit.wardrobe import at, sheet


def ground(x, y):
    """The hill's top, which falls away behind the weapons."""
    rough = (
        0.035 * fbm(x * 1.1, y * 1.1, 2)
        + 0.035 * (ridged(x * 1.3, y * 1.3, 3) - 1)
        + 0.022 * fbm(x * 5, y * 5, 5)
    )
    return 0.10 * math.exp(-((x / 2.2) ** 2) - (y / 1.2) ** 2) + rough - 0.10 * max(0, y - 1.0) ** 1.5


def valley(x, y):
    peaks = 34 * (ridged(x * 0.008 + 2, y * 0.008, 4) - 0.5) * min(1, max(0, (y - 150) / 120))
    seat = 22 * max(0, 1 - math.hypot((x - 21) / 40, (y - 128) / 34)) ** 0.7
    return -17 + peaks + seat + 1.6 * fbm(x * 0.05, y * 0.05, 7)


def pennon(cloth, root, long_, wide):
    """A torn strip of cloth tied to a shaft, blown to the right."""
    rows = []
    for j in range(9):
        v = j / 8 - 0.5
        row = []
        for i in range(25):
            t = i / 24
            notch = 1 - 0.30 * (1 - abs(2 * v)) * t**3
            wave = 0.07 * math.sin(7.5 * t * notch + 1.2 * v) * t**0.7
            row.append(
                np.array(root)
                + (
                    long_ * t * notch,
                    wave + 0.05 * t,
                    v * wide * (1 - 0.42 * t) - 0.16 * t * t + 0.035 * math.sin(6 * t + 1) * t,
                )
            )
        rows.append(row)
    sheet("pennon", rows, cloth, 0.003, None, 0, False, 2)


def pines(material):
    """A dark wood on both sides of the slope behind the hill."""
    r = random.Random(9)
    for _ in range(150):
        x, y = r.choice((r.uniform(-19, -3.4), r.uniform(7.5, 20))), r.uniform(20, 46)
        tall = r.uniform(3.2, 6.4)
        x, foot = x * y / 30, -3.2 - 0.05 * y + 0.6 * fbm(x * 0.2, y * 0.2, 4)
        profile = []
        for k in range(7):
            wide = 0.23 * tall * (1 - k / 7) ** 0.85
            profile += [(wide, tall * (0.14 + 0.122 * k)), (wide * 0.45, tall * (0.14 + 0.122 * k + 0.10))]
        lathe(
            "pine",
            profile + [(0.004, tall)],
            9,
            material,
            lambda a, z: 1 + 0.22 * math.sin(a * 4 + z * 3),
            smooth=False,
            loc=(x, y, foot),
            cap=False,
        )


def ember_blade():
    """The demons' burning steel, hottest at its point in the ground, still dark below the guard."""
    m = burning_blade()
    nodes, links = m.node_tree.nodes, m.node_tree.links
    nodes["Noise Texture.001"].inputs["Scale"].default_value = 13
    nodes["ColorRamp.001"].color_ramp.elements[0].position = 0.49
    split = nodes.new("ShaderNodeSeparateXYZ")
    links.new(nodes["Texture Coordinate.001"].outputs["Object"], split.inputs[0])
    heat = nodes.new("ShaderNodeMapRange")
    heat.inputs["From Min"].default_value, heat.inputs["From Max"].default_value = 0.05, 1.15
    heat.inputs["To Min"].default_value, heat.inputs["To Max"].default_value = 1.0, 4.2
    links.new(split.outputs["Z"], heat.inputs["Value"])
    links.new(heat.outputs[0], nodes["Principled BSDF"].inputs["Emission Strength"])
    return m


def weapons(metal):
    gold, leather = metal["gold"], metal["leather"]
    steel = mat("polished", (0.42, 0.43, 0.46), 0.26, 1.0, bump=0.04, scale=9, vary=0.18, detail=6)
    ash = mat("ash", (0.10, 0.06, 0.03), 0.5, bump=0.3, scale=30)
    arms.spear(at((-1.02, 0.10, 0.86), (-0.07, 0.05, 1), (1, -0.25, 0)), ash, steel, gold, above=0.62, roll=0)
    pennon(mat("pennon", (0.20, 0.012, 0.012), 0.85, bump=0.3, scale=60), (-1.062, 0.13, 1.36), 0.44, 0.19)
    arms.sword(
        at((-0.36, -0.06, 1.04), (0.06, -0.13, -1), (1, -0.20, 0)), steel, gold, leather, 1.05, 0.040, 0.25
    )
    arms.sword(
        at((0.36, 0.05, 1.22), (-0.07, 0.03, -1), (1, 0.12, 0)),
        metal["dark"],
        metal["dark"],
        leather,
        1.25,
        0.060,
        0.34,
        ember_blade(),
        0.20,
    )
    root = mat("root", (0.075, 0.05, 0.034), 0.7, bump=0.5, scale=30, vary=0.7)
    gem = arms.staff(
        at((1.06, 0.08, 0.98), (0.08, 0.02, 1), (0, -1, 0)),
        root,
        emis("gem", (0.30, 0.68, 1), 6),
        gold,
        above=0.72,
    )
    point(gem.translation, (0.30, 0.62, 1.0), 9, 0.05)


def build():
    metal = metals()
    rock = mat(
        "rock", (0.085, 0.09, 0.10), 0.9, bump=0.45, scale=0.35, moss=(0.035, 0.05, 0.04), detail=5, spec=0.1
    )
    crumble = mat("crumble", (0.026, 0.026, 0.029), 0.95, bump=0.5, scale=2.4, spec=0.05)
    stone = mat("stone", (0.16, 0.165, 0.18), 0.75, bump=0.9, scale=0.5, brick=(1.6, 0.7), vary=0.45)
    slate = mat("slate", (0.05, 0.055, 0.075), 0.5, bump=0.6, scale=1.2, brick=(0.6, 0.45))
    bark = mat("bark", (0.035, 0.03, 0.03), 0.9, bump=1, scale=6)
    heightmesh("valley", valley, -260, 260, 40, 420, 300, 220, rock)
    castle(stone, slate, emis("windows", (1, 0.50, 0.16), 9), stone, (24, 130, 2), 0.62, 4)
    heightmesh("hill", ground, -6, 6, -3.4, 6, 420, 330, crumble)
    pines(mat("pine", (0.014, 0.020, 0.018), 0.95, bump=0, spec=0.05))
    weapons(metal)
    with place((-0.02, -0.42, ground(-0.02, -0.42) - 1.36), 0.42):
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
    boulder(crumble, (-0.02, -0.40, ground(-0.02, -0.4) + 0.02), 0.27, 12, 0.6)
    arms.shield(
        at((-0.80, -0.16, 0.30 + ground(-0.8, -0.2)), (-0.16, 0.34, 1), (0.25, -1, 0.35)),
        metal["steel"],
        metal["gold"],
        mat("field", (0.13, 0.010, 0.012), 0.5, bump=0.12, scale=9, vary=0.25),
        0.62,
        0.42,
    )
    flames((0.285, 0.085, ground(0.28, 0.08)), 0.10, 5)
    for z, watts in ((0.22, 14), (0.62, 16), (1.0, 10)):
        point((0.33, -0.02, z), (1, 0.40, 0.10), watts, 0.06, vol=z == 0.62)
    r = random.Random(7)
    for x0, y0, count in ((-1.06, 0.10, 5), (-0.37, -0.05, 4), (0.30, 0.08, 5), (1.0, 0.05, 5)):
        for k in range(count):
            a = r.uniform(0, 6.28)
            x, y, size = (
                x0 + r.uniform(0.10, 0.2) * math.cos(a),
                y0 + r.uniform(0.10, 0.2) * math.sin(a),
                r.uniform(0.06, 0.13),
            )
            boulder(crumble, (x, y, ground(x, y)), size, k + int(10 * x0) + 30)
    for i, (x, y, size) in enumerate(
        (
            (-1.75, -0.5, 0.34),
            (1.75, -0.35, 0.30),
            (-1.3, 0.8, 0.35),
            (0.75, 0.55, 0.24),
            (1.5, 0.9, 0.4),
            (-2.3, -1.3, 0.4),
        )
    ):
        boulder(crumble, (x, y, ground(x, y)), size, i + 2)
    rubble(crumble, (0, 0, 0), 2.6, 320, 0.02, 0.085, r, ground)
    grass(
        mat("grass", (0.022, 0.026, 0.022), 1, bump=0, spec=0),
        26000,
        -4,
        4,
        -2.6,
        2.6,
        ground,
        0.03,
        0.17,
        3,
        wid=0.0055,
        mask=lambda x, y: max(0, fbm(x * 0.9, y * 0.9, 11) + 0.30),
    )
    tree(bark, (-3.2, 1.6, -0.3), 5.2, 0.18, 11, 6, 0.62, (0.22, 0.02), 0.3)
    K = key((-0.175, 1, 0.205))
    sun(K, (0.62, 0.75, 1.0), 3.6, 1.2)
    area((-2.6, 1.6, 2.6), (-0.6, 0, 0.9), (0.58, 0.72, 1.0), 190, 0.5, 2.0)
    area((2.6, 1.4, 2.4), (0.7, 0, 0.9), (0.58, 0.72, 1.0), 130, 0.5, 2.0)
    area((-1.5, -2.6, 2.6), (-0.3, 0, 0.8), (0.66, 0.76, 1.0), 70, 0.8, 2.2)
    area((0.62, -1.3, 0.75), (-0.25, -0.4, 0.25), (1.0, 0.44, 0.13), 16, 0.3, 0.5)
    world((0.09, 0.13, 0.26), 0.35)
    point((24, 116, 14), (1, 0.5, 0.18), 2600, 1.5)
    camera((0.05, -4.0, 0.66), (0.02, 0, 0.94), 42)
    return dict(key=K, far=420, near=0.8)
