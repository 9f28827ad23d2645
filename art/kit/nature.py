"""What grows: trees, grass, crystals, flames."""

import math
import random
from math import pi

import bpy
import numpy as np
from mathutils import Vector, noise

from kit.shapes import add, mesh
from kit.stage import FLAMES


# dead tree: curves with taper
def tree(m, loc, h=8, r=0.35, seed=0, levels=5, gnarl=0.5, lean=(0, 0), up=0.25, kids=(2, 4), droop=0):
    rng = random.Random(seed)
    cu = bpy.data.curves.new("tree", "CURVE")
    cu.dimensions = "3D"
    cu.bevel_depth = 1.0
    cu.bevel_resolution = 2
    cu.use_fill_caps = True

    def grow(p, d, L, rad, lv):
        n = max(4, int(6 - lv * 0.4) + 2)
        pts = []
        q = p.copy()
        dd = d.copy()
        for i in range(n):
            t = i / (n - 1)
            pts.append((q.copy(), rad * (1 - 0.62 * t)))
            dd = (
                dd
                + Vector((rng.gauss(0, 1), rng.gauss(0, 1), rng.gauss(0, 0.7))) * gnarl * 0.32
                + Vector((0, 0, up * 0.25 - droop * lv * 0.06))
            ).normalized()
            q = q + dd * (L / (n - 1))
        sp = cu.splines.new("POLY")
        sp.points.add(n - 1)
        for i, (a, rr) in enumerate(pts):
            sp.points[i].co = (*a, 1)
            sp.points[i].radius = max(rr, 0.004)
        if lv < levels:
            for k in range(rng.randint(*kids) + (1 if lv == 0 else 0)):
                t = rng.uniform(0.35, 1) if lv > 0 else rng.uniform(0.45, 1)
                i = min(n - 1, int(t * (n - 1)))
                a, rr = pts[i]
                az = rng.uniform(0, 2 * pi)
                side = Vector((math.cos(az), math.sin(az), rng.uniform(-0.1, 0.6)))
                nd = (dd * 0.45 + side).normalized()
                grow(a, nd, L * rng.uniform(0.5, 0.8), rr * rng.uniform(0.5, 0.75), lv + 1)

    # root flare
    for k in range(6):
        a = k * pi / 3 + rng.uniform(-0.3, 0.3)
        sp = cu.splines.new("POLY")
        sp.points.add(3)
        for i, (q, z, rr) in enumerate(
            ((0, 0.9, 0.75), (0.9, 0.35, 0.55), (2.0, 0.0, 0.3), (3.6, -0.25, 0.1))
        ):
            sp.points[i].co = (r * q * math.cos(a + 0.15 * i), r * q * math.sin(a + 0.15 * i), z * r * 1.5, 1)
            sp.points[i].radius = r * rr
    grow(Vector((0, 0, -0.2)), Vector((lean[0], lean[1], 1)).normalized(), h * 0.45, r, 0)
    cu.materials.append(m)
    o = bpy.data.objects.new("tree", cu)
    bpy.context.scene.collection.objects.link(o)
    o.location = loc
    return o


def grass(m, n, x0, x1, y0, y1, zf, hmin=0.15, hmax=0.6, seed=1, wid=0.012, mask=None, lean=0.45):
    r = np.random.RandomState(seed)
    v = []
    f = []
    for i in range(n):
        x = r.uniform(x0, x1)
        y = r.uniform(y0, y1)
        if mask and r.rand() > mask(x, y):
            continue
        z = zf(x, y)
        h = r.uniform(hmin, hmax)
        a = r.uniform(0, 6.28)
        b = r.uniform(0, 6.28)
        dx, dy = math.cos(a) * wid * (0.6 + h), math.sin(a) * wid * (0.6 + h)
        lx, ly = math.cos(b) * h * lean * r.rand(), math.sin(b) * h * lean * r.rand()
        k = len(v)
        v += [
            (x - dx, y - dy, z - 0.03),
            (x + dx, y + dy, z - 0.03),
            (x + dx * 0.7 + lx * 0.3, y + dy * 0.7 + ly * 0.3, z + h * 0.55),
            (x - dx * 0.7 + lx * 0.3, y - dy * 0.7 + ly * 0.3, z + h * 0.55),
            (x + lx, y + ly, z + h),
        ]
        f += [(k, k + 1, k + 2, k + 3), (k + 3, k + 2, k + 4)]
    return add("grass", mesh("grass", v, f), m)


def boulder(m, loc, size, seed, squash=0.7):
    """A weathered rock, broken along a few planes and rough at its edges."""
    r = random.Random(seed)
    bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=5, radius=1)
    o = bpy.context.object
    cuts = [
        (Vector((r.gauss(0, 1), r.gauss(0, 1), r.gauss(0.2, 0.8))).normalized(), r.uniform(0.45, 0.85))
        for _ in range(9)
    ]
    away = Vector((seed * 3.1, seed * 1.7, 0))
    for v in o.data.vertices:
        p = v.co.copy()
        for d, far in cuts:
            over = p.dot(d) - far
            if over > 0:
                p -= d * over * 0.92
        rough = noise.ridged_multi_fractal(p * 1.9 + away, 0.9, 2.1, 5, 1.0, 2.0)
        v.co = p * (1 + 0.10 * (rough - 1) + 0.16 * noise.noise(p * 1.1 + away))
    o.data.materials.append(m)
    o.data.polygons.foreach_set("use_smooth", [True] * len(o.data.polygons))
    o.location, o.rotation_euler = loc, (r.gauss(0, 0.2), r.gauss(0, 0.2), r.uniform(0, 6))
    o.scale = (size, size * r.uniform(0.7, 1.0), size * squash)
    return o


def flames(loc, size, seed):
    """A fire that is painted later: where its foot is, about half as high as its flames are, in metres."""
    FLAMES.append(dict(loc=list(loc), size=size, seed=seed))
