"""Materials made of noise, never of images."""

import bpy
import numpy as np


def mat(
    name,
    col=(0.2, 0.2, 0.2),
    rough=0.8,
    metal=0,
    bump=0.4,
    scale=2.0,
    vary=0.5,
    brick=None,
    emit=None,
    estr=0,
    spec=0.3,
    moss=None,
    detail=8,
):
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    nt = m.node_tree
    N = nt.nodes
    L = nt.links
    b = N["Principled BSDF"]
    b.inputs["Roughness"].default_value = rough
    b.inputs["Metallic"].default_value = metal
    b.inputs["Specular"].default_value = spec
    if emit:
        b.inputs["Emission"].default_value = (*emit, 1)
        b.inputs["Emission Strength"].default_value = estr
        b.inputs["Base Color"].default_value = (*col, 1)
        return m
    tc = N.new("ShaderNodeTexCoord")
    geo = N.new("ShaderNodeNewGeometry")
    n1 = N.new("ShaderNodeTexNoise")
    n1.inputs["Scale"].default_value = scale
    n1.inputs["Detail"].default_value = detail
    n1.inputs["Roughness"].default_value = 0.62
    L.new(geo.outputs["Position"], n1.inputs["Vector"])
    ramp = N.new("ShaderNodeValToRGB")
    e = ramp.color_ramp.elements
    c = np.array(col)
    e[0].position = 0.3
    e[1].position = 0.72
    e[0].color = (*(c * (1 - vary)), 1)
    e[1].color = (*np.clip(c * (1 + vary), 0, 1), 1)
    L.new(n1.outputs["Fac"], ramp.inputs["Fac"])
    colout = ramp.outputs["Color"]
    h = n1.outputs["Fac"]
    if brick:
        bt = N.new("ShaderNodeTexBrick")
        uv = tc.outputs["UV"]
        bt.inputs["Scale"].default_value = 1
        bt.inputs["Brick Width"].default_value = brick[0]
        bt.inputs["Row Height"].default_value = brick[1]
        bt.inputs["Mortar Size"].default_value = brick[1] * 0.07
        bt.inputs["Mortar Smooth"].default_value = 0.6
        bt.inputs["Color1"].default_value = (1, 1, 1, 1)
        bt.inputs["Color2"].default_value = (0.62, 0.62, 0.62, 1)
        bt.inputs["Mortar"].default_value = (0.25, 0.25, 0.25, 1)
        # wobble
        nn = N.new("ShaderNodeTexNoise")
        nn.inputs["Scale"].default_value = 0.9
        L.new(uv, nn.inputs["Vector"])
        mx = N.new("ShaderNodeMixRGB")
        mx.blend_type = "ADD"
        mx.inputs["Fac"].default_value = 0.12 * brick[0]
        L.new(uv, mx.inputs["Color1"])
        L.new(nn.outputs["Color"], mx.inputs["Color2"])
        L.new(mx.outputs["Color"], bt.inputs["Vector"])
        mul = N.new("ShaderNodeMixRGB")
        mul.blend_type = "MULTIPLY"
        mul.inputs["Fac"].default_value = 0.9
        L.new(colout, mul.inputs["Color1"])
        L.new(bt.outputs["Color"], mul.inputs["Color2"])
        colout = mul.outputs["Color"]
        ma = N.new("ShaderNodeMath")
        ma.operation = "MULTIPLY_ADD"
        L.new(bt.outputs["Fac"], ma.inputs[0])
        ma.inputs[1].default_value = -0.8
        L.new(h, ma.inputs[2])
        h = ma.outputs[0]
    if moss:
        sx = N.new("ShaderNodeSeparateXYZ")
        L.new(geo.outputs["Normal"], sx.inputs[0])
        mr = N.new("ShaderNodeMapRange")
        mr.inputs["From Min"].default_value = 0.35
        mr.inputs["From Max"].default_value = 0.85
        L.new(sx.outputs["Z"], mr.inputs["Value"])
        mm = N.new("ShaderNodeMath")
        mm.operation = "MULTIPLY"
        L.new(mr.outputs["Result"], mm.inputs[0])
        L.new(n1.outputs["Fac"], mm.inputs[1])
        mx2 = N.new("ShaderNodeMixRGB")
        L.new(mm.outputs[0], mx2.inputs["Fac"])
        L.new(colout, mx2.inputs["Color1"])
        mx2.inputs["Color2"].default_value = (*moss, 1)
        colout = mx2.outputs["Color"]
    L.new(colout, b.inputs["Base Color"])
    if bump:
        bp = N.new("ShaderNodeBump")
        bp.inputs["Strength"].default_value = min(1, bump)
        bp.inputs["Distance"].default_value = max(0.02, 0.25 * bump / max(scale, 0.3))
        L.new(h, bp.inputs["Height"])
        L.new(bp.outputs["Normal"], b.inputs["Normal"])
    return m


