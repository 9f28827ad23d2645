"""What figures wear: plates of armour, helmets, hoods, robes, capes. Made on a posed Human, metres, world space."""

import math

import bpy
import numpy as np
from mathutils import Matrix, Vector

from kit.human import unit
from kit.shapes import add, fbm, mesh


def sheet(name, rows, material, thick=0.004, trim=None, width=0.006, closed=False, subdivide=2, matrix=None):
    """A plate or cloth through a grid of points, rows of equal length; trim is a bead along its border."""
    grid = np.array(rows, float)
    if matrix is not None:
        grid = grid @ np.array(matrix)[:3, :3].T + np.array(matrix)[:3, 3]
    down, across = grid.shape[:2]
    last = across if closed else across - 1
    faces, uv = [], []
    for j in range(down - 1):
        for i in range(last):
            k = (i + 1) % across
            faces.append((j * across + i, j * across + k, (j + 1) * across + k, (j + 1) * across + i))
            uv += [(i / last, j / (down - 1)), ((i + 1) / last, j / (down - 1))]
            uv += [((i + 1) / last, (j + 1) / (down - 1)), (i / last, (j + 1) / (down - 1))]
    thing = add(name, mesh(name, grid.reshape(-1, 3), faces, uv), material, True)
    if subdivide:
        smooth = thing.modifiers.new("smooth", "SUBSURF")
        smooth.levels = smooth.render_levels = subdivide
    if thick:
        solid = thing.modifiers.new("thick", "SOLIDIFY")
        solid.thickness, solid.offset = thick, 0
    if trim is not None:
        if closed:
            border = [list(grid[0]) + [grid[0][0]], list(grid[-1]) + [grid[-1][0]]]
        else:
            border = [list(grid[0]) + list(grid[1:, -1]) + list(grid[-1][::-1]) + list(grid[::-1, 0][1:])]
        for line in border:
            tube(line, width, trim)
    return thing


