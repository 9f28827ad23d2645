"""Flames and burning stones in flight, painted: noise that rises, hot where it is thick. The film moves the same ones."""

import numpy as np
from scipy.ndimage import map_coordinates

from develop.values import noise_block

ROWS, COLUMNS = 112, 84  # of a flame, before it is stretched to its size
WIDE, TALL = 2.5, 3.1  # of a flame of size 1, in metres
NOISE = noise_block(64, 9)
EDGE, CORE, WHITE = (np.array(c, np.float32) for c in ((1.0, 0.10, 0.008), (1.0, 0.40, 0.07), (1.0, 0.80, 0.42)))


def sample(x, y, z):
    """Noise at places counted in blocks; 0 to 1."""
    x, y, z = np.broadcast_arrays(x * 64, y * 64, z * 64)
    return map_coordinates(NOISE, [x, y, z], order=1, mode="grid-wrap")


def heat(t, seed):
    """How hot each point of a flame is at a second, 0 to 1: its first row on top."""
    up = np.linspace(1, 0, ROWS, dtype=np.float32)[:, None]
    across = np.linspace(-1.25, 1.25, COLUMNS, dtype=np.float32)[None]
    own = seed * 0.137
    sway = (sample(up * 0.35 - t * 0.42 + own, own, t * 0.11) - 0.5) * 1.1 * up**0.8
    u = across - sway
    tip = 0.42 + 0.75 * sample(u * 0.34 + own * 3, own, t * 0.33)  # several tongues, each as high as it likes
    licks = 0.6 * sample(u * 0.30 + own, up * 0.42 - t * 0.62, t * 0.16 + own)
    licks += 0.4 * sample(u * 0.75, up * 0.95 - t * 1.15 + own, t * 0.3)
    foot = 0.52 + 0.34 * np.clip(up / 0.16, 0, 1) ** 0.6  # gathered where it springs from
    body = 0.86 - (u / foot) ** 2 * (1 + 1.6 * up) - (up / tip) ** 1.4 * 0.72
    hot = body + (licks - 0.50) * 2.7 * (0.42 + up)
    return np.clip(hot, 0, 1) * np.clip(up / 0.14, 0, 1) ** 0.7 * np.clip((1 - up) / 0.2, 0, 1)


def light(hot):
    """The light of heat: red and thin at its rim, nearly white inside."""
    hot = hot[..., None]
    low, high = np.clip(hot / 0.6, 0, 1), np.clip((hot - 0.55) / 0.5, 0, 1)
    return (EDGE + (CORE - EDGE) * low + (WHITE - CORE) * high) * (hot**1.6 * 3.0)


def seen_at(view, place):
    """Where a place is seen, in shares of the picture's width and height; how wide a metre is there, and how far away."""
    x, y, z = (np.array(place, np.float32) - view.eye) @ view.turn
    far = max(-z, 1e-3)
    wide = view.right - view.left
    return (x / far - view.left) / wide, (view.top - y / far) / (view.top - view.bottom), 1 / far / wide, far


def paint(view, fog, t=0.0):
    """The light of everything that burns in a view, through its fog and behind what stands before it."""
    out = np.zeros((view.height, view.width, 3), np.float32)
    for flame in view.meta.get("flames", []):
        x, y, metre, far = seen_at(view, flame["loc"])
        size = metre * flame["size"] * view.width
        wide, tall = round(size * WIDE), round(size * TALL)
        if wide > 2:
            stamp(out, view, stretched(heat(t, flame["seed"]), wide, tall), x, y, far - flame["size"] * 0.6)
    for line in view.meta.get("comets", []):
        trail(out, view, line)
    return out * fog.at(view.depth)[..., 3:] if fog else out


def stretched(hot, wide, tall):
    rows, columns = np.linspace(0, ROWS - 1, tall), np.linspace(0, COLUMNS - 1, wide)
    return map_coordinates(hot, np.meshgrid(rows, columns, indexing="ij"), order=1)


def stamp(out, view, hot, x, y, far):
    """Puts a flame's foot at a place, hidden by what is nearer than it."""
    tall, wide = hot.shape
    left, top = round(x * view.width - wide / 2), round(y * view.height - tall)
    a, b = max(0, -left), max(0, -top)
    c, d = min(wide, view.width - left), min(tall, view.height - top)
    if a >= c or b >= d:
        return
    place = np.s_[top + b : top + d, left + a : left + c]
    out[place] += light(hot[b:d, a:c]) * (view.depth[place] > far)[..., None]


def trail(out, view, line):
    """A stone and the fire it draws behind it, thin and torn where it has been."""
    random = np.random.RandomState(4)
    places = np.array([seen_at(view, place) for place in line])
    at = np.linspace(0, len(line) - 1, 260)
    track = np.stack([np.interp(at, np.arange(len(line)), places[:, k]) for k in range(4)], -1)
    for share, (x, y, metre, far) in zip(np.linspace(0, 1, len(track)), track):
        torn = random.randn(2) * metre * 0.5 * (1 - share)
        radius = metre * view.width * (0.18 + 0.55 * share**3) * (0.6 + 0.8 * random.rand())
        glow(out, view, x + torn[0], y + torn[1], max(radius, 0.8), 0.05 + share**4, far)


def glow(out, view, x, y, radius, hot, far):
    reach = int(radius * 3) + 1
    left, top = int(x * view.width) - reach, int(y * view.height) - reach
    size = 2 * reach + 1
    if left < 0 or top < 0 or left + size > view.width or top + size > view.height:
        return
    v, u = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(np.float32) / radius
    place = np.s_[top : top + size, left : left + size]
    out[place] += light(np.exp(-(u * u + v * v)) * hot) * 0.5 * (view.depth[place] > far)[..., None]
