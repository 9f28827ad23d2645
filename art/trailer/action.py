"""What happens in a cut: flames, bolts, birds, comets, sparks, blows; and how cloth and crowds move. Times are seconds."""

import os

import cv2
import numpy as np

from develop import flames
from trailer.frame import HEIGHT, WIDTH

HALO = np.float32([1.0, 0.42, 0.12])
BALL = np.hypot(*np.meshgrid(np.linspace(-1, 1, flames.COLUMNS), np.linspace(-1.05, 1.05, flames.ROWS)))
BALL = np.clip((1 - BALL) * 3, 0, 1).astype(np.float32)


def smooth(x):
    x = np.clip(x, 0, 1)
    return x * x * (3 - 2 * x)


def shown(light):
    """Light as the screen shows it, as develop's film does."""
    x = np.maximum(light, 0) * 1.1
    return np.clip((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14), 0, 1) ** (1 / 2.2)


def add_light(out, patch, left, top):
    """Adds a patch of shown light as a second exposure would, wherever the frame has it."""
    tall, wide = patch.shape[:2]
    a, b = max(0, -left), max(0, -top)
    c, d = min(wide, WIDTH - left), min(tall, HEIGHT - top)
    if a < c and b < d:
        part = out[top + b : top + d, left + a : left + c]
        part += patch[b:d, a:c] * (1 - np.clip(part, 0, 1))


def moved(wave, x, y, t):
    """How much farther right and down the camera finds what a wave moves. x and y: shares of the unmargined width, from its middle."""
    (cx, cy), (wide, tall), (by_x, by_y) = wave["at"], wave["size"], wave["by"]
    p, q = (x - (cx - 0.5)) / wide, (y - (cy - 0.5) * 9 / 16) / (tall * 9 / 16)
    inside = smooth((0.5 - np.abs(p)) * 5) * smooth((0.5 - np.abs(q)) * 5)
    turn = 2 * np.pi * wave["hz"] * t
    if wave["kind"] == "cloth":  # held above, free below
        hangs = inside * np.clip(q + 0.5, 0, 1) ** 0.8
        fold = 5.0 * q + 2.2 * p
        right = np.sin(turn - fold) + 0.45 * np.sin(2.3 * turn - 1.7 * fold + 1)
        return by_x * hangs * right, by_y * hangs * np.cos(1.3 * turn - fold)
    if wave["kind"] == "crowd":  # each for himself, as wide as a man
        own = np.sin(p * 31) * 1.2 + np.sin(p * 13 + 1) * 1.6
        return by_x * inside * np.sin(turn * 0.6 + own), by_y * inside * np.sin(turn + own * 1.7)
    radius = np.hypot(p * 2, q * 2)
    angle = by_x * t * smooth((1 - radius) * 2.2)
    dx, dy = p * wide, q * tall * 9 / 16
    return dx * (np.cos(angle) - 1) - dy * np.sin(angle), dx * np.sin(angle) + dy * (np.cos(angle) - 1)


