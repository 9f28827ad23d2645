"""Takes the noise out of a render with few samples; Debian's Blender has no denoiser."""

import functools

import numpy as np
from scipy.ndimage import binary_dilation, gaussian_filter, median_filter


def clean(view, grade):
    """The render's colours without fireflies, salt and grain."""
    image, albedo = view.layers["Image"], view.layers["DiffCol"]
    rgb, solid = image[..., :3].copy(), image[..., 3]
    light = rgb.mean(2)
    firefly = (light > median_filter(light, 3) * 4 + 0.3) & (light < grade.get("ffmax", 6))
    # glints of grass and wet stone, which few samples scatter as salt; what glows by itself has no albedo and is left alone
    glint = light > median_filter(light, 5) * grade.get("glint", 2.2) + 0.05
    firefly |= glint & (albedo.sum(2) > 0.01) & (solid > 0.5)
    for c in range(3):
        rgb[..., c] = np.where(firefly, median_filter(rgb[..., c], 5), rgb[..., c])
    how = grade.get("clean", {})
    return smooth(
        rgb, view.layers["Normal"], albedo, view.depth, how.get("steps", (1, 2, 4, 1)), how.get("level", 0.45)
    )


def smooth(rgb, normal, albedo, depth, steps, keen):
    """Averages the light on a surface with its neighbours', step by step wider, but never across an edge.

    keen says how much a change of the light itself counts as an edge.
    """
    normal = np.stack([gaussian_filter(normal[..., c], 0.8) for c in range(3)], -1)
    surface = np.clip(albedo, 0.02, None)
    glows = albedo.sum(2) < 0.01
    # pixels that mix a lamp with its frame: their light over their albedo is no light of the frame
    mixed = binary_dilation(glows & (rgb.mean(2) > 0.1), np.ones((3, 3)), iterations=2) & ~glows
    counts = np.where(mixed, 0.0, 1.0).astype(np.float32)
    light, far = rgb / surface, np.log(np.clip(depth, 0.1, 1e4))
    for step in steps:
        total, weights = np.zeros_like(light), np.zeros(depth.shape, np.float32)
        level = np.log(gaussian_filter(light.mean(2), 1.2) + 0.05)  # of the neighbourhood: grain is no edge
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                beside = functools.partial(np.roll, shift=(dy * step, dx * step), axis=(0, 1))
                apart = ((normal - beside(normal)) ** 2).sum(2) * 6
                apart += np.abs(far - beside(far)) * 40 / step + (level - beside(level)) ** 2 * keen
                weight = np.exp(-apart) * (1, 0.7, 0.5)[abs(dx) + abs(dy)] * beside(counts)
                total += weight[..., None] * beside(light)
                weights += weight
        light = np.where(mixed[..., None], light, total / np.maximum(weights, 1e-6)[..., None])
    out = light * surface
    out[glows | mixed] = rgb[glows | mixed]
    return out
