"""What render.sh's first half wrote, and where every pixel looks."""

import json
import os

import numpy as np

from develop.values import unit


class View:
    """A render: its layers, its size, its camera, and a direction for every pixel."""

    def __init__(self, name):
        self.folder = os.environ["ART_TMP"]
        self.layers = np.load(f"{self.folder}/{name}.npz")
        with open(f"{self.folder}/{name}.json") as file:
            self.meta = json.load(file)
        self.height, self.width = self.meta["H"], self.meta["W"]
        camera = np.array(self.meta["cam"], np.float32)
        self.turn, self.eye = camera[:3, :3], camera[:3, 3]
        frame = np.array(self.meta["frame"])
        self.left, self.right = frame[:, 0].min(), frame[:, 0].max()
        self.bottom, self.top = frame[:, 1].min(), frame[:, 1].max()
        self.key = unit(self.meta["key"])
        self.depth = self.layers["Depth"][..., 0].copy()

    def rays(self, across, down):
        """A ray through the middle of every cell of a grid over the picture, one unit deep."""
        x = self.left + (self.right - self.left) * (np.arange(across) + 0.5) / across
        y = self.top - (self.top - self.bottom) * (np.arange(down) + 0.5) / down
        x, y = np.meshgrid(x.astype(np.float32), y.astype(np.float32))
        return np.stack([x, y, -np.ones_like(x)], -1) @ self.turn.T

    def directions(self):
        rays = self.rays(self.width, self.height)
        return rays / np.linalg.norm(rays, axis=2, keepdims=True)
