"""A ruined arena with its crowd, and a duel before its burning gate."""

import math
import random
from math import pi

import bmesh
import bpy
from mathutils import Matrix

from kit.glow import vortex
from kit.heroes import knight, metals, place
from kit.masonry import archway, rubble
from kit.materials import mat
from kit.nature import flames
from kit.shapes import add, arch_pts, box, fbm, heightmesh, lathe, mesh
from kit.stage import area, camera, key, point, sun, world
from scenes.duel import parry, shield, sparks, strike


def spectator(m, cheers):
    """Somebody on the tiers, seen from far: head, shoulders and, if he cheers, raised arms."""
    bm = bmesh.new()
    bmesh.ops.create_uvsphere(
        bm, u_segments=8, v_segments=6, radius=0.13, matrix=Matrix.Translation((0, 0, 1.02))
    )
    for low, high, below, above in (
        (0.0, 0.62, 0.20, 0.17),
        (0.62, 0.84, 0.17, 0.25),
        (0.84, 0.92, 0.25, 0.08),
    ):
        at_ = Matrix.Translation((0, 0, (low + high) / 2)) @ Matrix.Diagonal((1, 0.7, 1, 1))
        bmesh.ops.create_cone(bm, segments=10, radius1=below, radius2=above, depth=high - low, matrix=at_)
    for side in (-1, 1) if cheers else ():
        turn = Matrix.Translation((side * 0.28, 0, 1.05)) @ Matrix.Rotation(side * 0.35, 4, "Y")
        bmesh.ops.create_cone(bm, segments=6, radius1=0.06, radius2=0.05, depth=0.62, matrix=turn)
    me = bpy.data.meshes.new("spectator")
    bm.to_mesh(me)
    bm.free()
    me.materials.append(m)
    return me


