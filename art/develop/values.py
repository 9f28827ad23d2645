"""Numbers the other steps are made of: colours, soft steps, noise."""

import numpy as np


def linear(colour):
    """A colour such as `#8fa6d8` as linear light."""
    c = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4).astype(np.float32)


def unit(vector):
    v = np.array(vector, np.float32)
    return v / np.linalg.norm(v)


def soft_step(start, end, x):
    t = np.clip((x - start) / (end - start), 0, 1)
    return t * t * (3 - 2 * t)


def noise(x, y, octaves=6, seed=0, gain=0.5):
    """Clouds of value noise at the places x, y; 0 to 1."""
    out, amount, total = np.zeros_like(x), 1, 0
    for octave in range(octaves):
        grid = np.random.RandomState(seed * 31 + octave).rand(256, 256).astype(np.float32)
        left, top = np.floor(x), np.floor(y)
        fx, fy = x - left, y - top
        fx = fx**3 * (fx * (fx * 6 - 15) + 10)
        fy = fy**3 * (fy * (fy * 6 - 15) + 10)
        a, b = left.astype(int) & 255, top.astype(int) & 255
        a1, b1 = (a + 1) & 255, (b + 1) & 255
        above = grid[b, a] * (1 - fx) + grid[b, a1] * fx
        below = grid[b1, a] * (1 - fx) + grid[b1, a1] * fx
        out += amount * (above * (1 - fy) + below * fy)
        total += amount
        amount *= gain
        x, y = x * 2.03 + 17.1, y * 2.03 + 5.7
    return out / total


def noise_block(size=64, seed=0):
    """A block of noise that repeats in all three directions; 0 to 1."""
    random = np.random.RandomState(seed)
    block = np.zeros((size, size, size), np.float32)
    for cells, amount in ((4, 1), (8, 0.5), (16, 0.26), (32, 0.13)):
        grid = np.pad(random.rand(cells, cells, cells).astype(np.float32), ((0, 1),) * 3, mode="wrap")
        at = np.linspace(0, cells, size, endpoint=False)
        i = np.floor(at).astype(int)
        f = at - i
        f = f * f * (3 - 2 * f)
        x = grid[i] * (1 - f)[:, None, None] + grid[i + 1] * f[:, None, None]
        x = x[:, i] * (1 - f)[None, :, None] + x[:, i + 1] * f[None, :, None]
        block += amount * (x[:, :, i] * (1 - f) + x[:, :, i + 1] * f)
    block -= block.min()
    return block / block.max()
