"""Meshes of any kind: boxes, bodies of revolution, height fields, pointed arches."""

import math
from math import pi

import bpy
import numpy as np
from mathutils import Vector, noise


def add(name, me, m=None, smooth=False, loc=(0, 0, 0), rot=(0, 0, 0), sc=(1, 1, 1)):
    o = bpy.data.objects.new(name, me)
    bpy.context.scene.collection.objects.link(o)
    if m is not None:
        if len(me.materials) == 0:
            me.materials.append(m)
    if smooth:
        me.polygons.foreach_set("use_smooth", [True] * len(me.polygons))
    o.location = loc
    o.rotation_euler = rot
    o.scale = sc
    return o


def mesh(name, v, f, uv=None):
    me = bpy.data.meshes.new(name)
    me.from_pydata([tuple(x) for x in v], [], [tuple(x) for x in f])
    if uv is not None:
        l = me.uv_layers.new()
        for i, u in enumerate(uv):
            l.data[i].uv = u
    me.update()
    return me


def lathe(name, prof, seg=32, m=None, mod=None, smooth=True, cap=True, **k):
    """Turns a profile of (radius, height) round the z axis; mod(angle, z) changes the radius. UV in metres."""
    v = []
    f = []
    uv = []
    n = len(prof)
    for r, z in prof:
        for j in range(seg):
            a = 2 * pi * j / seg
            rr = r * (mod(a, z) if mod else 1)
            v.append((rr * math.cos(a), rr * math.sin(a), z))
    rmax = max(p[0] for p in prof)
    for i in range(n - 1):
        for j in range(seg):
            a = i * seg + j
            b = i * seg + (j + 1) % seg
            f.append((a, b, b + seg, a + seg))
            u0 = 2 * pi * rmax * j / seg
            u1 = 2 * pi * rmax * (j + 1) / seg
            z0 = prof[i][1]
            z1 = prof[i + 1][1]
            uv += [(u0, z0), (u1, z0), (u1, z1), (u0, z1)]
    if cap:
        f.append(tuple(range((n - 1) * seg, n * seg)))
        uv += [(v[i][0], v[i][1]) for i in f[-1]]
    return add(name, mesh(name, v, f, uv), m, smooth, **k)


def boxmesh(sx, sy, sz, taper=1.0):
    x, y = sx / 2, sy / 2
    v = [(-x, -y, 0), (x, -y, 0), (x, y, 0), (-x, y, 0)] + [
        (a * taper, b * taper, sz) for a, b in ((-x, -y), (x, -y), (x, y), (-x, y))
    ]
    f = [(0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
    uv = []
    for q in f:
        p = [Vector(v[i]) for i in q]
        nrm = (p[1] - p[0]).cross(p[2] - p[0])
        for a in p:
            if abs(nrm.z) > max(abs(nrm.x), abs(nrm.y)):
                uv.append((a.x, a.y))
            elif abs(nrm.x) > abs(nrm.y):
                uv.append((a.y, a.z))
            else:
                uv.append((a.x, a.z))
    return mesh("box", v, f, uv)


def box(sx, sy, sz, m, loc=(0, 0, 0), rot=(0, 0, 0), taper=1.0):
    return add("box", boxmesh(sx, sy, sz, taper), m, loc=loc, rot=rot)


def heightmesh(name, fn, x0, x1, y0, y1, nx, ny, m):
    xs = np.linspace(x0, x1, nx)
    ys = np.linspace(y0, y1, ny)
    v = [(x, y, fn(x, y)) for y in ys for x in xs]
    f = [
        (j * nx + i, j * nx + i + 1, (j + 1) * nx + i + 1, (j + 1) * nx + i)
        for j in range(ny - 1)
        for i in range(nx - 1)
    ]
    return add(name, mesh(name, v, f), m, True)


def fbm(x, y, z=0, o=5, h=1.0, l=2.1):
    return noise.fractal(Vector((x, y, z)), h, l, o, noise_basis="PERLIN_ORIGINAL")


def ridged(x, y, z=0, o=6):
    return noise.ridged_multi_fractal(Vector((x, y, z)), 0.9, 2.1, o, 1.0, 2.0)


def arch_pts(w, s, n=12, k=1.0):
    """The outline of a pointed arch w wide, which springs at the height s, from foot to foot."""
    R = w * k
    P = [(-w / 2, 0), (-w / 2, s)]
    cx = -w / 2 + R
    a1 = math.acos((R - w / 2) / R)
    for i in range(1, n + 1):
        a = a1 * i / n
        P.append((cx - R * math.cos(a), s + R * math.sin(a)))
    for i in range(n - 1, -1, -1):
        a = a1 * i / n
        P.append((-(cx - R * math.cos(a)), s + R * math.sin(a)))
    P.append((w / 2, 0))
    return P
