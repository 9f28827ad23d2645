"""An old forest: trunks with ridged bark and roots, leaves, crystals that glow from within, mushrooms."""

import math
import random

import bpy
import numpy as np
from mathutils import Euler, Vector, noise

from kit.materials import mat
from kit.shapes import add, lathe, mesh
from kit.wardrobe import tube


def bark(name="bark", colour=(0.05, 0.042, 0.038), moss=(0.022, 0.06, 0.032)):
    return mat(name, colour, 0.85, bump=0.5, scale=9, moss=moss, vary=0.6, detail=8)


def trunk(material, x, y, ground, radius, height, seed, rows=90, around=120, limbs=4, lean=(0, 0)):
    """A trunk that swells into roots, its bark in ridges that run upwards; ground(x, y) is the height of the ground."""
    r = random.Random(seed)
    z0 = ground(x, y) - 0.5
    points = []
    lobes = [(r.uniform(0, 6.28), r.uniform(0.5, 1.0), r.uniform(2.2, 4.5)) for _ in range(6)]
    for j in range(rows + 1):
        z = height * (j / rows) ** 1.5
        thin = 1.18 - 0.55 * (z / height) ** 0.6
        for i in range(around):
            a = 2 * math.pi * i / around
            root = 0
            for at, tall, sharp in lobes:
                apart = abs((a - at + math.pi) % (2 * math.pi) - math.pi)
                root += tall * math.exp(-((apart * sharp) ** 2)) * math.exp(-z / (0.55 + 0.5 * tall))
            u, v = math.cos(a), math.sin(a)
            twist = a + 0.10 * z
            wide = 1 + 0.12 * noise.noise(Vector((u * 1.3 + seed, v * 1.3, z * 0.25)))
            ridge = noise.ridged_multi_fractal(
                Vector((math.cos(twist) * 4.2 + seed, math.sin(twist) * 4.2, z * 0.42)), 0.8, 2.1, 4, 1.0, 2.0
            )
            rr = radius * (thin * wide + 0.95 * root) + 0.055 * radius**0.5 * (ridge - 1.0)
            points.append((rr * u + lean[0] * z, rr * v + lean[1] * z, z))
    faces = [
        (
            j * around + i,
            j * around + (i + 1) % around,
            (j + 1) * around + (i + 1) % around,
            (j + 1) * around + i,
        )
        for j in range(rows)
        for i in range(around)
    ]
    add("trunk", mesh("trunk", points, faces), material, True, loc=(x, y, z0))
    for _ in range(limbs):
        a, z = r.uniform(0, 6.28), r.uniform(0.28, 0.6) * height
        branch(
            material,
            Vector((x + lean[0] * z, y + lean[1] * z, z0 + z)),
            a,
            radius * 0.34,
            r.uniform(2.5, 5.5) * (0.6 + radius * 0.5),
            r,
            3,
        )


def branch(material, root, angle, radius, length, r, depth):
    line, d = [root], Vector((math.cos(angle), math.sin(angle), r.uniform(0.25, 0.8))).normalized()
    for _ in range(8):
        d = (d + Vector((r.gauss(0, 0.22), r.gauss(0, 0.22), r.gauss(0.02, 0.18)))).normalized()
        line.append(line[-1] + d * length / 8)
    tube(line, radius, material, lambda t: 1.0 - 0.78 * t, sides=3)
    if depth:
        for _ in range(3):
            at = line[r.randint(3, 8)]
            branch(material, at, angle + r.uniform(-1.1, 1.1), radius * 0.45, length * 0.6, r, depth - 1)


