"""A table with the kingdom on it, carved and painted, by candlelight: the gallery's map-table."""

import math
import random

import bpy
import numpy as np

from kit import arms
from kit.castle import castle
from kit.figures import figure
from kit.glow import emis, fire
from kit.helmet import helmet
from kit.heroes import metals, place
from kit.human import Human
from kit.masonry import banner
from kit.materials import mat
from kit.nature import flames
from kit.shapes import add, box, fbm, heightmesh, lathe, mesh, ridged
from kit.stage import area, camera, key, point, sun, world
from kit.wardrobe import at, tube

WIDE, DEEP = 2.3, 1.3  # of the land, in metres


def river(x):
    return 0.04 + 0.16 * math.sin(x * 2.6 + 0.6) + 0.05 * math.sin(x * 7.1)


def land(x, y):
    """Mountains behind, a river through the middle, a hill for the castle, the sea at the right."""
    hills = 0.030 * (fbm(x * 2.4, y * 2.4, 2) + 0.3) + 0.005 * fbm(x * 14, y * 14, 6)
    peaks = (
        0.16
        * max(0, ridged(x * 1.9 + 4, y * 1.9, 3) - 0.75)
        * min(1, max(0, (y - 0.12) * 3.2))
        * min(1, max(0, 1.05 - x) * 2)
    )
    bank = min(1, abs(y - river(x)) / 0.11) ** 1.6
    seat = 0.085 * math.exp(-(((x + 0.05) / 0.17) ** 2) - ((y - 0.30) / 0.13) ** 2)
    shore = min(1, max(0, (1.0 - 0.10 * fbm(y * 2.2, 3.0, 5) - x) * 7))
    return ((hills + peaks) * bank + 0.018 * bank + seat) * shore - 0.012 * (1 - shore)


def painted():
    """Green below, grey rock where it is steep, snow on top, all a little worn."""
    m = mat("land", (0.12, 0.125, 0.055), 0.75, bump=0.45, scale=14, vary=0.75, detail=6)
    nodes, links = m.node_tree.nodes, m.node_tree.links
    b = nodes["Principled BSDF"]
    base = b.inputs["Base Color"].links[0].from_socket
    geo = nodes.new("ShaderNodeNewGeometry")
    split, steep = nodes.new("ShaderNodeSeparateXYZ"), nodes.new("ShaderNodeSeparateXYZ")
    links.new(geo.outputs["Position"], split.inputs[0])
    links.new(geo.outputs["Normal"], steep.inputs[0])
    colour = base
    for socket, low, high, tone in (
        (steep.outputs["Z"], 0.90, 0.72, (0.17, 0.155, 0.14)),
        (split.outputs["Z"], 0.14, 0.20, (0.55, 0.54, 0.52)),
    ):
        share = nodes.new("ShaderNodeMapRange")
        share.inputs["From Min"].default_value, share.inputs["From Max"].default_value = low, high
        links.new(socket, share.inputs["Value"])
        mix = nodes.new("ShaderNodeMixRGB")
        links.new(share.outputs[0], mix.inputs["Fac"])
        links.new(colour, mix.inputs["Color1"])
        mix.inputs["Color2"].default_value = (*tone, 1)
        colour = mix.outputs["Color"]
    links.new(colour, b.inputs["Base Color"])
    return m


def candle(wax, wick, flame, x, y, z, tall):
    r = random.Random(int(tall * 1e4))
    lathe(
        "candle",
        [
            (0.030, 0),
            (0.028, tall * 0.6),
            (0.027, tall - 0.012),
            (0.024, tall),
            (0.012, tall - 0.006),
            (0.001, tall - 0.008),
        ],
        28,
        wax,
        lambda a, h: 1 + 0.04 * math.sin(a * 3 + h * 30) + 0.03 * math.sin(a * 7),
        loc=(x, y, z),
        cap=False,
    )
    lathe(
        "dish",
        [(0.001, 0.002), (0.06, 0.004), (0.068, 0.016), (0.071, 0.015), (0.062, 0.0)],
        36,
        wick,
        loc=(x, y, z - 0.002),
        cap=False,
    )
    for k in range(5):
        a = r.uniform(0, 6.28)
        drop = r.uniform(0.3, 0.85) * tall
        tube(
            [
                (x + 0.027 * math.cos(a), y + 0.027 * math.sin(a), z + tall - 0.006),
                (x + 0.030 * math.cos(a), y + 0.030 * math.sin(a), z + tall - drop),
            ],
            0.005,
            wax,
            lambda t: 0.7 + 0.6 * t,
        )
    tube([(x, y, z + tall - 0.008), (x + 0.002, y, z + tall + 0.012)], 0.0015, wick, sides=1)
    lathe(
        "flame",
        [(0.0005, 0), (0.0075, 0.010), (0.0088, 0.020), (0.0060, 0.038), (0.0022, 0.054), (0.0003, 0.064)],
        20,
        flame,
        loc=(x, y, z + tall + 0.004),
        cap=False,
    )
    point((x, y, z + tall + 0.045), (1, 0.52, 0.17), 9.0, 0.02)


