"""Materials that glow: windows, crystals, portals, fissures."""

import bpy

from kit.materials import mat


def emis(name, col, s):
    return mat(name, (0, 0, 0), emit=col, estr=s)


def stained(name, col, s, cells=1.9):
    """A window of leaded panes, each as bright as its glass lets through: col is the clearest glass, s its strength."""
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    nodes, links = m.node_tree.nodes, m.node_tree.links
    nodes.remove(nodes["Principled BSDF"])
    place = nodes.new("ShaderNodeNewGeometry")
    parts = []
    for feature, output, lowest, highest, low, high in (
        ("F1", "Color", 0.0, 1.0, 0.22, 1.0),
        ("DISTANCE_TO_EDGE", "Distance", 0.02, 0.07, 0.10, 1.0),
    ):
        panes = nodes.new("ShaderNodeTexVoronoi")
        panes.feature, panes.inputs["Scale"].default_value = feature, cells
        links.new(place.outputs["Position"], panes.inputs["Vector"])
        value = nodes.new("ShaderNodeMapRange")
        value.inputs["From Min"].default_value, value.inputs["From Max"].default_value = lowest, highest
        value.inputs["To Min"].default_value, value.inputs["To Max"].default_value = low, high
        links.new(panes.outputs[output], value.inputs["Value"])
        parts.append(value.outputs[0])
    tone = nodes.new("ShaderNodeValToRGB")
    deep, clear = tone.color_ramp.elements
    deep.position, deep.color = 0.2, (*[c * c * 0.8 for c in col], 1)
    clear.position, clear.color = 1.0, (*col, 1)
    links.new(parts[0], tone.inputs["Fac"])
    glow = nodes.new("ShaderNodeEmission")
    links.new(tone.outputs["Color"], glow.inputs["Color"])
    links.new(product(m, parts[0], parts[1], s), glow.inputs["Strength"])
    links.new(glow.outputs[0], nodes["Material Output"].inputs["Surface"])
    return m


def product(m, one, other, times=1.0):
    """A node's value that is one * other * times."""
    node = m.node_tree.nodes.new("ShaderNodeMath")
    node.operation = "MULTIPLY"
    m.node_tree.links.new(one, node.inputs[0])
    if other is None:
        node.inputs[1].default_value = times
        return node.outputs[0]
    m.node_tree.links.new(other, node.inputs[1])
    return node.outputs[0] if times == 1.0 else product(m, node.outputs[0], None, times)


def vortex(name, c, stops, st, arms=3, tw=0.55, sc=0.5, axis="XZ"):
    """swirling emissive portal, centre c in the object's XZ plane"""
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    nt = m.node_tree
    N = nt.nodes
    L = nt.links
    N.remove(N["Principled BSDF"])
    out = N["Material Output"]
    tc = N.new("ShaderNodeTexCoord")
    sp = N.new("ShaderNodeSeparateXYZ")
    L.new(tc.outputs["Object"], sp.inputs[0])

    def M(op, a, b=None, c=None):
        n = N.new("ShaderNodeMath")
        n.operation = op
        for i, x in enumerate((a, b, c)):
            if x is None:
                continue
            if isinstance(x, (int, float)):
                n.inputs[i].default_value = x
            else:
                L.new(x, n.inputs[i])
        return n.outputs[0]

    x = M("SUBTRACT", sp.outputs["X"], c[0])
    z = M("SUBTRACT", sp.outputs["Z"], c[1])
    z2 = M("MULTIPLY", z, 0.62)
    r = M("SQRT", M("ADD", M("MULTIPLY", x, x), M("MULTIPLY", z2, z2)))
    th = M("ARCTAN2", z2, x)
    a = M("ADD", th, M("MULTIPLY", r, -tw))
    cb = N.new("ShaderNodeCombineXYZ")
    L.new(M("MULTIPLY", M("COSINE", a), M("ADD", M("MULTIPLY", r, 0.55), 0.6)), cb.inputs[0])
    L.new(M("MULTIPLY", M("SINE", a), M("ADD", M("MULTIPLY", r, 0.55), 0.6)), cb.inputs[1])
    L.new(M("MULTIPLY", r, -0.35), cb.inputs[2])
    n = N.new("ShaderNodeTexNoise")
    n.inputs["Scale"].default_value = sc * 2.2
    n.inputs["Detail"].default_value = 9
    n.inputs["Roughness"].default_value = 0.6
    n.inputs["Distortion"].default_value = 1.4
    L.new(cb.outputs[0], n.inputs["Vector"])
    v = M("ADD", M("MULTIPLY", r, 0.17), M("MULTIPLY", M("SUBTRACT", n.outputs["Fac"], 0.5), 1.25))
    v = M("ADD", v, 0.12)
    ra = N.new("ShaderNodeValToRGB")
    e = ra.color_ramp.elements
    while len(e) < len(stops):
        e.new(0.5)
    for q, (p, cc) in zip(e, stops):
        q.position = p
        q.color = (*cc, 1)
    L.new(v, ra.inputs["Fac"])
    em = N.new("ShaderNodeEmission")
    em.inputs["Strength"].default_value = st
    L.new(ra.outputs["Color"], em.inputs["Color"])
    L.new(em.outputs[0], out.inputs["Surface"])
    return m


def cracks(m, col, st, scale=0.42, w=0.018):
    """adds glowing fissures to a material (world XY Voronoi edges, broken up by noise)"""
    nt = m.node_tree
    N = nt.nodes
    L = nt.links
    g = N.new("ShaderNodeNewGeometry")
    nz = N.new("ShaderNodeTexNoise")
    nz.inputs["Scale"].default_value = 0.9
    nz.inputs["Detail"].default_value = 5
    L.new(g.outputs["Position"], nz.inputs["Vector"])
    mx = N.new("ShaderNodeMixRGB")
    mx.blend_type = "ADD"
    mx.inputs["Fac"].default_value = 0.9
    L.new(g.outputs["Position"], mx.inputs["Color1"])
    L.new(nz.outputs["Color"], mx.inputs["Color2"])
    v = N.new("ShaderNodeTexVoronoi")
    v.feature = "DISTANCE_TO_EDGE"
    v.inputs["Scale"].default_value = scale
    L.new(mx.outputs["Color"], v.inputs["Vector"])
    r = N.new("ShaderNodeMapRange")
    r.inputs["From Min"].default_value = w
    r.inputs["From Max"].default_value = w * 0.25
    L.new(v.outputs["Distance"], r.inputs["Value"])
    n2 = N.new("ShaderNodeTexNoise")
    n2.inputs["Scale"].default_value = 0.22
    L.new(g.outputs["Position"], n2.inputs["Vector"])
    r2 = N.new("ShaderNodeMapRange")
    r2.inputs["From Min"].default_value = 0.44
    r2.inputs["From Max"].default_value = 0.6
    L.new(n2.outputs["Fac"], r2.inputs["Value"])
    mu = N.new("ShaderNodeMath")
    mu.operation = "MULTIPLY"
    L.new(r.outputs[0], mu.inputs[0])
    L.new(r2.outputs[0], mu.inputs[1])
    m3 = N.new("ShaderNodeMath")
    m3.operation = "MULTIPLY"
    m3.inputs[1].default_value = st
    L.new(mu.outputs[0], m3.inputs[0])
    b = N["Principled BSDF"]
    b.inputs["Emission"].default_value = (*col, 1)
    L.new(m3.outputs[0], b.inputs["Emission Strength"])
