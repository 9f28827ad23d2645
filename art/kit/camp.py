"""What a camp is made of: logs to sit on, tankards, tents, grass."""

import math

from kit.glow import emis
from kit.heroes import place
from kit.materials import mat
from kit.shapes import fbm, lathe
from kit.wardrobe import sheet, tube


def log(bark, cut, foot, turn, long_=1.35, thick=0.21):
    """A felled trunk to sit on, its rings to be seen at both ends; foot is the ground below its middle."""
    x, y, z0 = foot

    def rough(a, z):
        return (
            1
            + 0.035 * math.sin(a * 3 + 1.1)
            + 0.05 * fbm(math.cos(a) * 2.4, math.sin(a) * 2.4, z * 1.6)
            + 0.05 * abs(fbm(math.cos(a) * 9, math.sin(a) * 9, z * 1.3))
        )

    trunk = lathe(
        "log",
        [(thick * (1 + 0.10 * (k / 24 - 0.5)), long_ * (k / 24 - 0.5)) for k in range(25)],
        72,
        bark,
        rough,
        cap=False,
    )
    trunk.location, trunk.rotation_euler = (x, y, z0 + thick), (0, math.pi / 2, turn)
    for end in (-1, 1):
        face = lathe(
            "cut",
            [(thick * k / 7, long_ / 2 + 0.004 - 0.003 * (k % 2)) for k in (7, 6, 5, 4, 3, 2, 1, 0.05)],
            40,
            cut,
            lambda a, z: 1 + 0.03 * math.sin(a * 3 + 1.1),
            cap=False,
        )
        face.location, face.rotation_euler = (x, y, z0 + thick), (0, end * math.pi / 2, turn)


def tankard(wood, iron, matrix=None, loc=(0, 0, 0)):
    """Staves and hoops; at a hand's grip, or standing."""
    body = lathe(
        "tankard",
        [(0.001, -0.07), (0.050, -0.07), (0.044, 0.075), (0.040, 0.075), (0.040, 0.05), (0.001, 0.05)],
        14,
        wood,
        smooth=False,
        cap=False,
    )
    things = [body]
    for z in (-0.055, 0.055):
        things.append(
            lathe(
                "hoop",
                [
                    (0.051 - 0.045 * (z + 0.07), z - 0.008),
                    (0.053 - 0.045 * (z + 0.07), z),
                    (0.051 - 0.045 * (z + 0.07), z + 0.008),
                ],
                24,
                iron,
                cap=False,
            )
        )
    things.append(
        tube([(0.045, 0, 0.05), (0.085, 0, 0.045), (0.09, 0, -0.03), (0.046, 0, -0.045)], 0.007, iron)
    )
    for thing in things:
        if matrix is not None:
            thing.matrix_world = matrix @ thing.matrix_world
        else:
            thing.location = loc


def lamplight():
    """What shines out between the flaps of a tent: brightest at the ground."""
    m = emis("slit", (1, 0.36, 0.08), 0.5)
    nodes, links = m.node_tree.nodes, m.node_tree.links
    where, split, fade = (
        nodes.new("ShaderNodeTexCoord"),
        nodes.new("ShaderNodeSeparateXYZ"),
        nodes.new("ShaderNodeMapRange"),
    )
    links.new(where.outputs["Generated"], split.inputs[0])
    links.new(split.outputs["Z"], fade.inputs["Value"])
    fade.inputs["From Max"].default_value = 0.8
    fade.inputs["To Min"].default_value, fade.inputs["To Max"].default_value = 0.55, 0.03
    links.new(fade.outputs[0], nodes["Principled BSDF"].inputs["Emission Strength"])
    return m


def tent(canvas, pole, foot, size, turn, glow=None):
    """A round pavilion, its door a slit that a lamp inside shines through."""
    x, y, z = foot
    lathe(
        "tent",
        [
            (1.62 * size, 0),
            (1.58 * size, 0.9 * size),
            (1.52 * size, 1.75 * size),
            (1.70 * size, 1.70 * size),
            (1.66 * size, 1.86 * size),
            (0.95 * size, 2.45 * size),
            (0.42 * size, 3.1 * size),
            (0.03 * size, 3.75 * size),
        ],
        64,
        canvas,
        lambda a, h: 1 + 0.03 * math.sin(a * 16) * (1 - h / (5 * size)) + 0.02 * math.sin(a * 5 + h),
        loc=(x, y, z - 0.1),
        cap=False,
    )
    tube([(x, y, z + 3.4 * size), (x, y, z + 4.15 * size)], 0.018 * size, pole)
    if glow is not None:
        dx, dy = math.sin(turn), -math.cos(turn)
        with place((x + 1.63 * size * dx, y + 1.63 * size * dy, z), turn):
            sheet(
                "door",
                [
                    [(0, -0.02, 1.5 * size), (0.01 * size, -0.02, 1.5 * size)],
                    [(-0.02 * size, -0.03, 0.9 * size), (0.05 * size, -0.03, 0.9 * size)],
                    [(-0.10 * size, -0.06, 0), (0.12 * size, -0.06, 0)],
                ],
                glow,
                0,
                subdivide=0,
            )


def blades():
    """Grass that lets the moon through from behind."""
    m = mat("grass", (0.050, 0.052, 0.030), 1, bump=0, spec=0.1)
    nodes, links = m.node_tree.nodes, m.node_tree.links
    through, mix = nodes.new("ShaderNodeBsdfTranslucent"), nodes.new("ShaderNodeMixShader")
    through.inputs["Color"].default_value = (0.050, 0.052, 0.030, 1)
    mix.inputs[0].default_value = 0.5
    links.new(nodes["Principled BSDF"].outputs[0], mix.inputs[1])
    links.new(through.outputs[0], mix.inputs[2])
    links.new(mix.outputs[0], nodes["Material Output"].inputs["Surface"])
    return m
