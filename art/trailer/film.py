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

from trailer.layers import HEIGHT, WIDTH, Layers
from trailer.shots import CUTS, EMBER, FPS, TITLE_S
from trailer.weather import Embers, Fires, Fog, shimmer

LENGTHS_S = [cut["s"] for cut in CUTS] + [TITLE_S]
TALL = WIDTH * 9 // 16
BAR = (TALL - HEIGHT) // 2
FLASH = np.array([0.55, 0.6, 1.0], np.float32)
RANDOM = np.random.RandomState(3)


class Cut:
    """One stretch of the film between two cuts."""

    def __init__(self, index):
        self.cut = CUTS[index]
        self.layers = Layers(self.cut)
        self.fires = Fires(self.cut["flicker"], index)
        self.embers = Embers(*self.cut["embers"], seed=index)
        self.fog = Fog(*self.cut["fog"], seed=index * 1.7)

    def frame(self, t):
        seconds, share = self.cut["s"], self.cut.get("frame", (0, 0, 1))[2]

        def between(out, is_near):
            if not is_near:
                self.fog.draw(out, t + 20, len(self.cut["layers"]) > 1)
            self.embers.draw(out, t + 30, is_near)

        drift = t * 7 - 10
        out = self.layers.picture(t / seconds, shimmer(t, share), self.fires.at(t), drift, between)
        flash = sum(loud * np.exp(-(t - at) * 9) for at, loud in self.cut.get("lightning", ()) if t >= at)
        if flash:
            out += FLASH * flash * (0.04 + 0.55 * out.mean(2, keepdims=True))
        fade_in, fade_out = self.cut.get("fades", (0, 0))
        light = min(1, t / fade_in if fade_in else 1, (seconds - t) / fade_out if fade_out else 1)
        return out * light**1.6


class Title:
    """The wordmark over the last shot's night, with a gleam that crosses it."""

    def __init__(self, wordmark):
        mark = cv2.imread(wordmark, cv2.IMREAD_UNCHANGED).astype(np.float32) / 255
        self.mark = cv2.cvtColor(mark, cv2.COLOR_BGRA2RGBA)
        with np.load(f"{os.environ['ART_TMP']}/hero-plates.npz") as plates:
            night = plates["dim"].astype(np.float32) / 65535
        small = cv2.resize(night, (576, 324), interpolation=cv2.INTER_AREA)
        self.night = cv2.resize(cv2.GaussianBlur(small, (0, 0), 6)[:288], (WIDTH, HEIGHT)) * 0.22
        self.embers = Embers(120, EMBER, 0.7, seed=77)

    def frame(self, t):
        out = self.night * min(1, t / 1.2)
        self.embers.draw(out, t + 40, False)
        shown = np.clip((t - 0.1) / 0.9, 0, 1) ** 1.5
        height, width = self.mark.shape[:2]
        scale = (1 + 0.035 * t / TITLE_S) * WIDTH / 1920
        place = np.float32(
            [[scale, 0, WIDTH / 2 - width * scale / 2], [0, scale, HEIGHT / 2 - height * scale / 2]]
        )
        mark = cv2.warpAffine(self.mark, place, (WIDTH, HEIGHT), flags=cv2.INTER_AREA)
        halo = cv2.resize(
            cv2.GaussianBlur(cv2.resize(mark[..., 3], (WIDTH // 4, HEIGHT // 4)), (0, 0), WIDTH / 213),
            (WIDTH, HEIGHT),
        )
        out = out + halo[..., None] * np.float32([1, 0.42, 0.16]) * (0.30 * shown + 0.5 * np.exp(-t * 3))
        across = np.arange(WIDTH, dtype=np.float32)[None] + np.arange(HEIGHT, dtype=np.float32)[:, None] * 0.4
        gleam = np.exp(-(((across - WIDTH * (t - 0.9) * 0.9) / (WIDTH / 21)) ** 2))[..., None]
        out += mark[..., 3:] * shown * (np.minimum(mark[..., :3] * (1 + 0.9 * gleam), 1.2) - out)
        self.embers.draw(out, t + 40, True)
        return out * np.clip((TITLE_S - 0.1 - t) / 0.7, 0, 1)


def finish(picture):
    """As 8 bits, with as much grain as hides their steps, between two black bars."""
    frame = np.zeros((TALL, WIDTH, 3), np.uint8)
    grain = RANDOM.rand(HEIGHT, WIDTH, 1).astype(np.float32) * 1.4 - 0.2
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
