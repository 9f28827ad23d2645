"""Makes the frames of the film: `python3 -m trailer.film FOLDER WORDMARK.png [CUT ...]` in art.

Writes FOLDER/cut-0.mkv and so on, the title last, or only the cuts that are named. `12.5s` in place of a cut writes the frame
of that second as FOLDER/still-12.5.png, to be looked at.
"""

import os
import subprocess
import sys
import time

import cv2
import numpy as np

from trailer.action import Birds, Bolt, Burst, Comet, Strokes
from trailer.frame import HEIGHT, WIDTH
from trailer.layers import Layers
from trailer.shots import CUTS, EMBER, FPS, TITLE_S
from trailer.weather import Embers, Fires, Fog, shimmer

LENGTHS_S = [cut["s"] for cut in CUTS] + [TITLE_S]
TALL = WIDTH * 9 // 16
BAR = (TALL - HEIGHT) // 2
RANDOM = np.random.RandomState(3)
GRAINS = [RANDOM.rand(HEIGHT, WIDTH, 1).astype(np.float32) * 1.4 - 0.2 for _ in range(5)]


class Cut:
    """One stretch of the film between two cuts."""

    def __init__(self, index):
        self.cut = cut = CUTS[index]
        self.layers = Layers(cut)
        self.fires = Fires(cut["flicker"], index)
        self.embers = Embers(*cut["embers"], seed=index)
        self.fog = Fog(*cut["fog"], seed=index * 1.7)
        self.bolts = [Bolt(*bolt, seed=index * 10 + k) for k, bolt in enumerate(cut.get("bolts", ()))]
        self.birds = Birds(*cut["birds"]) if "birds" in cut else None
        self.comets = [Comet(*comet, seed=k) for k, comet in enumerate(cut.get("comets", ()))]
        self.bursts = [(Burst(*burst[:4], seed=index), burst[4]) for burst in cut.get("bursts", ())]

    def shake(self, t):
        """How far a blow throws the camera: right, down, ahead."""
        out = np.zeros(3)
        for at, strength in self.cut.get("shakes", ()):
            if t >= at:
                fades = strength * np.exp(-(t - at) * 6)
                out += fades * np.array(
                    (0.010 * np.sin((t - at) * 71 + 1), 0.009 * np.sin((t - at) * 83), 0.04 * np.exp(-(t - at) * 5))
                )
        return out

    def flash(self, t):
        lights = sum(bolt.light(t) for bolt in self.bolts) * np.float32([0.55, 0.6, 1.0])
        for at, strength in self.cut.get("flashes", ()):
            if t >= at:
                lights = lights + np.float32([1.0, 0.72, 0.42]) * strength * np.exp(-(t - at) * 11)
        return lights

    def frame(self, t):
        seconds, share = self.cut["s"], self.cut.get("frame", (0, 0, 1))[2]
        far, last = Strokes(), len(self.layers.layers) - 1

        def between(out, index, is_near):
            if index == 0:
                for bolt in self.bolts:
                    bolt.draw(far, t)
                far.draw(out)
            if index == min(1, last - 1):
                if self.birds:
                    self.birds.draw(out, t)
                for comet in self.comets:
                    comet.draw(out, far, self.layers, t)
            if not is_near:
                self.fog.draw(out, t + 20, len(self.layers.layers) > 1)
            self.embers.draw(out, t + 30, is_near)
            strokes = Strokes()
            for burst, layer in self.bursts:
                if index == min(layer, last):
                    burst.draw(strokes, self.layers, t)
            strokes.draw(out)

        self.layers.stand(t / seconds, self.shake(t))
        out = self.layers.picture(t, shimmer(t, share), self.fires.at(t), t * 40 - 30, between)
        light = self.flash(t)
        if np.any(light > 0.01):
            out += light * (0.05 + 0.6 * out.mean(2, keepdims=True))
        fade_in, fade_out = self.cut.get("fades", (0, 0))
        shown = min(1, t / fade_in if fade_in else 1, (seconds - t) / fade_out if fade_out else 1)
        return out * shown**1.6 if shown < 1 else out