def tube(points, radius, material, taper=None, smooth=True, sides=3):
    """A round bar through points; taper(t) scales its radius, t from 0 to 1."""
    curve = bpy.data.curves.new("tube", "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution = "3D", 1, sides
    curve.use_fill_caps = True
    line = curve.splines.new("NURBS" if smooth and len(points) > 3 else "POLY")
    line.points.add(len(points) - 1)
    for i, p in enumerate(points):
        line.points[i].co = (*p, 1)
        line.points[i].radius = radius * (taper(i / (len(points) - 1)) if taper else 1)
    if line.type == "NURBS":
        line.order_u, line.use_endpoint_u = 3, True
    curve.materials.append(material)
    thing = bpy.data.objects.new("tube", curve)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def ball(material, matrix, size, squash=(1, 1, 1)):
    bpy.ops.mesh.primitive_uv_sphere_add(segments=24, ring_count=14, radius=1)
    thing = bpy.context.object
    thing.data.materials.append(material)
    bpy.ops.object.shade_smooth()
    thing.matrix_world = matrix @ Matrix.Diagonal((*[size * s for s in squash], 1))
    return thing


def at(place, z, y):
    """A matrix at a place, its z along one direction and its y near another."""
    z = unit(z)
    y = unit(np.asarray(y, float) - z * (np.asarray(y, float) @ z))
    m = np.eye(4)
    m[:3, 0], m[:3, 1], m[:3, 2], m[:3, 3] = np.cross(y, z), y, z, place
    return Matrix(m.tolist())


# plates


def ring(z, rx, ry, y=0.0, start=0.0, end=2 * math.pi, count=40, ridge=0.0, wave=None):
    """An oval of points round the z axis, from -y on; ridge pulls its front forwards."""
    out = []
    for i in range(count):
        a = start + (end - start) * i / (count - (0 if end - start > 6.28 else 1))
        k = 1 + (wave(a) if wave else 0)
        front = max(0, math.cos(a)) ** 8
        out.append((rx * k * math.sin(a), y - ry * k * math.cos(a) - ridge * front, z))
    return out


def pauldron(h, side, steel, gold, size=1.0, lames=5, spike=0):
    """Overlapping lames over a shoulder."""
    sign = 1 if side == "L" else -1
    _, places = h.world()
    shoulder, elbow = places[f"upperarm01.{side}"], places[f"lowerarm01.{side}"]
    arm = unit(elbow - shoulder)
    fore = np.array((0, -1.0, 0))
    out = unit(np.array((sign, 0, 0.0)) * 0.9 + arm * 0.25)
    up = unit(np.array((0, 0, 1.0)) - out * out[2])
    fore = np.cross(out, up) * (1 if np.cross(out, up)[1] < 0 else -1)
    base = shoulder + np.array((-sign * 0.012, 0.0, -0.012))
    for k in range(lames):
        low, high = -38 + 30 * k, -38 + 30 * k + 40
        radius = (0.122 - 0.005 * k) * size
        rows = []
        for j in range(4):
            alpha = math.radians(low + (high - low) * j / 3)
            flare = 1 + 0.05 * (j / 3) ** 2 + (0.10 if k == 0 and j == 0 else 0)
            row = []
            for i in range(15):
                beta = math.radians(-82 + 164 * i / 14)
                round_ = math.cos(beta) * (math.sin(alpha) * out + math.cos(alpha) * up)
                row.append(base + radius * flare * (round_ + math.sin(beta) * fore * 0.98))
            rows.append(row)
        sheet("lame", rows, steel, 0.005, gold if k in (0, 2) else None, 0.0042)
    if spike:
        top = base + out * 0.05 + up * 0.12 * size
        tube(
            [top + up * spike * t + out * spike * 0.55 * t * t for t in np.linspace(0, 1, 8)],
            0.022,
            steel,
            lambda t: 1.02 - t,
        )
    return base


def limb(h, bone, end, start, stop, radii, material, trim=None, flare=0.0, squash=1.0):
    """A tube of plate along a limb, from start to stop of its length; radii at the ends, and in the middle if three."""
    _, places = h.world()
    a, b = places[bone], places[end]
    m = at(a, b - a, (0, -1, 0.01))
    length = np.linalg.norm(b - a)
    rows = []
    for j in range(9):
        t = j / 8
        r = np.interp(t, np.linspace(0, 1, len(radii)), radii) + flare * max(0, t - 0.8) * 5
        z = length * (start + (stop - start) * t)
        rows.append(
            [(r * math.sin(q), r * squash * math.cos(q), z) for q in np.linspace(0, 2 * math.pi, 25)[:-1]]
        )
    return sheet("limb", rows, material, 0.004, trim, 0.004, True, 1, m)


def cop(h, joint, before, after, material, trim, size=0.062):
    """A cupped plate over an elbow or a knee, with a fin."""
    _, places = h.world()
    here, one, two = places[joint], places[before], places[after]
    out = (
        unit(unit(here - one) + unit(here - two))
        if np.linalg.norm(unit(here - one) + unit(here - two)) > 0.2
        else np.array((0, 1.0, 0))
    )
    m = at(here, out, unit(two - one))
    rows = []
    for j in range(6):
        e = math.radians(12 + 76 * (1 - j / 5))
        rows.append(
            [
                (
                    size * math.cos(e) * 1.0 * math.cos(q),
                    size * math.cos(e) * 1.15 * math.sin(q),
                    size * (0.95 * math.sin(e) - 0.1),
                )
                for q in np.linspace(0, 2 * math.pi, 21)[:-1]
            ]
        )
    return sheet("cop", rows, material, 0.004, trim, 0.004, True, 1, m)


def knuckles(h, side, steel):
    """Plates on the back of a hand and on its fingers."""
    turns, places = h.world()
    rest_fingers, rest_palm = h.hand_frame(side)
    turn = turns[f"wrist.{side}"]
    along, out = turn @ rest_fingers, -(turn @ rest_palm)
    heads = [places[f"finger{f}-1.{side}"] for f in (2, 3, 4, 5)]
    wrist = places[f"wrist.{side}"]
    rows = []
    for t in np.linspace(0.16, 1.02, 5):
        rows.append(
            [
                wrist + (p - wrist) * t + out * (0.016 + 0.006 * math.sin(math.pi * i / 3))
                for i, p in enumerate(heads)
            ]
        )
    sheet("back", rows, steel, 0.004, None, 0, False, 2)
    for f in (2, 3, 4, 5):
        for j in (1, 2, 3):
            name = f"finger{f}-{j}.{side}"
            a = places[name]
            b = (
                places[f"finger{f}-{j + 1}.{side}"]
                if j < 3
                else a + turns[name] @ (h.tail[name] - h.head[name])
            )
            m = at((a + b) / 2, b - a, turns[name] @ turn.T @ out)
            size = (0.0135, 0.0125, 0.0112)[j - 1]
            half = np.linalg.norm(b - a) / 2 + 0.006
            rows = [
                [(size * math.sin(q), size * math.cos(q) + 0.001, z) for q in np.linspace(-1.5, 1.5, 9)]
                for z in np.linspace(-half, half * 0.75, 4)
            ]
            sheet("finger", rows, steel, 0.0022, None, 0, False, 1, m)


# cloth


def cape(h, material, length=1.25, wind=(0.0, 0.35, 0.0), spread=0.36, seed=0, lining=None, wrap=0.10):
    """A cape from both shoulders down the back, blown by a wind; returns its sheet."""
    _, places = h.world()
    left, right = places["upperarm01.L"], places["upperarm01.R"]
    middle = (left + right) / 2
    across = unit(left - right)
    back = unit(np.cross(np.array((0, 0, 1.0)), across)) * -1
    back = back if back @ np.array((0, 1.0, 0)) > 0 else -back
    half = np.linalg.norm(left - right) / 2
    rows = []
    for j in range(26):
        t = j / 25
        row = []
        for i in range(49):
            u = i / 24 - 1
            fold = (0.030 * math.sin(u * 15 + seed) + 0.020 * math.sin(u * 27 + 2 * seed + 3 * t)) * t**0.8
            fold += 0.06 * t * fbm(u * 1.4 + seed, t * 2.2, seed)
            wide = half * 0.95 + spread * t**0.8
            p = middle + across * (u * wide) + np.array((0, 0, 0.055 - 0.045 * u * u - length * t))
            p = p + back * (0.105 + wrap * (1 - u * u) * t + fold - 0.055 * u**4 * (1 - t))
            p = p + np.array(wind) * t**1.6 * (1 + 0.25 * math.sin(u * 2 + seed))
            row.append(p)
        rows.append(row)
    return sheet("cape", rows, material, 0.004, None, 0, False, 2)


def hood(h, material, open_=0.80, peak=0.07, seed=0, mantle=True):
    """A hood round a head, and its mantle over the shoulders."""
    _, places = h.world()
    m = h.place("head")
    skull = np.array([p for p, w in zip(h.rest, h.weights[:, h.bone_names.index("head")]) if w > 0.9])
    low, high = skull.min(0), skull.max(0)
    middle = np.array((0, (low[1] + high[1]) / 2 + 0.015, high[2] - 0.115)) - h.head["head"]
    rx, ry, rz = 0.108, 0.135, 0.145
    rows = []
    for j in range(16):
        e = math.radians(88 - 150 * j / 15)  # from the crown to below the chin
        a0 = (
            open_ * min(1, max(0, (62 - math.degrees(e)) / 38)) ** 0.5 * (1 if math.degrees(e) > -25 else 0.9)
        )
        row = []
        for i in range(33):
            a = a0 - 0.05 + (2 * math.pi - 2 * a0 + 0.10) * i / 32
            back = max(0, -math.cos(a))
            edge = math.exp(-min(i, 32 - i) / 2.0) * min(1, a0 / open_ * 1.2)
            k = 1.06 + 0.10 * edge * math.cos(e) + 0.03 * fbm(a * 1.2 + seed, math.degrees(e) * 0.03, seed)
            ce = max(math.cos(e), 0.5 if math.degrees(e) < -20 else 0)
            x = rx * k * ce * math.sin(a)
            y = -ry * k * ce * math.cos(a) - 0.045 * edge * max(0.2, math.sin(max(e, 0) + 0.4))
            z = rz * 1.08 * math.sin(e) + peak * back * max(0, math.sin(e)) * 0.6 - 0.01 * edge
            row.append(middle + np.array((x, y + peak * 0.8 * back * max(0, math.sin(e + 0.3)), z)))
        rows.append(row)
    sheet("hood", rows, material, 0.006, None, 0, False, 2, m)
    if mantle:
        shoulders(h, material, seed)


def shoulders(h, material, seed=0, low=0.20, reach=1.0, gap=0.0, trim=None):
    """A mantle round the neck and over the shoulders."""
    _, places = h.world()
    neck = places["neck01"]
    left, right = places["upperarm01.L"], places["upperarm01.R"]
    across, half = unit(left - right), np.linalg.norm(left - right) / 2
    back = unit(np.cross(across, np.array((0, 0, 1.0))))
    back = back if back[1] > 0 else -back
    rows = []
    for j in range(12):
        t = j / 11
        row = []
        for i in range(61):
            a = gap + (2 * math.pi - 2 * gap) * i / 60
            s, c = math.sin(a), math.cos(a)
            rx = np.interp(
                t, (0, 0.25, 0.6, 1), (0.078, 0.115, (half + 0.065) * reach, (half + 0.095) * reach)
            )
            ry = np.interp(t, (0, 0.25, 0.6, 1), (0.088, 0.115, 0.150, 0.178))
            z = np.interp(t, (0, 0.25, 0.6, 1), (0.065, 0.035, -0.045, -0.045 - low))
            fold = (
                0.020 * t * math.sin(a * 9 + seed)
                + 0.012 * t * math.sin(a * 17 + seed * 2)
                + 0.02 * t * fbm(a * 2, t * 3, seed)
            )
            p = neck + across * (rx + fold) * s + back * (-(ry + fold) * c * (1.0 if c < 0 else 1.05) + 0.012)
            row.append(p + np.array((0, 0, z - 0.03 * t * abs(s) ** 3 * 0.6 - 0.03 * t * max(0, c))))
        rows.append(row)
    return sheet("mantle", rows, material, 0.006, trim, 0.005, False, 2)


def sleeve(h, side, material, start=0.06, mouth=0.13, drop=0.16, seed=0):
    """A wide sleeve from the shoulder to the wrist, its mouth hanging."""
    _, places = h.world()
    line = [places[f"upperarm01.{side}"], places[f"lowerarm01.{side}"], places[f"wrist.{side}"]]
    rows = []
    for j in range(30):
        t = j / 29
        p = line[0] + (line[1] - line[0]) * t * 2 if t < 0.5 else line[1] + (line[2] - line[1]) * (t * 2 - 1)
        d = unit(line[1] - line[0]) * max(0, 1 - t * 1.6) + unit(line[2] - line[1]) * min(1, t * 1.6)
        m = np.array(at(p, d, (0, 0.05, 1)))
        wide = (
            start
            + (0.018 * math.sin(math.pi * min(1, t * 2)))
            + (mouth - start) * max(0, t - 0.35) ** 1.3 * 1.7
        )
        row = []
        for i in range(32):
            a = 2 * math.pi * i / 32
            down = max(0, -math.cos(a))
            fold = (
                1
                + 0.06 * math.sin(a * 5 + seed + t * 4) * (0.4 + t)
                + 0.05 * math.sin(t * 34 + 3 * math.sin(a + seed)) * math.exp(-((t - 0.5) ** 2) / 0.03)
            )
            q = m[:3, 0] * math.sin(a) * wide * fold + m[:3, 1] * math.cos(a) * wide * fold
            q = q + np.array((0, 0, -drop * down**1.5 * max(0, t - 0.4) ** 1.5 * 2.1))
            row.append(p + q + m[:3, 2] * (0.03 * down * t))
        rows.append(row)
    return sheet("sleeve", rows, material, 0.004, None, 0, True, 2)


def skirt(
    h,
    material,
    top=0.98,
    bottom=0.03,
    waist=(0.17, 0.125),
    hem=(0.36, 0.32),
    seed=0,
    trim=None,
    blow=(0, 0, 0),
):
    """A robe's or tabard's skirt from the waist to the floor."""
    _, places = h.world()
    middle = places["spine05"]
    rows = []
    for j in range(26):
        t = j / 25
        row = []
        for i in range(96):
            a = 2 * math.pi * i / 96
            fold = (
                0.085 * math.sin(a * 9 + seed + 1.6 * math.sin(a + seed)) + 0.04 * math.sin(a * 17 + seed * 2)
            ) * t**0.7
            rx, ry = (
                np.interp(t, (0, 0.2, 1), (waist[k], waist[k] + 0.035, hem[k])) * (1 + fold) for k in (0, 1)
            )
            p = np.array((rx * math.sin(a), -ry * math.cos(a), (bottom - top) * t + top - middle[2]))
            row.append(middle + p + np.array(blow) * t * t)
        rows.append(row)
    return sheet("skirt", rows, material, 0.005, trim, 0.006, True, 1)


def strands(
    h,
    material,
    keep,
    length,
    fall,
    count,
    seed=0,
    width=0.0009,
    spread=0.012,
    group="body",
    steps=7,
    swell=0.002,
):
    """Hair or a beard: strands that grow from the faces `keep` accepts, along their normals first, then as fall(p, t) says."""
    rng = np.random.RandomState(seed)
    faces = [f for f, _, m in h.faces if h.groups[m] == group and keep(h.rest[f].mean(0))]
    normals, matrices = h.normals(), h.matrices()
    points, quads = [], []
    for _ in range(count):
        f = faces[rng.randint(len(faces))]
        share = rng.dirichlet(np.ones(len(f)))
        p = (h.rest[f] * share[:, None]).sum(0)
        n = unit((normals[f] * share[:, None]).sum(0))
        m = (matrices[f] * share[:, None, None]).sum(0)
        p, n = m[:, :3] @ p + m[:, 3] + n * swell * 0, unit(m[:, :3] @ n)
        whole = (length(h.rest[f].mean(0)) if callable(length) else length) * rng.uniform(0.65, 1.1)
        side = unit(np.cross(n, rng.randn(3)))
        phase, at_, d = rng.uniform(0, 6.28), p + n * swell, n
        lean = rng.randn(3) * spread
        first = len(points)
        for k in range(steps + 1):
            t = k / steps
            w = width * (1.0 - 0.75 * t)
            points += [at_ - side * w, at_ + side * w]
            d = unit(
                d * 0.55
                + np.array(fall(at_, t)) * 0.75
                + lean * 6 * (0.5 + t)
                + 0.10 * np.sin(phase + 7 * t) * side
            )
            at_ = at_ + d * whole / steps
        for k in range(steps):
            a = first + 2 * k
            quads.append((a, a + 1, a + 3, a + 2))
    return add("strands", mesh("strands", points, quads), material)
