"""Fog with shafts of moonlight and halos round the lights, gathered cell by cell from the camera into the depth."""

import numpy as np
from scipy.ndimage import gaussian_filter, map_coordinates

from develop.values import linear, noise_block, soft_step


class Fog:
    """Looks up what fog adds to a pixel and how much it leaves of what lies behind."""

    def __init__(self, view, grade):
        self.view, self.fog = view, grade["fog"]
        self.near, self.far = view.meta["near"], view.meta["far"]
        seen = gaussian_filter(view.layers["vis"].astype(np.float32), (1.0, 1.0, 0.8))
        self.down, self.across, self.deep = seen.shape
        self.cells = self.gather(seen)

    def gather(self, seen):
        """For every cell border the light gathered up to there (3) and the share that passes (1)."""
        growth = self.far / self.near
        middles = self.near * growth ** ((np.arange(self.deep) + 0.5) / self.deep)
        lengths = np.diff(self.near * growth ** (np.arange(self.deep + 1) / self.deep))
        rays = self.view.rays(self.across, self.down)
        stretch = np.linalg.norm(rays, axis=2)
        places = self.view.eye + rays[:, :, None, :] * middles[None, None, :, None]
        density, light = self.density_and_light(places, rays / stretch[..., None], seen, middles)
        passes = np.exp(-density * lengths[None, None, :] * stretch[..., None])
        cells = np.zeros((self.down, self.across, self.deep + 1, 4), np.float32)
        cells[:, :, 0, 3] = 1
        gathered, left = np.zeros((self.down, self.across, 3)), np.ones((self.down, self.across))
        for k in range(self.deep):
            gathered = gathered + (left * (1 - passes[..., k]))[..., None] * light[:, :, k]
            left = left * passes[..., k]
            cells[:, :, k + 1, :3], cells[:, :, k + 1, 3] = gathered, left
        return cells

    def density_and_light(self, places, rays, seen, middles):
        fog = self.fog
        drift = self.drift(places)
        amount = fog.get("namt", 0.8)
        height = np.exp(-np.clip(places[..., 2] - fog.get("base", 0), 0, None) / fog["hfall"])
        density = fog["d"] * height * ((1 - amount) + amount * 2 * drift) + fog.get("d0", 0)
        start = fog.get("start", 0)
        density = density * soft_step(start, start + fog.get("ramp", 8), middles)[None, None, :]
        g = fog.get("g", 0.6)  # how much of the moonlight goes on ahead
        ahead = (1 - g * g) / (1 + g * g - 2 * g * (rays * self.view.key).sum(2)) ** 1.5 * 0.25
        light = (seen * ahead[..., None])[..., None] * linear(fog["keycol"]) * fog.get("kkey", 1)
        light = light + linear(fog["amb"]) * fog.get("kamb", 1)
        for point in self.view.meta["points"]:
            apart = ((places - np.array(point["loc"], np.float32)) ** 2).sum(-1) + fog.get("ptsoft", 0.6)
            light = light + (point["w"] * fog.get("kpt", 0.01) / apart)[..., None] * np.array(
                point["col"], np.float32
            )
        for place, size, tint, brightness, thickness in fog.get("blobs", []):
            ball = np.exp(-((places - np.array(place, np.float32)) ** 2).sum(-1) / size**2)
            density = density + thickness * ball * (0.3 + 1.4 * drift)
            light = light + (brightness * ball)[..., None] * linear(tint)
        return density, light

    def drift(self, places):
        """How uneven the fog is at a place; 0 to 1."""
        block = noise_block(64, self.fog.get("seed", 1))

        def sample(scale, offset=0):
            at = (places * np.array([scale, scale, scale * 1.6]) * 16 + offset) % 64
            return map_coordinates(block, [at[..., 0], at[..., 1], at[..., 2]], order=1, mode="grid-wrap")

        scale = self.fog.get("nscale", 0.06)
        both = sample(scale) * 0.65 + sample(scale * 3.3, 11) * 0.35
        return soft_step(self.fog.get("n0", 0.25), self.fog.get("n1", 0.75), both)

    def at(self, depth):
        """Colour (3) and what passes (1), up to a depth, for every pixel."""
        y, x = np.mgrid[0 : self.view.height, 0 : self.view.width].astype(np.float32)
        i = (x + 0.5) / self.view.width * self.across - 0.5
        j = (y + 0.5) / self.view.height * self.down - 0.5
        depth = np.clip(depth, self.near, self.far)
        k = np.log(depth / self.near) / np.log(self.far / self.near) * self.deep
        planes = (map_coordinates(self.cells[..., c], [j, i, k], order=1, mode="nearest") for c in range(4))
        return np.stack(list(planes), -1)