def build():
    st = mat("st", (0.20, 0.165, 0.125), 0.8, bump=0.6, scale=0.6, brick=(1.8, 0.8), vary=0.4)
    sand = mat("sand", (0.17, 0.12, 0.075), 0.95, bump=0.22, scale=1.1, spec=0.03, detail=4)
    dark = mat("dk", (0.03, 0.026, 0.025), 0.8, bump=0.2, scale=8)
    metal = mat("mt", (0.4, 0.38, 0.35), 0.3, 0.95, bump=0.2, scale=12)
    red = mat("red", (0.25, 0.018, 0.015), 0.8, bump=0.2, scale=6)
    velvet = mat("velvet", (0.15, 0.010, 0.012), 0.85, bump=0.35, scale=60, vary=0.4)
    blue = mat("blue", (0.02, 0.05, 0.22), 0.8, bump=0.2, scale=6)
    crowdm = [
        mat("c%d" % i, c, 0.9, bump=0)
        for i, c in enumerate(((0.06, 0.045, 0.04), (0.10, 0.05, 0.035), (0.04, 0.05, 0.07)))
    ]
    r = random.Random(3)
    heightmesh(
        "s",
        lambda x, y: 0.10 * fbm(x * 0.35, y * 0.35, 2) + 0.03 * fbm(x * 1.7, y * 1.7, 5),
        -30,
        30,
        -24,
        40,
        200,
        200,
        sand,
    )
    cx, cy, R = 0, 8, 24
    lathe(
        "podium", [(R, -0.3), (R, 3.2), (R + 0.5, 3.2), (R + 0.5, 3.0)], 120, st, loc=(cx, cy, 0), cap=False
    )
    prof = [(R + 0.5, 3.0)]
    for i in range(13):
        prof += (
            [(R + 0.5 + 1.05 * i, 3.0 + 0.72 * i), (R + 0.5 + 1.05 * (i + 1), 3.0 + 0.72 * i)]
            if i
            else [(R + 1.55, 3.0)]
        )
    prof = [(R + 0.5, 3.0)]
    z = 3.0
    for i in range(13):
        prof += [(prof[-1][0] + 1.05, z)]
        z += 0.74
        prof += [(prof[-1][0], z)]
    lathe("tiers", prof, 140, st, loc=(cx, cy, 0), cap=False, smooth=False)
    Rt = prof[-1][0]
    # crowd
    cm = [spectator(m_, cheers) for m_ in crowdm for cheers in (False, False, True)]
    for i in range(13):
        rad = R + 1.0 + 1.05 * i
        n = int(2 * pi * rad / 0.72)
        for k in range(n):
            a = 2 * pi * k / n + r.gauss(0, 0.006)
            if math.sin(a) < -0.35 or r.random() < 0.18:
                continue
            s = r.uniform(0.9, 1.15)
            add(
                "cw",
                r.choice(cm),
                loc=(cx + rad * math.cos(a), cy + rad * math.sin(a), 3.0 + 0.74 * i),
                rot=(0, 0, a - pi / 2 + r.gauss(0, 0.3)),
                sc=(s, s, s * r.uniform(0.9, 1.15)),
            )
    # upper arcade, ruined on one side
    nA = 44
    for k in range(nA):
        a = 2 * pi * (k + 0.5) / nA
        if math.sin(a) < -0.45:
            continue
        hgt = 1 if (math.cos(a) < 0.15 or r.random() < 0.2) else (0.55 if r.random() < 0.7 else 0)
        x, y = cx + (Rt + 1) * math.cos(a), cy + (Rt + 1) * math.sin(a)
        w = 2 * pi * (Rt + 1) / nA
        archway(w * 0.55, 4.2, w * 0.22, 2.0, st, (x, y, z), a + pi / 2)
        box(
            w * 0.42,
            2.2,
            7.6,
            st,
            (cx + (Rt + 1) * math.cos(a + pi / nA), cy + (Rt + 1) * math.sin(a + pi / nA), z),
            (0, 0, a + pi / nA + pi / 2),
        )
        if hgt >= 0.55:
            box(w * 1.02, 2.4, 1.3, st, (x, y, z + 7.4), (0, 0, a + pi / 2))
        if hgt == 1:
            archway(w * 0.5, 3.2, w * 0.22, 1.8, st, (x, y, z + 8.7), a + pi / 2)
            box(
                w * 0.42,
                2.0,
                6.2,
                st,
                (cx + (Rt + 1) * math.cos(a + pi / nA), cy + (Rt + 1) * math.sin(a + pi / nA), z + 8.7),
                (0, 0, a + pi / nA + pi / 2),
            )
            box(w * 1.02, 2.3, 1.4, st, (x, y, z + 14.6), (0, 0, a + pi / 2))
    # gate in the podium straight ahead, torches, banners
    gy = cy + R
    archway(6.2, 2.2, 0.7, 2.2, st, (0, gy - 0.2, -0.05), 0, 2)
    add(
        "gd",
        mesh("gd", [(x, 0, q) for x, q in arch_pts(6.2, 2.2)], [tuple(range(len(arch_pts(6.2, 2.2))))]),
        dark,
        loc=(0, gy - 0.4, -0.05),
    )
    for k in range(14):
        a = -0.25 * pi + 1.5 * pi * (k + 0.5) / 14
        x, y = cx + (R - 0.35) * math.cos(a), cy + (R - 0.35) * math.sin(a)
        if k % 2 == 0:
            lathe("t", [(0.10, 0), (0.08, 2.2), (0.26, 2.6), (0.3, 2.75)], 8, dark, loc=(x, y, 1.6))
            flames((x, y, 4.2), 0.45, k)
            point((x * 0.97, cy + (y - cy) * 0.97, 4.9), (1, 0.42, 0.10), 520, 0.3)
        else:
            m_ = red if k % 4 == 1 else blue
            v = []
            f = []
            for j in range(9):
                for i in range(5):
                    u = (i / 4 - 0.5) * 1.8
                    q = j / 8
                    v.append(
                        (
                            u * (1 - 0.0 * q),
                            0.10 * math.sin(i * 1.9 + q * 4 + k) - 0.12,
                            2.6 - 2.9 * q - (0.35 * abs(i - 2) / 2 if j == 8 else 0),
                        )
                    )
            f = [
                (j * 5 + i, j * 5 + i + 1, (j + 1) * 5 + i + 1, (j + 1) * 5 + i)
                for j in range(8)
                for i in range(4)
            ]
            add("bn", mesh("bn", v, f), m_, True, loc=(x, y, 0.5 + 0.2), rot=(0, 0, a + pi / 2 + pi))
    # the gate burns
    add(
        "gd2",
        mesh("gd2", [(x, 0, q) for x, q in arch_pts(6.2, 2.2)], [tuple(range(len(arch_pts(6.2, 2.2))))]),
        vortex(
            "gv",
            (0, 3.4),
            [
                (0, (1, 0.55, 0.16)),
                (0.35, (1, 0.22, 0.03)),
                (0.7, (0.35, 0.03, 0.005)),
                (1, (0.05, 0.0, 0.0)),
            ],
            1.7,
            sc=0.9,
        ),
        loc=(0, gy - 0.5, -0.05),
    )
    point((0, gy - 2.2, 2.2), (1, 0.36, 0.08), 350, 0.8)
    point((0, gy - 1.2, 4.6), (1, 0.36, 0.08), 300, 0.6)
    harness = metals()
    rubble(st, (0, 10, 0), 14, 40, 0.1, 0.4, r, lambda x, y: 0.1 * fbm(x * 0.35, y * 0.35, 2))
    for i in range(12):
        x = r.uniform(-8, 8)
        y = r.uniform(6.0, 14)
        box(0.05, 0.014, 0.95, metal, (x, y, -0.15), (r.gauss(0, 0.25), r.gauss(0, 0.3), r.uniform(0, 3)))
    duel(harness, velvet)
    K = key((-0.75, 0.62, 0.52))
    sun(K, (0.62, 0.72, 1.0), 2.6, 1)
    world((0.10, 0.12, 0.22), 0.6)
    sun((0.6, -0.6, 0.6), (1, 0.6, 0.4), 0.22, 10)
    camera((0.8, -1.2, 1.05), (0, 16, 5.4), 22)
    return dict(key=K, far=130, near=0.8)


def duel(harness, velvet):
    """Two champions before the burning gate, their blades crossed."""
    azure = mat("azure", (0.012, 0.040, 0.20), 0.85, bump=0.35, scale=60, vary=0.4)
    with place((-0.12, 8.6, 0.02), 0, 1.25):
        with place((-1.02, 0.10, 0), math.radians(80)):
            knight(parry, 0.30, velvet, metal=harness, legs=True, guard=shield, wind=(-0.1, 0.5, 0.18))
        with place((1.02, -0.12, 0), math.radians(-80), 1.03):
            knight(
                strike,
                0.0,
                azure,
                metal={**harness, "steel": harness["dark"]},
                legs=True,
                wind=(0.1, 0.5, 0.15),
            )
    sparks((-0.22, 8.6, 1.96), 90)
    area((-3.4, 6.6, 2.6), (-0.8, 8.6, 1.5), (0.62, 0.70, 1.0), 210, 1.0, 2.0)
    area((3.4, 6.6, 2.6), (0.8, 8.6, 1.5), (0.62, 0.70, 1.0), 150, 1.0, 2.0)
    area((0.0, 11.6, 2.4), (0, 8.6, 1.4), (1.0, 0.45, 0.14), 420, 3.0, 1.6)
