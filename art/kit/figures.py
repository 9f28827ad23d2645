"""Figures for backlight: seen from behind or as silhouettes, never lit and close."""

import math
import random
from math import pi

import bpy
from mathutils import Euler, Vector

from kit.shapes import add, box, lathe, mesh


def figure(m, loc, rz=0, s=1.0, kind="mage", mglow=None, mmetal=None, seed=0, wing=None):
    """A robed mage or a caped knight, 1.85 m high, for s = 1; kind is mage, knight, horned or demon."""
    rng = random.Random(seed)
    root = bpy.data.objects.new("fig", None)
    bpy.context.scene.collection.objects.link(root)
    mm = mmetal or m
    parts = []
    rng.uniform(-0.5, 0.5)

    def folds(a, z):
        k = max(0, 1 - z / 1.35)
        return (
            1
            + 0.17 * k * math.sin(a * 7 + seed + 2.2 * math.sin(a))
            + 0.08 * k * math.sin(a * 13 + seed * 2)
            + 0.03 * math.sin(a * 3 + z * 6)
        )

    if kind == "mage":
        parts.append(
            lathe(
                "robe",
                [
                    (0.60, -0.05),
                    (0.56, 0.02),
                    (0.46, 0.3),
                    (0.36, 0.6),
                    (0.27, 0.9),
                    (0.25, 1.05),
                    (0.29, 1.25),
                    (0.30, 1.38),
                    (0.22, 1.48),
                    (0.12, 1.54),
                ],
                72,
                m,
                folds,
            )
        )
        parts.append(
            lathe(
                "hood",
                [
                    (0.26, 1.40),
                    (0.24, 1.50),
                    (0.20, 1.60),
                    (0.185, 1.70),
                    (0.15, 1.79),
                    (0.08, 1.86),
                    (0.02, 1.90),
                ],
                40,
                m,
                lambda a, z: 1 + 0.05 * math.sin(a * 5) + 0.12 * max(0, math.cos(a - pi / 2)) * (z - 1.4),
            )
        )
        for sx in (-1, 1):  # sleeve
            o = lathe(
                "sleeve",
                [(0.20, 0), (0.16, 0.12), (0.10, 0.45), (0.09, 0.62)],
                32,
                m,
                lambda a, z: 1 + 0.12 * math.sin(a * 6) * (0.6 - z),
            )
            o.location = (sx * 0.55, -0.28 if sx > 0 else -0.1, 0.95 if sx > 0 else 0.72)
            o.rotation_euler = Euler((-0.45 if sx > 0 else -0.1, -sx * 0.62, 0))
            parts.append(o)
        st = lathe("staff", [(0.022, 0), (0.018, 1), (0.022, 2.25)], 10, m)
        st.location = (0.62, -0.34, -0.02)
        parts.append(st)
        if mglow:
            bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=3, radius=0.085, location=(0.62, -0.34, 2.38))
            o = bpy.context.object
            o.data.materials.append(mglow)
            parts.append(o)
        for k in range(3):
            a = k * 2 * pi / 3
            o = lathe("prong", [(0.02, 0), (0.012, 0.25), (0.002, 0.34)], 8, m)
            o.location = (0.62 + 0.07 * math.cos(a), -0.34 + 0.07 * math.sin(a), 2.2)
            o.rotation_euler = (0.35 * math.sin(-a), 0.35 * math.cos(a), 0)
            parts.append(o)
    else:

        def cape(a, z):
            k = max(0, 1 - z / 1.4)
            back = max(0, -math.sin(a))
            return (
                1
                + 0.20 * k * math.sin(a * 8 + seed)
                + 0.08 * k * math.sin(a * 15 + seed * 3)
                + 0.5 * k * back
            )

        parts.append(
            lathe(
                "cape",
                [
                    (0.46, 0.12),
                    (0.43, 0.3),
                    (0.36, 0.7),
                    (0.30, 1.05),
                    (0.31, 1.3),
                    (0.27, 1.42),
                    (0.14, 1.5),
                ],
                80,
                m,
                cape,
            )
        )
        for sx in (-1, 1):
            lg = lathe("leg", [(0.12, -0.02), (0.10, 0.1), (0.11, 0.4), (0.13, 0.8)], 16, mm)
            lg.location = (sx * 0.15, 0.0, 0)
            lg.rotation_euler = (0, -sx * 0.05, 0)
            parts.append(lg)
            for j, (rr, zz) in enumerate(((0.19, 1.40), (0.165, 1.33), (0.14, 1.25))):
                bpy.ops.mesh.primitive_uv_sphere_add(segments=24, ring_count=14, radius=rr)
                o = bpy.context.object
                o.scale = (1.05, 0.9, 0.62)
                o.location = (sx * (0.33 + 0.05 * j), 0, zz)
                o.rotation_euler = (0, sx * 0.5, 0)
                o.data.materials.append(mm)
                parts.append(o)
                bpy.ops.object.shade_smooth()
            bpy.ops.mesh.primitive_uv_sphere_add(segments=16, ring_count=10, radius=0.085)
            o = bpy.context.object
            o.scale = (0.85, 1.1, 1.25)
            o.location = (sx * 0.54, -0.03, 0.77)
            o.data.materials.append(mm)
            parts.append(o)
            bpy.ops.object.shade_smooth()
            arm = lathe("arm", [(0.075, 0), (0.085, 0.25), (0.10, 0.55)], 16, mm)
            arm.location = (sx * 0.52, -0.02, 0.82)
            arm.rotation_euler = (0, -sx * 0.16, 0)
            parts.append(arm)
        parts.append(
            lathe(
                "helm",
                [(0.13, 1.5), (0.145, 1.58), (0.15, 1.68), (0.13, 1.78), (0.08, 1.85), (0.02, 1.89)],
                28,
                mm,
                lambda a, z: 1 + 0.04 * math.cos(a * 2),
            )
        )
        if kind in ("demon", "horned"):
            for sx in (-1, 1):
                cu = bpy.data.curves.new("horn", "CURVE")
                cu.dimensions = "3D"
                cu.bevel_depth = 1
                cu.bevel_resolution = 3
                sp = cu.splines.new("POLY")
                n = 12
                sp.points.add(n - 1)
                for i in range(n):
                    t = i / (n - 1)
                    sp.points[i].co = (
                        sx * (0.10 + 0.28 * math.sin(t * 2.2)),
                        0.02,
                        1.74 + 0.42 * t * t + 0.06 * t,
                        1,
                    )
                    sp.points[i].radius = 0.055 * (1 - t) + 0.003
                cu.materials.append(mm)
                o = bpy.data.objects.new("horn", cu)
                bpy.context.scene.collection.objects.link(o)
                parts.append(o)
        # sword, point down at right hand
        bl = box(0.075, 0.018, 1.12, mm, (0.66, -0.1, -0.08))
        parts.append(bl)
        parts.append(box(0.34, 0.05, 0.05, mm, (0.66, -0.1, 1.02)))
        parts.append(
            lathe(
                "grip",
                [(0.022, 0), (0.026, 0.12), (0.02, 0.24), (0.04, 0.26), (0.04, 0.31)],
                12,
                mm,
                loc=(0.66, -0.1, 1.06),
            )
        )
    if wing:
        for sx in (-1, 1):
            parts += wingobj(wing, sx, seed)
    for p in parts:
        p.parent = root
    root.location = loc
    root.rotation_euler = (0, 0, rz)
    root.scale = (s, s, s)
    return root