def leaves(material, middles, spread, count, size, seed=4):
    """Pointed leaves, each folded along its middle, in clouds round the middles."""
    rng = np.random.RandomState(seed)
    points, faces = [], []
    for _ in range(count):
        c = np.array(middles[rng.randint(len(middles))])
        p = c + rng.randn(3) * spread * np.array((1, 1, 0.55))
        s = size * rng.uniform(0.6, 1.4)
        d = rng.randn(3) * (1, 1, 0.5) + (0, 0, -0.4)
        d /= np.linalg.norm(d)
        e = np.cross(d, rng.randn(3))
        e /= np.linalg.norm(e)
        f = np.cross(d, e) * 0.18
        k = len(points)
        points += [
            p,
            p + d * s * 0.35 + e * s * 0.30 + f * s,
            p + d * s * 0.4,
            p + d * s * 0.35 - e * s * 0.30 + f * s,
        ]
        points += [
            p + d * s * 0.8 + e * s * 0.16 + f * s,
            p + d * s * 0.8 - e * s * 0.16 + f * s,
            p + d * s * 1.15,
        ]
        faces += [
            (k, k + 1, k + 2),
            (k, k + 2, k + 3),
            (k + 1, k + 4, k + 6, k + 2),
            (k + 3, k + 2, k + 6, k + 5),
        ]
    return add("leaves", mesh("leaves", points, faces), material)


def glowing_crystal(name, colour, strength):
    """Dim glass, lit from within: brightest where one looks straight into it and near its foot."""
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    nodes, links = m.node_tree.nodes, m.node_tree.links
    b = nodes["Principled BSDF"]
    b.inputs["Base Color"].default_value = (*[0.10 + 0.5 * c for c in colour], 1)
    b.inputs["Roughness"].default_value, b.inputs["Specular"].default_value = 0.10, 0.7
    b.inputs["Transmission"].default_value, b.inputs["IOR"].default_value = 0.55, 1.5
    place = nodes.new("ShaderNodeTexCoord")
    split = nodes.new("ShaderNodeSeparateXYZ")
    links.new(place.outputs["Generated"], split.inputs[0])
    foot = nodes.new("ShaderNodeMapRange")
    foot.inputs["From Min"].default_value, foot.inputs["From Max"].default_value = 0.95, 0.0
    foot.inputs["To Min"].default_value, foot.inputs["To Max"].default_value = 0.10, 1.0
    links.new(split.outputs["Z"], foot.inputs["Value"])
    facing = nodes.new("ShaderNodeLayerWeight")
    facing.inputs["Blend"].default_value = 0.45
    inner = nodes.new("ShaderNodeMapRange")
    inner.inputs["To Min"].default_value, inner.inputs["To Max"].default_value = 1.0, 0.06
    links.new(facing.outputs["Facing"], inner.inputs["Value"])
    cloud = nodes.new("ShaderNodeTexNoise")
    cloud.inputs["Scale"].default_value, cloud.inputs["Detail"].default_value = 3.2, 6
    cloud.inputs["Distortion"].default_value = 1.2
    stretch = nodes.new("ShaderNodeMapping")
    stretch.inputs["Scale"].default_value = (1.6, 1.6, 0.55)
    links.new(place.outputs["Object"], stretch.inputs[0])
    links.new(stretch.outputs[0], cloud.inputs["Vector"])
    power = nodes.new("ShaderNodeMath")
    power.operation, power.inputs[1].default_value = "POWER", 3.0
    links.new(cloud.outputs["Fac"], power.inputs[0])
    value = power.outputs[0]
    for other in (foot.outputs[0], inner.outputs[0]):
        product = nodes.new("ShaderNodeMath")
        product.operation = "MULTIPLY"
        links.new(value, product.inputs[0])
        links.new(other, product.inputs[1])
        value = product.outputs[0]
    last = nodes.new("ShaderNodeMath")
    last.operation, last.inputs[1].default_value = "MULTIPLY", strength * 7
    links.new(value, last.inputs[0])
    b.inputs["Emission"].default_value = (*colour, 1)
    links.new(last.outputs[0], b.inputs["Emission Strength"])
    return m