def regiment(material, x, y, turn, rows, columns, cloth, seed):
    """Figures of one colour in ranks on a plinth, a banner in their middle."""
    z = land(x, y)
    with place((x, y, z + 0.004), turn):
        box(0.045 * columns, 0.038 * rows, 0.010, material, (0, 0, -0.006))
        for i in range(rows):
            for j in range(columns):
                figure(
                    material,
                    ((j - (columns - 1) / 2) * 0.038, (i - (rows - 1) / 2) * 0.032, 0.004),
                    math.pi,
                    0.034,
                    "knight",
                    mmetal=material,
                    seed=seed + j,
                )
        tube([(0, 0, 0), (0, 0, 0.150)], 0.0018, material, sides=1)
        with place((0.002, 0, 0.148), 0.3, 0.034):
            banner(cloth, (0.65, 0.1, 0), 0, 1.25, 1.5, seed)


def dagger(m, x, y):
    """Driven into the land, point first."""
    z = land(x, y)
    arms.sword(
        at((x, y, z + 0.235), (0.16, -0.10, -1), (0.3, 1, 0)),
        m["steel"],
        m["gold"],
        m["leather"],
        0.20,
        0.019,
        0.085,
        guard=0.045,
    )


def pines(material, bark):
    r = random.Random(9)
    for _ in range(700):
        x, y = r.uniform(-1.05, 0.85), r.uniform(-0.55, 0.5)
        if (
            fbm(x * 2.1, y * 2.1, 8) < -0.02
            or abs(y - river(x)) < 0.07
            or math.hypot(x + 0.05, y - 0.30) < 0.2
            or land(x, y) > 0.13
        ):
            continue
        tall = r.uniform(0.022, 0.045)
        lathe(
            "pine",
            [
                (0.30 * tall, 0.15 * tall),
                (0.20 * tall, 0.45 * tall),
                (0.24 * tall, 0.42 * tall),
                (0.12 * tall, 0.72 * tall),
                (0.15 * tall, 0.70 * tall),
                (0.005 * tall, tall),
            ],
            9,
            material,
            smooth=False,
            loc=(x, y, land(x, y)),
            cap=False,
        )