class Flame:
    """One fire of a shot: painted anew in every frame, behind what stands before it."""

    def __init__(self, x, y, metre, far, size, seed, depth=None):
        self.place, self.far, self.size, self.seed = (x, y), far, size, seed
        self.metre = metre
        self.seen = None if depth is None else self.mask(depth)

    def mask(self, depth):
        height, width = depth.shape
        wide, tall = (self.metre * self.size * width * of for of in (flames.WIDE, flames.TALL))
        at_x = self.place[0] * width + np.linspace(-wide / 2, wide / 2, flames.COLUMNS, dtype=np.float32)
        at_y = self.place[1] * height + np.linspace(-tall, 0, flames.ROWS, dtype=np.float32)
        at_x, at_y = np.meshgrid(at_x.astype(np.float32), at_y.astype(np.float32))
        near = cv2.remap(depth, at_x, at_y, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
        return cv2.GaussianBlur((near > self.far - self.size * 0.6).astype(np.float32), (0, 0), 1)

    def draw(self, out, camera, t):
        x, y, scale = camera.sees(*self.place, self.far)
        metre = self.metre * scale
        wide, tall = round(metre * self.size * flames.WIDE), round(metre * self.size * flames.TALL)
        if wide < 3 or wide > 4000:
            return
        hot = flames.heat(t + self.seed * 1.3, self.seed)
        if self.seen is not None:
            hot = hot * self.seen
        else:  # a wall of fire, seen through
            hot = hot * 0.62
        patch = shown(flames.light(cv2.resize(hot.astype(np.float32), (wide, tall)))).astype(np.float32)
        add_light(out, patch, round(x - wide / 2), round(y - tall))
        glow(out, x, y - tall * 0.35, wide * 1.5, HALO * (0.16 + 0.12 * float(hot.mean())))


def glow(out, x, y, radius, colour):
    size = max(4, round(radius * 2))
    u = np.linspace(-1, 1, 48, dtype=np.float32)
    spot = np.exp(-(u[None] ** 2 + u[:, None] ** 2) * 4.5) - np.exp(-4.5)
    spot = cv2.resize(np.clip(spot, 0, 1), (size, size))[..., None] * np.float32(colour)
    add_light(out, spot, round(x - size / 2), round(y - size / 2))


class Strokes:
    """Bright lines with their glow, all of a frame drawn at once."""

    def __init__(self):
        self.canvas = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
        self.any = False

    def line(self, a, b, thick, colour):
        self.any = True
        ends = [tuple(int(np.clip(v * 16, -1e6, 1e6)) for v in end) for end in (a, b)]
        cv2.line(self.canvas, *ends, [float(c) * 255 for c in colour], thick, cv2.LINE_AA, 4)

    def draw(self, out):
        if not self.any:
            return
        small = cv2.resize(self.canvas, (WIDTH // 4, HEIGHT // 4), interpolation=cv2.INTER_AREA)
        halo = cv2.GaussianBlur(small.astype(np.float32) / 255, (0, 0), WIDTH / 480)
        out += self.canvas.astype(np.float32) * (1.1 / 255) + cv2.resize(halo, (WIDTH, HEIGHT)) * 1.5


class Burst:
    """Sparks from a place: fast, then slow, then falling."""

    def __init__(self, at, place, count, speed, seed):
        random = np.random.RandomState(seed + count)
        self.at, self.place = at, place
        self.angle = random.rand(count) * 2 * np.pi
        self.speed = speed * (0.10 + random.rand(count) ** 1.7 * 1.3)
        self.life = 0.25 + random.rand(count) ** 1.5 * 1.0
        self.drag = 1.6 + random.rand(count) * 2.4
        self.thick = random.rand(count)
        self.sway = random.randn(count) * 0.02

    def where(self, age):
        away = self.speed * (1 - np.exp(-self.drag * age)) / self.drag
        x = np.cos(self.angle) * away + self.sway * age
        return x, np.sin(self.angle) * away * 0.9 + 0.22 * age * age

    def draw(self, strokes, camera, t):
        age = t - self.at
        if not 0 <= age < 1.4:
            return
        x0, y0, _ = camera.sees(*camera.plate(*self.place), None)
        new, old = self.where(age + 1 / 24), self.where(max(0, age - 0.012))
        for i in np.flatnonzero(self.life > age):
            left = 1 - age / self.life[i]
            colour = np.float32([1, 0.30 + 0.62 * left, 0.04 + 0.62 * left**2]) * min(1, 0.25 + left * 1.2)
            ends = [(x0 + p[0][i] * WIDTH, y0 + p[1][i] * WIDTH) for p in (old, new)]
            strokes.line(*ends, 1 + round((self.thick[i] ** 4 * 3 + (age < 0.08)) * WIDTH / 1920), colour)


class Bolt:
    """Lightning that stands for three flickers of the sky."""

    def __init__(self, at, x, strength, seed):
        self.at, self.strength, self.lines = at, strength, []
        self.grow(np.random.RandomState(seed + 31), x, 0.0, 0.42, 3)

    def grow(self, random, x, y, until, thick):
        while y < until:
            to = (x + random.randn() * 0.013, y + 0.012 + random.rand() * 0.018)
            self.lines.append(((x, y), to, thick))
            x, y = to
            if thick > 1 and random.rand() < 0.16:
                self.grow(random, x, y, min(until, y + 0.05 + random.rand() * 0.12), thick - 1)

    def light(self, t):
        age = t - self.at
        return self.strength * sum(np.exp(-((age - late) / 0.05) * 1.0) * loud for late, loud in ((0, 1), (0.13, 0.7)) if age >= late)

    def draw(self, strokes, t):
        light = self.light(t)
        if light < 0.18:
            return
        for (x0, y0), (x1, y1), thick in self.lines:
            ends = ((x0 * WIDTH, y0 * WIDTH), (x1 * WIDTH, y1 * WIDTH))
            strokes.line(*ends, max(1, round(thick * WIDTH / 1920)), np.float32([0.72, 0.80, 1]) * min(1, light))


class Birds:
    """Crows that cross the sky."""

    def __init__(self, count, start, way, size, seed):
        random = np.random.RandomState(seed)
        self.start = np.float32(start) + random.randn(count, 2) * (0.07, 0.035)
        self.way = np.float32(way) * (0.85 + random.rand(count, 1) * 0.3)
        self.size = size * (0.5 + random.rand(count))
        self.beat, self.phase = 3.2 + random.rand(count) * 2.2, random.rand(count) * 6

    def draw(self, out, t):
        mask = np.zeros((HEIGHT, WIDTH), np.uint8)
        for i, place in enumerate(self.start + self.way * t):
            x, y = place[0] * WIDTH, place[1] * HEIGHT + np.sin(t * 3 + self.phase[i]) * WIDTH * 0.003
            flap, r = np.sin(2 * np.pi * self.beat[i] * t + self.phase[i]), self.size[i] * WIDTH
            for side in (-1, 1):
                wing = [(0, -0.12), (0.5, -0.22 - 0.38 * flap), (1, 0.05 - 0.75 * flap), (0.5, 0.10 - 0.26 * flap), (0, 0.16)]
                points = np.float32([(x + side * u * r, y + v * r) for u, v in wing])
                cv2.fillPoly(mask, [np.round(points * 16).astype(np.int32)], 235, cv2.LINE_AA, 4)
        out *= 1 - mask[..., None].astype(np.float32) * (0.93 / 255)


class Comet:
    """A burning stone that is thrown, draws its fire behind it and bursts where it falls."""

    def __init__(self, at, seconds, start, end, size, seed):
        self.at, self.seconds, self.size = at, seconds, size
        self.start, self.end = np.float32(start), np.float32(end)
        self.torn = np.random.RandomState(seed).randn(64, 2).astype(np.float32)
        self.seed = seed

    def draw(self, out, strokes, camera, t):
        share, trail = (t - self.at) / self.seconds, 0.34
        if share > 0:
            for i in range(46, -1, -1):
                late = i / 46
                at = share - late * trail
                if not 0 <= at <= 1:
                    continue
                place = self.start + (self.end - self.start) * at + (0, -0.16 * 4 * at * (1 - at))
                x, y, scale = camera.sees(*camera.plate(*place), None)
                wobble = self.torn[(i + int(t * 24)) % 64] * late * 0.010 * WIDTH
                radius = (0.016 * (1 - late) ** 1.5 + 0.003 + 0.004 * late) * self.size * scale
                glow(out, x + wobble[0], y + wobble[1], radius * 2.6, HALO * (0.10 + 0.5 * (1 - late) ** 2))
                if i < 5:
                    glow(out, x, y, radius * 1.3, np.float32([1, 0.85, 0.5]))
        after = t - self.at - self.seconds
        if 0 <= after < 0.9:  # the ball of fire
            x, y, scale = camera.sees(*camera.plate(*self.end), None)
            wide = round(scale * self.size * 0.11 * (0.35 + (after / 0.9) ** 0.5))
            hot = flames.heat(self.seed + after * 1.6, self.seed + 5) * (1 - after / 0.9) ** 0.7 * 1.25
            hot = np.maximum(hot, hot[:, ::-1] * 0.8) * BALL
            patch = shown(flames.light(cv2.resize(np.clip(hot, 0, 1).astype(np.float32), (wide, round(wide * 1.05)))))
            add_light(out, patch.astype(np.float32), round(x - wide / 2), round(y - wide * 0.8))
            glow(out, x, y - wide * 0.2, wide * 2.4, HALO * 0.8 * (1 - after / 0.9) ** 2)


class Fighters:
    """The duel: pictures of the blow as one layer of the cut, blended where it is between two."""

    def __init__(self, swings):
        self.times, self.values = zip(*swings)
        with np.load(f"{os.environ['ART_TMP']}/blow-plates.npz") as plates:
            self.swings, self.pictures = plates["swings"], plates["pictures"]

    def at(self, t):
        swing = float(np.interp(t, self.times, self.values))
        k = float(np.interp(swing, self.swings, np.arange(len(self.swings))))
        low = int(k)
        high, share = min(low + 1, len(self.pictures) - 1), np.clip((k - low - 0.5) * 2.2 + 0.5, 0, 1)
        one, other = (self.pictures[i].astype(np.float32) / 255 for i in (low, high))
        return one * (1 - share) + other * share if share > 0.02 else one
