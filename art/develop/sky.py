"""Paints the night: a gradient, stars, a moon with its seas, clouds lit from behind."""

import numpy as np
from scipy.ndimage import gaussian_filter

from develop.values import linear, noise, soft_step, unit

STARLIGHT = "#cfdcff"


def paint_sky(view, grade):
    """The sky behind every pixel, and how bright the moon's glow is there."""
    sky, moon = grade["sky"], grade.get("moon")
    rays = view.directions()
    up = rays[..., 2]
    towards = unit(moon["dir"]) if moon and "dir" in moon else view.key
    angle = np.arccos(np.clip((rays * towards).sum(2), -1, 1))
    out = gradient(sky, up)
    cover, colour = clouds(sky, rays, up, towards, angle)
    if sky.get("stars"):
        clear = soft_step(0.05, 0.35, up) * (1 - cover) ** 3
        out += stars(view, int(sky["stars"])) * clear[..., None] * linear(STARLIGHT)
    glow = np.zeros_like(up)
    if moon:
        out, away = with_disc(out, rays, towards, moon, -view.turn[:, 2])
        for size, amount, otherwise in (
            ("g1", "k1", (3, 0.5)),
            ("g2", "k2", (14, 0.14)),
            ("g3", "k3", (40, 0.03)),
        ):
            glow += np.exp(-angle / np.radians(moon.get(size, otherwise[0]))) * moon.get(amount, otherwise[1])
        glow *= 1 - 0.85 * soft_step(1.02, 0.97, away)  # its face keeps its relief
        if "halo" in moon:
            # a ring of ice far up: sharp towards the moon, fading outwards
            apart = (angle - np.radians(moon["halo"])) / np.radians(0.9)
            glow += moon.get("khalo", 0.03) * np.where(
                apart < 0, np.exp(-((apart * 1.8) ** 2)), np.exp(-apart / 1.6)
            )
    opaque = (cover * sky.get("copac", 0.85))[..., None]
    out = out * (1 - opaque) + colour * opaque
    if moon:
        out += glow[..., None] * linear(moon.get("gcol", moon["col"])) * (1 - 0.35 * cover)[..., None]
    for direction, size, tint, amount in sky.get("glows", []):
        apart = np.arccos(np.clip((rays * unit(direction)).sum(2), -1, 1))
        out += (np.exp(-apart / np.radians(size)) * amount)[..., None] * linear(tint)
    return out, glow


def gradient(sky, up):
    low, high = sky.get("h0", -0.05), sky.get("h1", 0.6)
    t = np.clip((up - low) / (high - low), 0, 1)[..., None] ** sky.get("pow", 0.6)
    return linear(sky["low"]) * sky.get("klow", 1) * (1 - t) + linear(sky["high"]) * sky.get("khigh", 1) * t


def stars(view, count):
    random = np.random.RandomState(3)
    points = np.zeros((view.height, view.width), np.float32)
    x, y = random.randint(1, view.width - 1, count), random.randint(1, view.height - 1, count)
    unit_ = max(view.width / 1600, 1)
    points[y, x] = random.rand(count) ** 11 * 6 * unit_**2
    return gaussian_filter(points, 0.38 * unit_)[..., None]


def with_disc(sky, rays, towards, moon, ahead):
    """The sky with the moon's face, and how far every pixel is from its middle, in radii.

    The face is round on the picture wherever it stands: a true one is drawn out near a corner, which looks like a mistake.
    """
    middle = towards @ ahead
    radius = np.tan(np.radians(moon["size"])) / max(middle, 0.1)
    apart = rays / np.maximum(rays @ ahead, 0.05)[..., None] - towards / max(middle, 0.05)
    across = unit(np.cross(ahead, [0, 0, 1]))
    x, y = (apart @ across) / radius, (apart @ np.cross(across, ahead)) / radius
    out = np.sqrt(x**2 + y**2)
    disc = soft_step(1.02, 0.985, out) * (middle > 0)
    height = np.sqrt(np.clip(1 - out**2, 0, 1))
    seas = 0.40 + 0.60 * soft_step(0.34, 0.66, noise(x * 1.6 + 5 + height, y * 1.6 + 2, 6, 11, 0.6))
    craters = 0.85 + 0.25 * noise(x * 5 + 1, y * 5 + 8, 4, 12, 0.6)
    face = seas * craters * (0.72 + 0.28 * height)
    near = out < 1.02
    face[near] *= relief(x[near], y[near]) ** moon.get("relief", 1.0)
    return sky * (1 - disc[..., None]) + (face * disc)[..., None] * linear(moon["col"]) * moon["I"], out


def relief(x, y):
    """How craters brighten and darken the moon's face at places x, y of its disc: a lit wall, a dark one, some with rays."""
    random = np.random.RandomState(21)
    shade = np.ones_like(x)
    for i in range(150):
        turn, away = random.rand() * 2 * np.pi, np.sqrt(random.rand()) * 0.93
        radius = 0.018 + 0.085 * random.rand() ** 5
        left, down = away * np.cos(turn), away * np.sin(turn)
        flat = np.sqrt(1 - away**2)  # a crater near the edge is seen from the side
        along, across = (
            (x - left) * np.cos(turn) + (y - down) * np.sin(turn),
            (y - down) * np.cos(turn) - (x - left) * np.sin(turn),
        )
        far = np.hypot(along / max(flat, 0.3), across) / radius
        wall = np.exp(-(((far - 1) / 0.28) ** 2))
        lit = ((x - left) * 0.6 - (y - down) * 0.8) / radius
        shade *= 1 + 0.20 * wall * np.clip(lit, -1, 1) - 0.09 * np.exp(-((far / 0.8) ** 4))
        if i % 24 == 0:
            angle = np.arctan2(y - down, x - left)
            rays = 0.5 + 0.5 * np.cos(angle * 11 + 3 * np.sin(angle * 3 + i))
            shade *= 1 + 0.16 * rays**3 * np.exp(-far / 4) * soft_step(0.8, 1.6, far)
    return shade


def clouds(sky, rays, up, towards, angle):
    """How much of the sky is covered, and the clouds' colour, brighter at the edges that face the moon."""
    flat = sky.get("cscale", 2.2) / (np.clip(up, 0, 1) + 0.18)
    x = rays[..., 0] * flat + sky.get("cx", 0)
    y = rays[..., 1] * flat * sky.get("caspect", 1.0)
    warp = sky.get("warp", 0.95)
    x, y = (
        x * 1.3 + noise(x * 0.8 + 3, y * 0.8, 4, 1) * warp,
        y * 1.3 + noise(x * 0.8 + 9, y * 0.8 + 4, 4, 2) * warp,
    )
    here = noise(x, y, 7, 3, 0.54)
    behind = noise(x + towards[0] * 0.22, y + towards[1] * 0.22, 5, 3, 0.54)
    cover = soft_step(sky.get("c0", 0.42), sky.get("c1", 0.72), here) * sky.get("clouds", 0.6)
    edge = np.clip((here - behind) * sky.get("cedge", 5) + 0.35, 0, 1.6)
    edge *= sky.get("camb", 0.15) + np.exp(-angle / np.radians(16)) * sky.get("clit", 1.2)
    colour = linear(sky["cdark"]) * sky.get("kdark", 1) + edge[..., None] * linear(sky["clight"])
    return cover * soft_step(-0.06, 0.12, up), colour
