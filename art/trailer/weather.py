"""What moves in the film beside the camera: embers, fog, fires and clouds."""

import cv2
import numpy as np

from develop.values import noise_block
from trailer.frame import HEIGHT, WIDTH

COARSE = 4  # fog and hot air are computed for one pixel in so many

NOISE = noise_block(64, 5)


def tint(colour):
    """A colour such as `#8fa6d8`, 0 to 1."""
    return np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)], np.float32)


def clouds_of_noise(width, height, cells, x, y, z):
    """Soft noise that moves; 0 to 1. cells across the width."""
    plane = NOISE[:, :, int(z * 64) % 64] * (1 - (z * 64) % 1) + NOISE[:, :, int(z * 64 + 1) % 64] * (
        (z * 64) % 1
    )
    u = (np.arange(width, dtype=np.float32) / width * cells + x) * 16 % 64
    v = (np.arange(height, dtype=np.float32) / width * cells + y) * 16 % 64
    at_x, at_y = np.meshgrid(u, v)
    return cv2.remap(plane, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)


class Fires:
    """How bright fires are from left to right: each place has its own rhythm."""

    def __init__(self, per_second, seed):
        random = np.random.RandomState(seed)
        self.waves = [(per_second * (0.4 + random.rand(9) * 1.3), random.rand(9) * 7) for _ in range(4)]

    def at(self, t):
        level = 0.5 + 0.19 * sum(np.sin(2 * np.pi * hz * t + phase) for hz, phase in self.waves)
        return cv2.resize(
            np.clip(level, 0, 1).astype(np.float32)[None], (WIDTH, 1), interpolation=cv2.INTER_CUBIC
        )[..., None]


def shimmer(t, frame_share):
    """How far hot air moves the picture, in shares of its width, right and down."""
    size = (WIDTH // COARSE, HEIGHT // COARSE)
    left = clouds_of_noise(*size, 9, 0, t * 1.3, t * 0.9) - 0.5
    up = clouds_of_noise(*size, 9, 3, t * 1.3, t * 0.9 + 0.5) - 0.5
    return left * 0.006 * frame_share, up * 0.004 * frame_share


class Fog:
    """Banks that drift over the ground, before a layer."""

    def __init__(self, amount, colour, seed):
        self.amount, self.colour, self.seed = amount, tint(colour) * 0.62, seed
        rows = np.linspace(0, 1, HEIGHT // COARSE, dtype=np.float32)[:, None]
        self.low = np.clip((rows - 0.30) / 0.5, 0, 1) ** 1.4

    def draw(self, out, t, is_near):
        size, speed = (WIDTH // COARSE, HEIGHT // COARSE), 0.30 if is_near else 0.12
        cells = 1.1 if is_near else 2.1
        bank = clouds_of_noise(*size, cells, t * speed + self.seed, 0.02 * t, t * 0.03)
        wisps = clouds_of_noise(*size, cells * 3.1, t * speed * 2 + self.seed, 0.05 * t, t * 0.05 + 0.3)
        thick = np.clip((bank * 0.7 + wisps * 0.3 - 0.3) / 0.5, 0, 1)
        share = cv2.resize(thick * self.low * self.amount * (0.7 if is_near else 1.0), (WIDTH, HEIGHT))[
            ..., None
        ]
        out += share * (self.colour - out)


class Embers:
    """Sparks that rise, wander and fade."""

    def __init__(self, count, colour, speed, seed):
        random = np.random.RandomState(seed)
        self.colour, self.speed = tint(colour), speed
        self.start = random.rand(count, 2) * (1.2, 1.3)
        self.depth = 0.25 + random.rand(count) ** 2.2 * 0.75  # 1 is closest
        self.wander = random.rand(count, 4) * 7
        self.bright = 0.25 + random.rand(count) ** 2 * 1.1

    def draw(self, out, t, is_near):
        for (x, y), depth, wander, bright in zip(self.start, self.depth, self.wander, self.bright):
            if (depth > 0.5) != is_near:
                continue
            sway = 0.03 * np.sin(t * 0.9 + wander[0]) + 0.012 * np.sin(t * 2.7 + wander[1])
            at_x = ((x + (0.025 * self.speed * t + sway) * depth) % 1.2 - 0.1) * WIDTH
            at_y = ((y - self.speed * depth * (0.10 + 0.02 * wander[2] / 7) * t) % 1.3 - 0.15) * HEIGHT
            pulse = 0.55 + 0.45 * np.sin(t * (2 + wander[3]) + wander[0] * 3)
            fade = np.clip(at_y / HEIGHT * 2.2, 0.15, 1)
            spot(
                out,
                at_x,
                at_y,
                (1.2 + 2.8 * depth**2) * WIDTH / 1920,
                self.colour,
                bright * 1.3 * pulse * fade,
            )


def spot(out, x, y, radius, colour, bright):
    """A glowing point with a halo, longer than wide since it moves."""
    reach = int(radius * 7) + 2
    left, top = int(x) - reach, int(y) - reach
    if left < 0 or top < 0 or left + 2 * reach >= out.shape[1] or top + 2 * reach >= out.shape[0]:
        return
    v, u = np.mgrid[0 : 2 * reach + 1, 0 : 2 * reach + 1].astype(np.float32)
    away = ((u + left - x) / radius) ** 2 + ((v + top - y) / (radius * 1.7)) ** 2
    light = np.exp(-away * 1.2) + 0.10 * np.exp(-away * 0.09)
    part = out[top : top + 2 * reach + 1, left : left + 2 * reach + 1]
    part += (light * bright)[..., None] * (colour + 0.35 * np.exp(-away * 2)[..., None])