def cobbles(m, scale=2.6, wet=0.5):
    """turns a material into rounded paving stones (world XY Voronoi), wet where noise says so"""
    nt = m.node_tree
    N = nt.nodes
    L = nt.links
    b = N["Principled BSDF"]
    g = N.new("ShaderNodeNewGeometry")
    v = N.new("ShaderNodeTexVoronoi")
    v.feature = "DISTANCE_TO_EDGE"
    v.inputs["Scale"].default_value = scale
    v.inputs["Randomness"].default_value = 0.75
    L.new(g.outputs["Position"], v.inputs["Vector"])
    r = N.new("ShaderNodeMapRange")
    r.interpolation_type = "SMOOTHSTEP"
    r.inputs["From Max"].default_value = 0.16
    L.new(v.outputs["Distance"], r.inputs["Value"])
    c = N.new("ShaderNodeTexVoronoi")
    c.inputs["Scale"].default_value = scale
    c.inputs["Randomness"].default_value = 0.75
    L.new(g.outputs["Position"], c.inputs["Vector"])
    h = N.new("ShaderNodeSeparateColor")
    L.new(c.outputs["Color"], h.inputs[0])
    k = N.new("ShaderNodeMapRange")
    k.inputs["To Min"].default_value = 0.55
    k.inputs["To Max"].default_value = 1.15
    L.new(h.outputs[0], k.inputs["Value"])
    q = N.new("ShaderNodeMath")
    q.operation = "MULTIPLY"
    L.new(k.outputs[0], q.inputs[0])
    L.new(r.outputs[0], q.inputs[1])
    old = b.inputs["Base Color"].links[0].from_socket
    mu = N.new("ShaderNodeMixRGB")
    mu.blend_type = "MULTIPLY"
    mu.inputs["Fac"].default_value = 0.85
    L.new(old, mu.inputs["Color1"])
    L.new(q.outputs[0], mu.inputs["Color2"])
    L.new(mu.outputs["Color"], b.inputs["Base Color"])
    n = N.new("ShaderNodeTexNoise")
    n.inputs["Scale"].default_value = 0.28
    n.inputs["Detail"].default_value = 4
    L.new(g.outputs["Position"], n.inputs["Vector"])
    w = N.new("ShaderNodeMapRange")
    w.inputs["From Min"].default_value = 0.42
    w.inputs["From Max"].default_value = 0.6
    w.inputs["To Min"].default_value = 0.62
    w.inputs["To Max"].default_value = 0.62 - 0.42 * wet
    L.new(n.outputs["Fac"], w.inputs["Value"])
    L.new(w.outputs[0], b.inputs["Roughness"])
    bp = N.new("ShaderNodeBump")
    bp.inputs["Strength"].default_value = 0.5
    bp.inputs["Distance"].default_value = 0.06
    L.new(r.outputs[0], bp.inputs["Height"])
    L.new(bp.outputs["Normal"], b.inputs["Normal"])
    return m
