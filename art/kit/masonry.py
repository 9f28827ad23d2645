"""What is built of stone: walls, arches, windows, towers, castles."""

import math
import random
from math import pi

import bmesh
import bpy
from mathutils import Matrix, Vector, noise

from kit.shapes import add, arch_pts, box, fbm, lathe, mesh

_made_of = {}  # the stones of a material, made once


def blocks(m, nv=6):
    key = m.name
    if key in _made_of:
        return _made_of[key]
    L = []
    for i in range(nv):
        bm = bmesh.new()
        bmesh.ops.create_cube(bm, size=1)
        bmesh.ops.bevel(bm, geom=bm.edges[:], offset=0.07, segments=2, affect="EDGES")
        bmesh.ops.subdivide_edges(
            bm, edges=[e for e in bm.edges if e.calc_length() > 0.4], cuts=3, use_grid_fill=True
        )
        for v in bm.verts:
            v.co += noise.noise_vector(v.co * 2.3 + Vector((i * 7, 0, 0))) * 0.05
        me = bpy.data.meshes.new("blk")
        bm.to_mesh(me)
        bm.free()
        me.materials.append(m)
        L.append(me)
    _made_of[key] = L
    return L


def wall(m, p0, p1, h, bw=0.9, bh=0.45, th=0.8, rng=random, z0=None, skip=None):
    """ruined wall of separate stones; h(t)->height at t in 0..1; skip(u,z)->True leaves a hole (u metres along)"""
    B = blocks(m)
    p0 = Vector(p0)
    p1 = Vector(p1)
    d = p1 - p0
    L = d.length
    d.normalize()
    ang = math.atan2(d.y, d.x)
    row = 0
    z = 0
    H = max(h(t / 20) for t in range(21))
    while z < H:
        u = -(row % 2) * bw * 0.5
        while u < L:
            w = bw * rng.uniform(0.75, 1.25)
            c = u + w / 2
            if (
                0 <= c <= L
                and z + bh * 0.5 < h(c / L) + rng.uniform(-0.25, 0.25) * bh
                and not (skip and skip(c, z + bh / 2))
            ):
                add(
                    "b",
                    rng.choice(B),
                    loc=p0 + d * c + Vector((0, 0, z + bh / 2)),
                    rot=(
                        rng.gauss(0, 0.012),
                        rng.gauss(0, 0.012),
                        ang + rng.gauss(0, 0.02) + rng.choice([0, pi]),
                    ),
                    sc=(w * 0.99, th * rng.uniform(0.9, 1.1), bh * 0.99),
                )
            u += w
        z += bh
        row += 1


def rubble(m, c, r, n, smin=0.15, smax=0.7, rng=random, zf=None):
    B = blocks(m)
    for i in range(n):
        a = rng.uniform(0, 2 * pi)
        q = r * math.sqrt(rng.random())
        x = c[0] + q * math.cos(a)
        y = c[1] + q * math.sin(a)
        s = rng.uniform(smin, smax)
        z = zf(x, y) if zf else c[2]
        add(
            "r",
            rng.choice(B),
            loc=(x, y, z + s * 0.15),
            rot=(rng.uniform(0, 6), rng.uniform(0, 6), rng.uniform(0, 6)),
            sc=(s, s * rng.uniform(0.5, 1), s * rng.uniform(0.4, 0.9)),
        )


def window(w, s, loc, rz, mglow, mframe, fr=0.12, dep=0.25, bars=True):
    """glowing pointed window facing -Y in local space"""
    P = arch_pts(w, s)
    me = mesh("win", [(x, -dep * 0.5, z) for x, z in P], [tuple(range(len(P)))])
    o = add("win", me, mglow, loc=loc, rot=(0, 0, rz))
    Q = arch_pts(w + 2 * fr, s)
    n = len(P)
    v = []
    f = []
    for (x, z), (X, Z) in zip(P, Q):
        v += [(x, -dep, z), (X, -dep, Z - (0 if Z > 0 else fr)), (x, 0, z), (X, 0, Z)]
    for i in range(n - 1):
        a = 4 * i
        b = a + 4
        f += [(a, a + 1, b + 1, b), (a, b, b + 2, a + 2), (a + 1, a + 3, b + 3, b + 1)]
    add("wf", mesh("wf", v, f), mframe, loc=loc, rot=(0, 0, rz))
    if bars:
        H = max(z for x, z in P)
        for bx in (0,):
            b = box(0.07 * w, 0.05, H, mframe, rot=(0, 0, rz))
            b.location = Vector(loc) + Matrix.Rotation(rz, 3, "Z") @ Vector((bx, -dep * 0.7, 0))
        for bz in (0.35, 0.65):
            b = box(w, 0.05, 0.06 * w, mframe, rot=(0, 0, rz))
            b.location = Vector(loc) + Matrix.Rotation(rz, 3, "Z") @ Vector((0, -dep * 0.7, H * bz))
    return o


