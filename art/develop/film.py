"""The last steps: down to the picture's size, bloom, film curve, tint, vignette and grain; and the PNG."""

import struct
import zlib

import numpy as np
from scipy.ndimage import gaussian_filter

BLOOM = ((3, 0.5), (10, 0.35), (32, 0.3), (90, 0.22))  # radius at 1600 px, amount


def shrink(light, width):
    """Averages whole blocks of pixels. A render is a whole multiple of its picture wide."""
    factor = light.shape[1] // width
    if factor * width != light.shape[1]:
        raise ValueError(f"expected a render a whole multiple of {width} px wide, got {light.shape[1]}")
    height = light.shape[0] // factor
    light = np.minimum(light[: height * factor], 30)
    return light.reshape(height, factor, width, factor, 3).mean((1, 3))


def blur(light, radius):
    return np.stack([gaussian_filter(light[..., c], radius) for c in range(3)], -1)


def bloom(light, grade):
    how, unit = grade.get("bloom", {}), light.shape[1] / 1600
    bright = np.clip(light - how.get("th", 1.0), 0, how.get("max", 12))
    light = light + sum(amount * blur(bright, size * unit) for size, amount in BLOOM) * how.get("k", 0.5)
    veil = how.get("veil", 0.06)
    return light * (1 - veil) + blur(light, 60 * unit) * veil


def print_film(light, grade):
    """Light as what a screen shows, 0 to 1."""
    how = grade["grade"]
    x = light * 2 ** how.get("ev", 0) * 0.8
    x = np.clip((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14), 0, 1) ** (1 / 2.2)
    grey = (x @ np.array([0.2126, 0.7152, 0.0722]))[..., None]
    x = grey + (x - grey) * how.get("sat", 1.0)
    x = tint(how.get("shadow", "#0b1020")) * (1 - x) * how.get("lift", 0.6) + x * (
        1 - (1 - tint(how.get("high", "#fff2dd"))) * how.get("hik", 0.6) * grey
    )
    x = np.clip(x, 0, 1)
    curve = how.get("scurve", 0.35)
    x = x * (1 - curve) + (x * x * (3 - 2 * x)) * curve
    height, width = x.shape[:2]
    v, u = np.mgrid[0:height, 0:width]
    corner = (u / width - 0.5) ** 2 * 1.15 + (v / height - 0.5) ** 2 * 1.5
    x *= (1 - how.get("vig", 0.75) * corner * 1.1)[..., None].clip(0, 1)
    grain = np.random.RandomState(7).normal(0, how.get("grain", 0.010), (height, width, 1))
    return (x + grain * (0.4 + 0.6 * (1 - grey))).astype(np.float32)


def tint(colour):
    return np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])


def save_png(path, picture):
    pixels = (np.clip(picture, 0, 1) * 255 + 0.5).astype(np.uint8)
    height, width = pixels.shape[:2]
    rows = b"".join(
        b"\0" + row.tobytes() for row in pixels
    )  # filter type 0 (1) || RGB of every pixel (3 each)

    def chunk(kind, data):
        return (
            struct.pack(">I", len(data))
            + kind
            + data
            + struct.pack(">I", zlib.crc32(kind + data) & 0xFFFFFFFF)
        )

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header))
        file.write(chunk(b"IDAT", zlib.compress(rows, 6)) + chunk(b"IEND", b""))