class Title:
    """The wordmark over the last shot's night, with a gleam that crosses it."""

    def __init__(self, wordmark):
        mark = cv2.imread(wordmark, cv2.IMREAD_UNCHANGED).astype(np.float32) / 255
        self.mark = cv2.cvtColor(mark, cv2.COLOR_BGRA2RGBA)
        with np.load(f"{os.environ['ART_TMP']}/hero-plates.npz") as plates:
            night = plates["dim"].astype(np.float32) / 65535
        small = cv2.resize(night, (576, 324), interpolation=cv2.INTER_AREA)
        self.night = cv2.resize(cv2.GaussianBlur(small, (0, 0), 6)[:288], (WIDTH, HEIGHT)) * 0.22
        self.embers = Embers(240, EMBER, 2.2, seed=77)
        self.fog = Fog(0.42, "#40507e", 3.1)
        self.bursts = [
            Burst(0.05, (0.5, 0.5), 420, 0.8, 5),
            *(Burst(0.9 + 0.12 * k, (0.22 + 0.056 * k, 0.56), 26, 0.16, k) for k in range(11)),
        ]

    def frame(self, t):
        grown = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), 0, 1.02 + 0.10 * t)
        out = cv2.warpAffine(self.night, grown, (WIDTH, HEIGHT)) * min(1, t / 0.6)
        self.fog.draw(out, t * 1.6 + 40, True)
        self.embers.draw(out, t + 40, False)
        shown = np.clip((t - 0.02) / 0.45, 0, 1) ** 1.5
        height, width = self.mark.shape[:2]
        scale = (1 + 0.07 * t / TITLE_S + 0.10 * np.exp(-t * 5)) * WIDTH / 1920
        place = np.float32(
            [[scale, 0, WIDTH / 2 - width * scale / 2], [0, scale, HEIGHT / 2 - height * scale / 2]]
        )
        mark = cv2.warpAffine(self.mark, place, (WIDTH, HEIGHT), flags=cv2.INTER_AREA)
        halo = cv2.resize(
            cv2.GaussianBlur(cv2.resize(mark[..., 3], (WIDTH // 4, HEIGHT // 4)), (0, 0), WIDTH / 213),
            (WIDTH, HEIGHT),
        )
        out = out + halo[..., None] * np.float32([1, 0.42, 0.16]) * (0.30 * shown + 0.06 * np.sin(t * 19) + 0.05 * np.sin(t * 31) + 1.1 * np.exp(-t * 4))
        across = np.arange(WIDTH, dtype=np.float32)[None] + np.arange(HEIGHT, dtype=np.float32)[:, None] * 0.4
        gleam = np.exp(-(((across - WIDTH * ((t - 0.7) * 0.62 % 1.3)) / (WIDTH / 21)) ** 2))[..., None]
        out += mark[..., 3:] * shown * (np.minimum(mark[..., :3] * (1 + 1.3 * gleam), 1.25) - out)
        self.embers.draw(out, t + 40, True)
        strokes = Strokes()
        for burst in self.bursts:
            burst.draw(strokes, self, t)
        strokes.draw(out)
        out += np.float32([1.0, 0.72, 0.42]) * 0.5 * np.exp(-t * 9)
        return out * np.clip((TITLE_S - 0.05 - t) / 0.5, 0, 1)

    def plate(self, x, y):
        return x, y

    def sees(self, x, y, _far):
        return x * WIDTH, y * HEIGHT, WIDTH


def finish(picture):
    """As 8 bits, with as much grain as hides their steps, between two black bars."""
    frame = np.zeros((TALL, WIDTH, 3), np.uint8)
    grain = GRAINS[RANDOM.randint(len(GRAINS))]
    frame[BAR : BAR + HEIGHT] = np.clip(picture * 255 + grain, 0, 255).astype(np.uint8)
    return frame


def stage_of(index, wordmark):
    return Title(wordmark) if index == len(CUTS) else Cut(index)


def write_cut(folder, index, wordmark):
    """Writes the frames of a cut, or of the title after the last, almost without loss."""
    began = time.process_time()
    command = f"ffmpeg -v error -y -f rawvideo -pix_fmt rgb24 -s {WIDTH}x{TALL} -r {FPS} -i -"
    command += " -c:v libx264 -preset ultrafast -crf 8 -pix_fmt yuv420p"
    stage, count = stage_of(index, wordmark), round(LENGTHS_S[index] * FPS)
    with subprocess.Popen([*command.split(), f"{folder}/cut-{index}.mkv"], stdin=subprocess.PIPE) as ffmpeg:
        cv2.setNumThreads(2)
        for number in range(count):
            ffmpeg.stdin.write(finish(stage.frame(number / FPS)).tobytes())
        ffmpeg.stdin.close()
    print(f"CUT {index}: {count} frames in {time.process_time() - began:.0f} s of CPU", flush=True)


def write_still(folder, second, wordmark):
    index, begin = 0, 0
    while second >= begin + LENGTHS_S[index]:
        begin += LENGTHS_S[index]
        index += 1
    frame = finish(stage_of(index, wordmark).frame(second - begin))
    cv2.imwrite(f"{folder}/still-{second:g}.png", frame[..., ::-1])


def main(folder, wordmark, *wanted):
    stills = [one for one in wanted if one.endswith("s")]
    for still in stills:
        write_still(folder, float(still[:-1]), wordmark)
    if not stills:
        for index in map(int, wanted or range(len(LENGTHS_S))):
            write_cut(folder, index, wordmark)


main(*sys.argv[1:])
