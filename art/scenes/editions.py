"""What is sold, on a dark table: the box, or the supporter's box with armour, art book and soundtrack.

The printed sides come from covers.mjs: run it first.
"""

import math
import os

import bpy
import numpy as np

from kit.heroes import armour, metals, place
from kit.helmet import helmet
from kit.human import Human
from kit.materials import mat
from kit.shapes import add, heightmesh, lathe, mesh
from kit.stage import area, camera, key, point, sun, taking, world
from kit.wardrobe import shoulders, tube


def print_of(name, rough=0.32):
    """A printed, coated side."""
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    nodes, links = m.node_tree.nodes, m.node_tree.links
    picture = nodes.new("ShaderNodeTexImage")
    picture.image = bpy.data.images.load(f"{os.environ['ART_TMP']}/cover-{name}.png")
    picture.extension = "EXTEND"
    b = nodes["Principled BSDF"]
    links.new(picture.outputs["Color"], b.inputs["Base Color"])
    b.inputs["Roughness"].default_value, b.inputs["Specular"].default_value = rough, 0.5
    b.inputs["Clearcoat"].default_value, b.inputs["Clearcoat Roughness"].default_value = 0.2, 0.12
    return m


def carton(wide, tall, deep, front, side, rest, lid=0.0, gold=None):
    """A box whose front faces -y and whose left side is its spine; lid is how far a lid reaches down, in metres."""
    x, y = wide / 2, deep / 2
    points = [
        (-x, -y, 0),
        (x, -y, 0),
        (x, y, 0),
        (-x, y, 0),
        (-x, -y, tall),
        (x, -y, tall),
        (x, y, tall),
        (-x, y, tall),
    ]
    faces = [(0, 1, 5, 4), (3, 0, 4, 7), (1, 2, 6, 5), (2, 3, 7, 6), (4, 5, 6, 7), (3, 2, 1, 0)]
    square = [(0, 0), (1, 0), (1, 1), (0, 1)]
    me = mesh("carton", points, faces, square * 6)
    for material in (front, side, rest):
        me.materials.append(material)
    for i, polygon in enumerate(me.polygons):
        polygon.material_index = {0: 0, 1: 1, 2: 1}.get(i, 2)
    thing = add("carton", me)
    edge = thing.modifiers.new("edge", "BEVEL")
    edge.width, edge.segments = 0.0016, 2
    if lid:
        z = tall - lid
        for a, b in (((-x, -y), (x, -y)), ((-x, y), (-x, -y)), ((x, -y), (x, y))):
            tube([(*a, z), (*b, z)], 0.0011, rest, smooth=False)
    if gold:
        for sx in (-1, 1):
            for sz in (0, 1):
                corner = add(
                    "corner",
                    mesh(
                        "corner", [(0, 0, 0), (-sx * 0.022, 0, 0), (0, 0, 0.022 * (1 - 2 * sz))], [(0, 1, 2)]
                    ),
                    gold,
                )
                corner.location = (sx * x, -y - 0.0008, tall * sz)
    return thing


def build():
    table = mat("table", (0.05, 0.05, 0.06), 0.34, bump=0.06, scale=14, spec=0.4, vary=0.1)
    dark = mat("card", (0.012, 0.013, 0.022), 0.4, bump=0.03, scale=60)
    paper = mat("paper", (0.62, 0.57, 0.47), 0.8, bump=0.05, scale=200)
    gold = mat("foil", (0.72, 0.48, 0.18), 0.25, 1.0, bump=0.05, scale=60)
    if taking("edition-standard"):
        with place((0.012, 0, 0), math.radians(27)):
            carton(0.150, 0.200, 0.034, print_of("standard"), print_of("standard-spine"), dark)
        camera((0.02, -0.78, 0.145), (0.0, 0, 0.098), 84)
        spread, tall = 0.5, 0.3
    else:
        supporter(dark, paper, gold)
        camera((0.06, -2.15, 0.46), (0.065, 0, 0.262), 74)
        spread, tall = 1.2, 0.8

    # the table runs up into a backdrop, on which a light behind the goods throws a glow
    def paper_roll(x, y):
        return spread * 1.1 * max(0, y / spread - 1.5) ** 2

    heightmesh("roll", paper_roll, -5 * spread, 5 * spread, -3 * spread, 4.2 * spread, 60, 160, table)
    K = key((0.1, 1, 0.5))
    sun((0.1, 1, 0.7), (0.6, 0.7, 1), 0.2, 20)
    w = spread * spread
    for x, z, tint, watts in (
        (0.1, 0.45, (1.0, 0.42, 0.12), 34),
        (-0.9, 0.9, (0.30, 0.42, 1.0), 26),
        (1.2, 0.9, (0.30, 0.42, 1.0), 20),
    ):
        point((x * spread, 1.25 * spread, z * spread), tint, watts * w, 0.15 * spread, vol=False)
    area(
        (-1.5 * spread, 0.9 * spread, 1.0 * spread),
        (0, 0, tall / 3),
        (0.55, 0.70, 1.0),
        26 * w,
        0.5 * spread,
        1.6 * spread,
    )
    area(
        (1.5 * spread, 1.0 * spread, 0.8 * spread),
        (0, 0, tall / 3),
        (1.0, 0.50, 0.18),
        60 * w,
        0.5 * spread,
        1.6 * spread,
    )
    area(
        (-0.7 * spread, -2.2 * spread, 1.6 * spread),
        (0, 0, tall / 2),
        (0.95, 0.95, 1.0),
        105 * w,
        1.0 * spread,
        1.0 * spread,
    )
    area(
        (1.3 * spread, -1.3 * spread, 0.6 * spread),
        (0, 0, tall / 2),
        (1.0, 0.80, 0.6),
        10 * w,
        0.5 * spread,
        1.2 * spread,
    )
    world((0.03, 0.04, 0.08), 0.6)
    return dict(key=K, far=30, near=0.3)


