"""Cuts a shot's plates apart by distance, fills what was hidden, and looks at them from a camera that moves."""

import os

import cv2
import numpy as np

from trailer.action import Fighters, Flame, moved
from trailer.frame import HEIGHT, WIDTH
from trailer.shots import SHOTS

COARSE = 4  # where a pixel comes from is computed for one in so many: distance is smooth within a layer
FARTHEST = 5e3
FIGHTERS_AT = 4.6  # metres


class Layers:
    """The layers of a cut, the farthest first."""

    def __init__(self, cut):
        shot = cut["shot"]
        with np.load(f"{os.environ['ART_TMP']}/{shot}-plates.npz") as plates:
            depth = plates["depth"]
            dim, bright, clear = (plates[name] for name in ("dim", "bright", "clear"))
            fires = [Flame(*fire, depth) for fire in plates["fires"]]
        # not finer than is seen: what is skipped would flicker
        wanted = WIDTH * SHOTS[shot]["margin"] / cut.get("frame", (0, 0, 1))[2] * 1.06
        if wanted < depth.shape[1]:
            size = (round(wanted), round(wanted * 9 / 16))
            depth = cv2.resize(depth, size, interpolation=cv2.INTER_NEAREST)
            dim, bright, clear = (
                cv2.resize(p, size, interpolation=cv2.INTER_AREA) for p in (dim, bright, clear)
            )
        dim, bright, clear = (plate.astype(np.float32) / 65535 for plate in (dim, bright, clear))
        self.height, self.width = depth.shape
        self.margin, self.near = SHOTS[shot]["margin"], cut["near"]
        self.waves = cut.get("waves", ())
        self.fighters = Fighters(cut["swings"]) if "swings" in cut else None
        self.seen = self.width / self.margin
        self.move, self.frame = cut["move"], cut.get("frame", (0.5, 0.5, 1))
        nearness = np.minimum(cut["near"] / depth, 1.5).astype(np.float32)
        edges = [0, *cut["layers"], np.inf]
        fires += [
            Flame(*self.plate(x, y), 1 / self.margin, far, size, seed)
            for x, y, far, size, seed in cut.get("fires", ())
        ]
        spans = list(reversed(list(zip(edges, edges[1:]))))
        self.fires = [[fire for fire in fires if near <= fire.far < far] for near, far in spans]
        self.layers = []
        for near, far in spans:
            inside = (depth >= near) & (depth < far)
            # what is nearer hides this layer; its edge is a mixture, which must not be spread
            hidden = cv2.dilate((depth < near).astype(np.uint8), np.ones((7, 7))) > 0
            whole = near == edges[-2]
            own = ~hidden & (True if whole else grown(inside, 3))
            shares = np.float32(1) if whole else fill(inside.astype(np.float32), ~hidden)
            layer = dict(
                nearness=coarse(fill(nearness, own & inside if not whole else own)),
                bright=fill(bright, own) if not whole else None,
                dim=np.dstack([fill(dim, own), cv2.GaussianBlur(np.ones_like(depth) * shares, (0, 0), 0.8)]),
            )
            if whole:
                sky = depth > FARTHEST
                # clouds pass behind the moon: before it they would have to hide it again elsewhere
                moon = grown(sky & (clear.min(2) > 0.62) & (cv2.blur(clear, (9, 9)).min(2) > 0.6), 6)
                shares = cv2.GaussianBlur(fill(sky.astype(np.float32), own) * ~moon, (0, 0), 2)
                layer["dim"] = np.dstack([fill(clear, own), shares])
                # without the stars that they cover
                layer["clouds"] = cv2.GaussianBlur(fill(dim - clear, sky & own & ~moon), (0, 0), 5)
            self.layers.append(layer)
        if self.fighters:
            size = (self.height // COARSE, self.width // COARSE)
            self.layers.append(dict(nearness=np.full(size, cut["near"] / FIGHTERS_AT, np.float32), bright=None, dim=None))
            self.fires.append([])
        flames = cv2.GaussianBlur(np.clip(bright - 0.72, 0, 1)[..., 0] * (depth < FARTHEST), (0, 0), 5)
        self.heat = coarse(np.clip(flames * 6, 0, 1))

    def stand(self, progress, shake):
        """Puts the camera where it is at a share of the cut."""
        start, end = self.move
        right, down, ahead = (a + (b - a) * progress for a, b in zip(start, end))
        self.camera = right + shake[0], down + shake[1], ahead + shake[2]

    def plate(self, x, y):
        """A place of the unmargined picture in shares of the plates."""
        return (x - 0.5) / self.margin + 0.5, (y - 0.5) / self.margin + 0.5

    def sees(self, x, y, far):
        """Where in the frame a place of the plates is, in pixels, and how wide the plates would be there. far: none, as `near`."""
        right, down, ahead = self.camera
        q = 1.0 if far is None else min(self.near / far, 1.5)
        middle_x, middle_y, share = self.frame
        u = ((x - 0.5) * self.margin - right * q) / (1 - ahead * q) - (middle_x - 0.5)
        v = ((y - 0.5) * self.margin * 9 / 16 - down * q) / (1 - ahead * q) - (middle_y - 0.5) * 9 / 16
        scale = WIDTH / share
        return u * scale + WIDTH / 2, v * scale + HEIGHT / 2, scale * self.margin / (1 - ahead * q)

    def maps(self, index, t, shimmer):
        """For every pixel of the picture, where it is found on a layer's plates."""
        layer = self.layers[index]
        right, down, ahead = self.camera
        middle_x, middle_y, share = self.frame
        u, v = np.meshgrid(
            (np.arange(WIDTH // COARSE, dtype=np.float32) + 0.5) * COARSE / WIDTH - 0.5,
            (np.arange(HEIGHT // COARSE, dtype=np.float32) + 0.5) * COARSE / WIDTH - HEIGHT / WIDTH / 2,
        )
        # from the middle of the plate, in shares of the width that is seen
        x = middle_x - 0.5 + u * share
        y = (middle_y - 0.5) * 9 / 16 + v * share
        from_x, from_y = x, y
        for _ in range(3):
            q = self.look_up(layer["nearness"], from_x, from_y)
            from_x, from_y = x * (1 - ahead * q) + right * q, y * (1 - ahead * q) + down * q
        for wave in self.waves:
            if index == wave.get("layer", len(self.layers) - 1):
                dx, dy = moved(wave, from_x, from_y, t)
                from_x, from_y = from_x + dx, from_y + dy
        if index < len(self.layers) - bool(self.fighters):
            heat = self.look_up(self.heat, from_x, from_y)
            from_x, from_y = from_x + shimmer[0] * heat, from_y + shimmer[1] * heat
        scale = self.width / self.margin
        at_x, at_y = self.width / 2 + from_x * scale - 0.5, self.height / 2 + from_y * scale - 0.5
        return [cv2.resize(at.astype(np.float32), (WIDTH, HEIGHT)) for at in (at_x, at_y)]

    def look_up(self, values, x, y):
        at_x = (self.width / 2 + x * self.seen) / COARSE - 0.5
        at_y = (self.height / 2 + y * self.seen) / COARSE - 0.5
        return see(values, at_x.astype(np.float32), at_y.astype(np.float32))

    def picture(self, t, shimmer, fires, drift, between):
        """A frame. fires is how bright fires are at every column, 0 to 1; between draws what floats before a layer."""
        out = None
        for index, layer in enumerate(self.layers):
            at_x, at_y = self.maps(index, t, shimmer)
            if self.fighters and index == len(self.layers) - 1:
                picture = self.fighters.at(t)
                scale = picture.shape[1] / self.width
                picture = see(picture, at_x * scale, at_y * scale, cv2.BORDER_CONSTANT)
                out *= 1 - picture[..., 3:]
                out += picture[..., :3]
            else:
                dim = see(layer["dim"], at_x, at_y)
                colour, share = dim[..., :3], dim[..., 3:]
                if out is None:
                    out = colour + see(layer["clouds"], at_x + drift, at_y) * share
                else:
                    colour = colour + (see(layer["bright"], at_x, at_y) - colour) * fires
                    out += share * (colour - out)
            for fire in self.fires[index]:
                fire.draw(out, self, t)
            between(out, index, index == len(self.layers) - 1)
        return out


def see(values, at_x, at_y, border=cv2.BORDER_REPLICATE):
    return cv2.remap(values, at_x, at_y, cv2.INTER_LINEAR, borderMode=border)


def grown(mask, pixels):
    return cv2.dilate(mask.astype(np.uint8), np.ones((2 * pixels + 1,) * 2)) > 0


def coarse(values):
    height, width = values.shape
    return cv2.resize(values, (width // COARSE, height // COARSE), interpolation=cv2.INTER_AREA)


def fill(values, known):
    """Values where they are known, elsewhere a smooth continuation of them."""
    weight = known.astype(np.float32)
    spread = values * (weight if values.ndim == 2 else weight[..., None])
    levels = [(spread, weight)]
    while min(levels[-1][1].shape) > 4:
        levels.append(tuple(cv2.pyrDown(part) for part in levels[-1]))
    guess = None
    for spread, weight in reversed(levels):
        if guess is not None:
            guess = cv2.resize(guess, weight.shape[::-1])
        sure = np.clip(weight * 8, 0, 1)  # the nearest known values count, not the average of all
        if values.ndim == 3:
            weight, sure = weight[..., None], sure[..., None]
        mean = spread / np.maximum(weight, 1e-4)
        guess = mean if guess is None else mean * sure + guess * (1 - sure)
    return np.where(known if values.ndim == 2 else known[..., None], values, guess).astype(np.float32)
