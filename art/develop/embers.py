"""Embers, sparks and fireflies: small soft spots in front of what is farther away than they."""

import numpy as np

from develop.values import linear


def scatter(view, grade):
    """The light of all particles of a grade."""
    out = np.zeros((view.height, view.width, 3), np.float32)
    for swarm in grade.get("particles", []):
        add_swarm(out, view, swarm)
    return out


def add_swarm(out, view, swarm):
    random = np.random.RandomState(swarm.get("seed", 5))
    count, unit = swarm["n"], view.width / 1600
    box = swarm.get("box", (0, 1, 0, 1))
    x = (box[0] + (box[1] - box[0]) * random.rand(count)) * view.width
    y = (box[2] + (box[3] - box[2]) * random.rand(count) ** swarm.get("ypow", 1)) * view.height
    if "center" in swarm:
        middle_x, middle_y, spread_x, spread_y = swarm["center"]
        x = (middle_x + spread_x * random.randn(count)) * view.width
        y = (middle_y - np.abs(spread_y * random.randn(count))) * view.height
    near, far = swarm.get("z", (2, 40))
    depth = near * (far / near) ** random.rand(count)
    size = (
        np.clip(swarm.get("size", 12) / depth, 0.7, swarm.get("smax", 7)) * unit * (0.5 + random.rand(count))
    )
    bright = swarm.get("I", 3) * (0.15 + random.rand(count) ** 3)
    for i in range(count):
        add_spot(out, view, swarm, random, (x[i], y[i], depth[i]), size[i], bright[i])


def add_spot(out, view, swarm, random, place, size, bright):
    stretch = swarm.get("stretch", 1)
    reach = int(max(3, size * 3 * max(1, stretch))) + 1
    x, y = int(place[0]), int(place[1])
    if (
        not (reach <= x < view.width - reach and reach <= y < view.height - reach)
        or view.depth[y, x] < place[2]
    ):
        return
    v, u = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(np.float32)
    turn = swarm.get("tilt", 0.4) + random.randn() * 0.5
    a = (u * np.cos(turn) + v * np.sin(turn)) / size
    b = (v * np.cos(turn) - u * np.sin(turn)) / (size * stretch)
    spot = np.exp(-(a * a + b * b) * 1.1) * bright * min(1.0, (1.6 * view.width / 1600 / size) ** 1.1)
    colour = linear(swarm["col"]) * (1 + 0.5 * random.rand())
    out[y - reach : y + reach + 1, x - reach : x + reach + 1] += spot[..., None] * colour
