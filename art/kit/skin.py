"""Materials of bodies: skin, eyes, brows, hair."""

import bpy

from kit.human import ASSETS


def image(nodes, path):
    node = nodes.new("ShaderNodeTexImage")
    node.image = bpy.data.images.load(str(ASSETS / path), check_existing=True)
    node.interpolation = "Cubic"
    return node


def skin(name, texture, tint=(1, 1, 1), rough=0.48, pores=0.25, glow=None, subsurface=0.12):
    """Skin with MakeHuman's colours multiplied by a tint, and pores of our own."""
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    nodes, links = m.node_tree.nodes, m.node_tree.links
    b = nodes["Principled BSDF"]
    colours = image(nodes, f"skins/{texture}")
    mix = nodes.new("ShaderNodeMixRGB")
    mix.blend_type, mix.inputs["Fac"].default_value = "MULTIPLY", 1
    mix.inputs["Color2"].default_value = (*tint, 1)
    links.new(colours.outputs["Color"], mix.inputs["Color1"])
    links.new(mix.outputs["Color"], b.inputs["Base Color"])
    if subsurface:
        b.inputs["Subsurface"].default_value = subsurface
        b.inputs["Subsurface Radius"].default_value = (0.012, 0.004, 0.002)
        links.new(mix.outputs["Color"], b.inputs["Subsurface Color"])
    b.inputs["Roughness"].default_value, b.inputs["Specular"].default_value = rough, 0.4
    place = nodes.new("ShaderNodeNewGeometry")
    fine = nodes.new("ShaderNodeTexNoise")
    fine.inputs["Scale"].default_value, fine.inputs["Detail"].default_value = 260, 3
    links.new(place.outputs["Position"], fine.inputs["Vector"])
    add = nodes.new("ShaderNodeMath")
    add.operation = "MULTIPLY_ADD"
    add.inputs[1].default_value = 0.35
    links.new(fine.outputs["Fac"], add.inputs[0])
    grey = nodes.new("ShaderNodeRGBToBW")
    links.new(colours.outputs["Color"], grey.inputs[0])
    links.new(grey.outputs[0], add.inputs[2])
    bump = nodes.new("ShaderNodeBump")
    bump.inputs["Strength"].default_value, bump.inputs["Distance"].default_value = pores, 0.004
    links.new(add.outputs[0], bump.inputs["Height"])
    links.new(bump.outputs["Normal"], b.inputs["Normal"])
    return m


def cut_out(name, path, tint=(1, 1, 1), rough=0.5, spec=0.3, emit=0.0):
    """A picture with its transparency: eyes, brows, lashes, hair cards."""
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    nodes, links = m.node_tree.nodes, m.node_tree.links
    b = nodes["Principled BSDF"]
    colours = image(nodes, f"proxies/{path}")
    mix = nodes.new("ShaderNodeMixRGB")
    mix.blend_type, mix.inputs["Fac"].default_value = "MULTIPLY", 1
    mix.inputs["Color2"].default_value = (*tint, 1)
    links.new(colours.outputs["Color"], mix.inputs["Color1"])
    links.new(mix.outputs["Color"], b.inputs["Base Color"])
    links.new(colours.outputs["Alpha"], b.inputs["Alpha"])
    b.inputs["Roughness"].default_value, b.inputs["Specular"].default_value = rough, spec
    if emit:
        links.new(mix.outputs["Color"], b.inputs["Emission"])
        b.inputs["Emission Strength"].default_value = emit
    return m