def crystals(material, loc, count, size, rng, tilt=0.6):
    """A cluster of six-sided crystals with slanted points; the biggest stands in the middle."""
    for i in range(count):
        tall = size * (1.7 if i == 0 else rng.uniform(0.35, 1.15))
        radius = tall * rng.uniform(0.085, 0.14)
        a = rng.uniform(0, 2 * math.pi)
        away = 0 if i == 0 else rng.uniform(0.10, 0.42) * size
        points, slant = [], (rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5))
        for z, k in ((-0.3, 0.75), (0.1, 1.0), (0.72, 0.93)):
            for s in range(6):
                q = s * math.pi / 3 + 0.17 * math.sin(s * 2.7 + i)
                top = 0.10 * (slant[0] * math.cos(q) + slant[1] * math.sin(q)) if z > 0.5 else 0
                points.append((radius * k * math.cos(q), radius * k * math.sin(q), tall * (z + top)))
        points.append((radius * slant[0] * 0.8, radius * slant[1] * 0.8, tall))
        faces = [
            (j * 6 + s, j * 6 + (s + 1) % 6, (j + 1) * 6 + (s + 1) % 6, (j + 1) * 6 + s)
            for j in (0, 1)
            for s in range(6)
        ]
        faces += [(12 + s, 12 + (s + 1) % 6, 18) for s in range(6)]
        thing = add("crystal", mesh("crystal", points, faces), material)
        lean = 0.06 if i == 0 else rng.uniform(0.15, tilt)
        thing.location = (loc[0] + away * math.cos(a), loc[1] + away * math.sin(a), loc[2])
        thing.rotation_euler = Euler((-lean * math.sin(a), lean * math.cos(a), rng.uniform(0, 6)), "XYZ")
        edge = thing.modifiers.new("edge", "BEVEL")
        edge.width, edge.segments = radius * 0.07, 1


def mushroom(stem, cap, loc, tall, r):
    """A stem that leans, gills below, a cap with a soft rim."""
    bend = (r.uniform(-0.3, 0.3) * tall, r.uniform(-0.3, 0.3) * tall)
    line = [
        (loc[0] + bend[0] * t * t, loc[1] + bend[1] * t * t, loc[2] + tall * t) for t in (0, 0.35, 0.7, 1)
    ]
    tube(line, tall * 0.075, stem, lambda t: 1.35 - 0.5 * t, sides=3)
    wide = tall * r.uniform(0.38, 0.55)
    profile = [
        (wide * 0.16, -0.02 * tall),
        (wide * 0.88, -0.05 * tall),
        (wide, 0.0),
        (wide * 0.93, 0.10 * tall),
    ]
    profile += [(wide * 0.70, 0.22 * tall), (wide * 0.36, 0.31 * tall), (wide * 0.05, 0.34 * tall)]
    top = lathe("cap", profile, 28, cap, lambda a, z: 1 + 0.03 * math.sin(a * 5 + tall * 40), loc=line[-1])
    top.rotation_euler = (bend[1] / tall * -0.9, bend[0] / tall * 0.9, 0)


def mushroom_cap(name, colour, strength):
    """A cap that glows where light comes through: at its rim."""
    m = mat(name, tuple(0.25 * c + 0.02 for c in colour), 0.45, bump=0.3, scale=18)
    nodes, links = m.node_tree.nodes, m.node_tree.links
    b = nodes["Principled BSDF"]
    facing = nodes.new("ShaderNodeLayerWeight")
    facing.inputs["Blend"].default_value = 0.55
    power = nodes.new("ShaderNodeMath")
    power.operation, power.inputs[1].default_value = "POWER", 2.5
    links.new(facing.outputs["Facing"], power.inputs[0])
    gain = nodes.new("ShaderNodeMath")
    gain.operation, gain.inputs[1].default_value = "MULTIPLY", strength
    links.new(power.outputs[0], gain.inputs[0])
    b.inputs["Emission"].default_value = (*colour, 1)
    links.new(gain.outputs[0], b.inputs["Emission Strength"])
    return m
