"""Helmets that show the face, and horns."""

import math

import numpy as np

from kit.human import unit
from kit.wardrobe import sheet, tube


def skull(h):
    """The middle of a head's upper half, in its rest place from the head bone on, and its half widths."""
    weight = h.weights[:, h.bone_names.index("head")]
    body = sorted({i for f, _, m in h.faces if h.groups[m] == "body" for i in f})
    points = np.array([h.rest[i] for i in body if weight[i] > 0.85])
    low, high = points.min(0), points.max(0)
    top = points[points[:, 2] > high[2] - 0.13]
    rx = min(abs(top[:, 0].min()), top[:, 0].max())
    front, back = top[:, 1].min(), top[:, 1].max()
    rz = 0.125
    middle = np.array((0, (front + back) / 2, high[2] - rz))
    return middle - h.head["head"], (rx, (back - front) / 2, rz)


def helmet(h, steel, gold, horns=0.0, cheek=0.62, crest=0.0, dark=None, horn_material=None):
    """An open helmet: a dome, a brow, cheek plates and a neck guard; horns and a crest if asked for, in metres."""
    m = h.place("head")
    middle, (rx, ry, rz) = skull(h)
    rx, ry, rz = rx * 1.12 + 0.012, ry * 1.09 + 0.014, rz + 0.022
    brow = 0.40  # the elevation of the brow, in radians

    def point(a, e, k=1.0):
        ridge = 1 + 0.05 * math.exp(-((math.sin(a) / 0.10) ** 2)) * max(0, math.sin(e))
        return middle + np.array(
            (
                rx * k * math.cos(e) * math.sin(a),
                -ry * k * math.cos(e) * math.cos(a) * ridge,
                rz * k * ridge * math.sin(e),
            )
        )

    dome = [[point(a, e) for a in np.linspace(0, 2 * math.pi, 49)[:-1]] for e in np.linspace(1.55, brow, 14)]
    sheet("dome", dome, steel, 0.004, None, 0, True, 1, m)
    band = [
        [point(a, e, 1.035) for a in np.linspace(0, 2 * math.pi, 49)[:-1]]
        for e in (brow + 0.13, brow + 0.04, brow - 0.03)
    ]
    sheet("band", band, gold, 0.004, None, 0, True, 1, m)
    # cheeks and neck: from one edge of the opening round the back to the other
    rows = []
    for t in np.linspace(0, 1, 12):
        e = brow * (1 - t) - 1.05 * t
        a0 = np.interp(t, (0, 0.3, 0.55, 1), (0.86, 0.78, cheek * 0.80, cheek * 0.52))
        row = []
        for a in np.linspace(a0, 2 * math.pi - a0, 45):
            back = max(0, -math.cos(a))
            p = point(a, e * 0.55) - (0, 0, 0)
            down = -0.190 * t
            wide = 1 - 0.16 * t * (1 - back) + 0.22 * t * t * back
            row.append(
                np.array(
                    (
                        p[0] * wide,
                        middle[1] + (p[1] - middle[1]) * (1 - 0.02 * t + 0.25 * t * t * back),
                        middle[2] + rz * math.sin(brow) + down - 0.02 * t * back,
                    )
                )
            )
        rows.append(row)
    sheet("cheeks", rows, steel, 0.004, gold, 0.0042, False, 2, m)
    # nasal
    nose = []
    for t in np.linspace(0, 1, 7):
        w = 0.0115 * (1 - 0.25 * t)
        y = -ry * 0.985 - 0.020 * t - 0.010 * math.sin(math.pi * t)
        z = rz * math.sin(brow) + 0.008 - 0.062 * t
        nose.append([middle + np.array((x, y + 0.9 * abs(x) ** 1.3, z)) for x in (-w, -w / 2, 0, w / 2, w)])
    sheet("nasal", nose, steel, 0.004, gold, 0.002, False, 1, m)
    if crest:
        rows = []
        for q in np.linspace(0.5, 2.6, 22):
            p = point(0, q) if q < math.pi / 2 else point(math.pi, math.pi - q)
            out = unit(p - middle)
            rows.append(
                [
                    p + out * crest * s * math.sin((q - 0.5) / 2.1 * math.pi) ** 0.5 + np.array((x, 0, 0))
                    for s, x in ((0, -0.006), (1, -0.002), (1, 0.002), (0, 0.006))
                ]
            )
        sheet("crest", rows, gold, 0.002, None, 0, False, 1, m)
    if horns:
        for side in (-1, 1):
            horn(
                m,
                middle + np.array((side * rx * 0.86, -0.01, rz * 0.42)),
                side,
                horns,
                horn_material or dark or steel,
                ring=gold,
            )


def horn(matrix, root, side, size, material, ring=None, curl=1.0, thick=0.038):
    """A ridged horn, out and up from a head."""
    line = []
    for t in np.linspace(0, 1, 26):
        a = t * 1.75 * curl
        out = 0.50 * math.sin(a * 1.15) + 0.10 * math.sin(2.6 * a)
        line.append(
            root
            + size
            * np.array(
                (side * out, 0.16 * math.sin(1.9 * a) - 0.28 * t * t, 0.62 * (1 - math.cos(a)) + 0.12 * t)
            )
        )
    place = np.array(matrix)
    line = [place[:3, :3] @ p + place[:3, 3] for p in line]
    tube(line, thick, material, lambda t: (1 - t) ** 0.75 * (1 + 0.05 * math.sin(t * 95)) + 0.02, sides=6)
    if ring is not None:
        tube(line[:3], thick * 1.14, ring, sides=6)