def archway(w, s, th, dep, m, loc=(0, 0, 0), rz=0, steps=1):
    """solid archivolt (moulded), steps recessed orders"""
    for k in range(steps):
        a = w + 2 * th * k
        P = arch_pts(a, s, 20)
        Q = arch_pts(a + 2 * th * 1.05, s, 20)
        -dep / 2 - 0.0 + k * 0.0 - (steps - 1 - k) * -0.0
        y0 = -dep / 2 + (steps - 1 - k) * dep * 0.18
        y1 = dep / 2 - (steps - 1 - k) * dep * 0.18
        v = []
        f = []
        uv = []
        for (x, z), (X, Z) in zip(P, Q):
            v += [(x, y0, z), (X, y0, Z), (x, y1, z), (X, y1, Z)]
        for i in range(len(P) - 1):
            A = 4 * i
            B = A + 4
            f += [
                (A, A + 1, B + 1, B),
                (A + 2, B + 2, B + 3, A + 3),
                (A, B, B + 2, A + 2),
                (A + 1, A + 3, B + 3, B + 1),
            ]
        L = 0
        acc = [0]
        for i in range(len(P) - 1):
            L += math.dist(P[i], P[i + 1])
            acc.append(L)
        for q in f:
            uv += [(acc[i // 4], (0 if i % 2 == 0 else th) + (y1 - y0 if (i % 4) > 1 else 0)) for i in q]
        add("arch", mesh("arch", v, f, uv), m, loc=loc, rot=(0, 0, rz))


def tower(
    m, mroof, loc, r=4, h=20, roof=8, cren=True, seg=40, win=None, mfr=None, seed=0, ruin=0, flare=1.12
):
    x, y, z = loc
    rng = random.Random(seed)
    prof = [
        (r * 1.14, 0),
        (r * 1.05, h * 0.1),
        (r, h * 0.25),
        (r * 0.98, h * 0.8),
        (r * 0.98, h * 0.86),
        (r * flare, h * 0.9),
        (r * flare, h),
    ]

    def md(a, zz):
        return 1 + 0.012 * fbm(math.cos(a) * 2 + seed, math.sin(a) * 2, zz * 0.35)

    lathe("tower", prof, seg, m, md, loc=loc)
    if cren:
        n = int(2 * pi * r * flare / (r * 0.36) / 2)
        for i in range(n):
            if rng.random() < ruin:
                continue
            a = 2 * pi * i / n
            box(
                r * 0.3,
                r * 0.2,
                r * 0.36 * rng.uniform(0.85, 1.05),
                m,
                (x + r * flare * 0.93 * math.cos(a), y + r * flare * 0.93 * math.sin(a), z + h),
                (0, 0, a + pi / 2),
            )
        for i in range(n * 2):  # corbels
            a = 2 * pi * (i + 0.5) / (n * 2)
            box(
                r * 0.09,
                r * 0.16,
                h * 0.035,
                m,
                (x + r * 1.03 * math.cos(a), y + r * 1.03 * math.sin(a), z + h * 0.855),
                (0, 0, a + pi / 2),
            )
    if roof:
        pr = [
            (r * 1.22, 0),
            (r * 1.0, roof * 0.1),
            (r * 0.62, roof * 0.4),
            (r * 0.3, roof * 0.7),
            (r * 0.06, roof * 0.97),
            (r * 0.035, roof * 1.12),
            (0.01, roof * 1.3),
        ]
        lathe(
            "roof",
            pr,
            seg,
            mroof,
            lambda a, zz: 1 + 0.02 * math.sin(a * seg / 2),
            loc=(x, y, z + h + r * 0.12),
            cap=False,
        )
    if win:
        for az, zz, w in win:
            window(
                w,
                w * 1.5,
                (x + r * 1.0 * math.cos(az), y + r * 1.0 * math.sin(az), z + zz),
                az + pi / 2,
                *mfr,
                fr=w * 0.16,
                dep=w * 0.3,
            )


def banner(m, loc, rz, w=1.6, h=5, seed=0):
    """a hanging cloth with a swallow tail, its top edge at loc, facing local -Y"""
    v = []
    n = 14
    for j in range(n + 1):
        for i in range(7):
            u = i / 6 - 0.5
            q = j / n
            v.append(
                (
                    u * w * (1 - 0.06 * q),
                    -0.10 - 0.13 * q * math.sin(i * 1.5 + q * 5 + seed),
                    -h * q - (0.34 * w * (1 - abs(u) * 2) * -1 if j == n else 0),
                )
            )
    f = [(j * 7 + i, j * 7 + i + 1, (j + 1) * 7 + i + 1, (j + 1) * 7 + i) for j in range(n) for i in range(6)]
    return add("banner", mesh("banner", v, f), m, True, loc=loc, rot=(0, 0, rz))