def build():
    metal = metals()
    oak = mat("oak", (0.075, 0.042, 0.022), 0.5, bump=0.4, scale=6, vary=0.6, detail=8)
    wax = mat("wax", (0.55, 0.44, 0.28), 0.45, bump=0.1, scale=40)
    brass = mat("brass", (0.35, 0.22, 0.08), 0.35, 1.0, bump=0.2, scale=50)
    flame = emis("flame", (1.0, 0.52, 0.15), 30)
    heightmesh("land", land, -WIDE / 2, WIDE / 2, -DEEP / 2, DEEP / 2, 460, 260, painted())
    water = mat("water", (0.012, 0.030, 0.042), 0.12, bump=0.12, scale=30, spec=0.6)
    box(WIDE, DEEP, 0.05, water, (0, 0, -0.044))
    frame = 0.10
    for sx in (-1, 1):
        box(frame, DEEP + 2 * frame, 0.10, oak, (sx * (WIDE / 2 + frame / 2), 0, -0.06))
        box(WIDE, frame, 0.10, oak, (0, sx * (DEEP / 2 + frame / 2), -0.06))
        for sy in (-1, 1):
            box(0.13, 0.13, 0.014, brass, (sx * (WIDE / 2 + frame / 2), sy * (DEEP / 2 + frame / 2), 0.034))
    stone = mat("ivory", (0.30, 0.27, 0.22), 0.55, bump=0.4, scale=90, vary=0.35)
    roof = mat("roof", (0.045, 0.05, 0.075), 0.5, bump=0.3, scale=60)
    castle(stone, roof, emis("tiny", (1, 0.55, 0.18), 4), stone, (-0.05, 0.28, 0.095), 0.0052, 4)
    for i in range(6):  # a bridge
        t = i / 5
        box(
            0.024,
            0.052,
            0.012,
            stone,
            (-0.16, river(-0.16) - 0.085 + 0.17 * t, 0.028 + 0.014 * math.sin(math.pi * t)),
        )
    black, bone = (
        mat("ebony", (0.014, 0.013, 0.014), 0.35, bump=0.1, scale=60, spec=0.5),
        mat("bone", (0.48, 0.42, 0.32), 0.4, bump=0.1, scale=60, spec=0.5),
    )
    red, blue = (
        mat("red", (0.28, 0.014, 0.012), 0.8, bump=0.2, scale=120),
        mat("blue", (0.02, 0.05, 0.24), 0.8, bump=0.2, scale=120),
    )
    for x, y, turn, rows, columns, who, cloth in (
        (-0.30, -0.26, 0.1, 3, 4, black, red),
        (-0.02, -0.30, 0.0, 3, 5, black, red),
        (0.28, -0.24, -0.15, 3, 4, black, red),
        (-0.62, -0.12, -0.5, 2, 4, black, red),
        (-0.16, 0.135, math.pi, 2, 4, bone, blue),
        (0.14, 0.20, math.pi - 0.2, 2, 4, bone, blue),
        (0.52, 0.16, math.pi + 0.3, 2, 3, bone, blue),
    ):
        regiment(who, x, y, turn, rows, columns, cloth, int(10 * x + 20))
    pines(mat("pine", (0.022, 0.045, 0.026), 0.8, bump=0), oak)
    for x, y, tall in (
        (-1.0, -0.42, 0.16),
        (-0.86, -0.52, 0.10),
        (1.02, -0.12, 0.19),
        (0.93, -0.50, 0.08),
        (-0.72, 0.56, 0.20),
        (0.60, 0.58, 0.15),
    ):
        candle(wax, brass, flame, x, y, max(0.0, land(x, y)), tall)
    dagger(metal, 0.50, -0.36)
    with place((0.86, 0.34, -1.50 + 0.02), -0.5):
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
            0.30,
            horn_material=mat("horn", (0.10, 0.085, 0.07), 0.45, bump=0.5, scale=24, vary=0.6),
        )
    # the hall behind: a wall with tall windows, dim
    wall = mat("hall", (0.10, 0.10, 0.105), 0.85, bump=0.7, scale=1.0, brick=(0.9, 0.4), vary=0.4)
    box(12, 0.4, 5, wall, (0, 4.2, -1.2))
    night = emis("night", (0.25, 0.42, 0.95), 0.9)
    for x in (-2.6, -0.9, 0.9, 2.6):
        box(0.55, 0.05, 2.4, night, (x, 3.98, 0.35))
        for dz in (0.6, 1.2, 1.8):
            box(0.55, 0.06, 0.03, wall, (x, 3.96, 0.35 + dz))
        box(0.03, 0.06, 2.4, wall, (x, 3.96, 0.35))
    K = key((-0.4, 1, 0.7))
    area((-1.6, 2.6, 2.4), (0, 0, 0), (0.45, 0.60, 1.0), 150, 1.2, 1.6)
    area((0.4, -1.4, 1.5), (0, 0.1, 0), (1.0, 0.74, 0.50), 17, 1.2, 1.0)
    world((0.04, 0.05, 0.09), 0.5)
    lens = camera((0.06, -1.22, 0.74), (0.02, 0.06, 0.095), 33)
    lens.data.dof.use_dof, lens.data.dof.focus_distance, lens.data.dof.aperture_fstop = True, 1.30, 6.3
    return dict(key=K, far=30, near=0.2)