def wingobj(m, sx, seed=0, span=2.0, raise_=0.9):
    """feathered wing: fan of long leaf-shaped cards in 3 rows"""
    rng = random.Random(seed + int(sx))
    v = []
    f = []

    # arm bone polyline
    def bone(t):
        return Vector(
            (
                sx * (0.12 + span * 0.62 * math.sin(t * 1.5)),
                0.18 + 0.25 * t,
                1.32 + raise_ * math.sin(t * 1.9) * 1.05 - 0.15 * t * t,
            )
        )

    for row, (n, L0, L1, wd, off) in enumerate(
        ((20, 1.0, 2.1, 0.13, 0), (18, 0.6, 1.15, 0.12, 0.03), (16, 0.3, 0.6, 0.10, 0.06))
    ):
        for i in range(n):
            t = i / (n - 1)
            p = bone(t)
            ang = -1.45 + 1.75 * t**1.3
            L = (L0 + (L1 - L0) * t) * rng.uniform(0.93, 1.07)
            d = Vector((sx * math.cos(ang), 0.10 + 0.05 * row, math.sin(ang) - 0.15)).normalized()
            s = Vector((-d.z * sx, 0, d.x * sx)).normalized()
            k = len(v)
            w = wd * (1 + 0.4 * t)
            prof = ((0, 0.35), (0.25, 0.9), (0.6, 1.0), (0.85, 0.75), (1.0, 0.05))
            for q, ww in prof:
                v += [
                    p + d * L * q - s * w * ww * 0.5 + Vector((0, off - 0.12 * q * q, -0.10 * q * q * L)),
                    p
                    + d * L * q
                    + s * w * ww * 0.5
                    + Vector((0, off + 0.015 - 0.12 * q * q, -0.10 * q * q * L)),
                ]
            for j in range(len(prof) - 1):
                f.append((k + 2 * j, k + 2 * j + 1, k + 2 * j + 3, k + 2 * j + 2))
    return [add("wing", mesh("wing", v, f), m)]


def batwing(m, sx, span=2.4):
    """membrane wing with fingers"""
    v = [Vector((sx * 0.12, 0.15, 1.35)), Vector((sx * span * 0.35, 0.3, 2.5))]
    tips = [
        Vector((sx * span * 1.0, 0.35, 2.9)),
        Vector((sx * span * 1.02, 0.35, 1.75)),
        Vector((sx * span * 0.8, 0.3, 0.95)),
        Vector((sx * span * 0.45, 0.25, 0.6)),
    ]
    n = 10
    parts = []
    ring = []
    for a, b in zip(tips, tips[1:] + [Vector((sx * 0.14, 0.2, 0.75))]):
        for i in range(n):
            t = i / n
            c = a.lerp(b, t)
            hub = v[1] if True else v[0]
            c = c.lerp(hub, 0.26 * math.sin(pi * t))
            ring.append(c)
    ring.append(Vector((sx * 0.14, 0.2, 0.75)))
    ring.append(v[0])
    V = [v[1]] + ring
    F = [(0, i, i + 1) for i in range(1, len(ring))]
    parts.append(add("bw", mesh("bw", V, F), m))
    cu = bpy.data.curves.new("bones", "CURVE")
    cu.dimensions = "3D"
    cu.bevel_depth = 1
    cu.bevel_resolution = 2
    for a, b, r in [(v[0], v[1], 0.06)] + [(v[1], t, 0.04) for t in tips]:
        sp = cu.splines.new("POLY")
        sp.points.add(5)
        for i in range(6):
            t = i / 5
            c = a.lerp(b, t) + Vector((0, 0, 0.12 * math.sin(pi * t)))
            sp.points[i].co = (*c, 1)
            sp.points[i].radius = r * (1 - 0.8 * t) + 0.006
    cu.materials.append(m)
    o = bpy.data.objects.new("bones", cu)
    bpy.context.scene.collection.objects.link(o)
    parts.append(o)
    return parts