def supporter(dark, paper, gold):
    with place((-0.29, 0.16, -0.279), math.radians(16), 0.46):
        stand()
    with place((0.12, 0.12, 0), math.radians(20)):
        carton(0.30, 0.36, 0.10, print_of("supporter"), print_of("supporter-spine"), dark, 0.13, gold)
    with place((0.43, 0.02, 0), math.radians(-16)):
        book(print_of("book"), dark, paper)
    with place((0.215, -0.20, 0), math.radians(8)):
        record(print_of("record"), dark)


def stand():
    """The Ember Guard's harness on a post, without a body in it."""
    metal = metals()
    h = Human(
        {
            "macrodetails/caucasian-male-young": 1,
            "macrodetails/universal-male-young-maxmuscle-averageweight": 0.8,
        }
    )
    for side, o in (("L", 1), ("R", -1)):
        h.arm(side, (0.30 * o, -0.02, -1), (0.14 * o, -0.28, -1))
        h.hand(side, (0.1 * o, -0.2, -1), (-o, 0, 0))
        h.curl(side, (25, 30, 20))
    armour(h, metal, above=0.93)
    helmet(
        h,
        metal["steel"],
        metal["gold"],
        0.30,
        horn_material=mat("horn", (0.10, 0.085, 0.07), 0.45, bump=0.5, scale=24, vary=0.6),
    )
    shoulders(h, mat("mantle", (0.20, 0.012, 0.012), 0.85, bump=0.35, scale=60), 3, 0.02)
    wood = mat("post", (0.07, 0.04, 0.022), 0.5, bump=0.4, scale=20, vary=0.6)
    hide = mat("inside", (0.010, 0.009, 0.010), 0.9, bump=0)
    for x, y, z, size in ((0, 0.01, 1.70, 0.085), (0, 0.0, 1.62, 0.07)):
        bpy.ops.mesh.primitive_uv_sphere_add(radius=size, location=(x, y, z))
        bpy.context.object.data.materials.append(hide)
    lathe("post", [(0.035, 0.6), (0.035, 1.25)], 16, wood)
    lathe("plinth", [(0.30, 0.607), (0.30, 0.65), (0.27, 0.67), (0.05, 0.68)], 8, wood, smooth=False)


def book(front, dark, paper):
    """The art book, standing a little open."""
    wide, tall, deep = 0.20, 0.25, 0.028
    carton(wide, tall, 0.004, front, dark, dark).location = (0, -deep / 2, 0)
    carton(wide - 0.008, tall - 0.008, deep - 0.005, paper, dark, paper).location = (0.002, 0, 0.003)
    carton(wide, tall, 0.004, dark, dark, dark).location = (0, deep / 2, 0)
    spine_ = lathe("spine", [(deep / 2 + 0.002, 0), (deep / 2 + 0.002, tall)], 24, dark)
    spine_.location = (-wide / 2, 0, 0)


def record(front, dark):
    """The soundtrack: a sleeve that leans back, its record half out of it."""
    size = 0.20
    lean = math.radians(-14)
    sleeve = carton(size, size, 0.005, front, dark, dark)
    sleeve.rotation_euler = (lean, 0, 0)
    vinyl = mat("vinyl", (0.008, 0.008, 0.009), 0.24, bump=0, spec=0.6)
    profile = []
    for i in range(70):
        r = 0.030 + 0.062 * i / 69
        profile.append((r, 0.0016 + 0.00022 * math.sin(i * 2.4) + (0.0004 if i % 17 < 2 else 0)))
    disc = lathe(
        "disc",
        [(0.0, 0.0016), (0.030, 0.0016)] + profile + [(0.0935, 0.0006), (0.0935, -0.0006)],
        96,
        vinyl,
        cap=False,
    )
    label = lathe(
        "label",
        [(0.004, 0.0024), (0.029, 0.0024)],
        48,
        mat("label", (0.30, 0.02, 0.016), 0.5, bump=0.1, scale=80),
        cap=False,
    )
    for thing in (disc, label):
        thing.rotation_euler = (math.pi / 2 + lean, 0, 0)
        thing.location = (0.098, -0.004 + 0.098 * math.sin(-lean), 0.098)
