"""Makes the film's sound from nothing but numbers: `python3 -m trailer.sound OUT.wav` in art. 48 kHz, stereo.

Wind, a drone and a choir below, strings and drums with the cuts, bells at both ends. encode.sh takes it as it is; make.sh
brings it to -16 LUFS first.
"""

import sys

import numpy as np
from scipy.io import wavfile
from scipy.signal import butter, fftconvolve, sosfilt

from trailer.shots import LENGTH_S

RATE = 48000
COUNT = int(LENGTH_S * RATE)
RANDOM = np.random.RandomState(18)
T = np.arange(COUNT) / RATE
A1 = 55.0
VOWEL = (
    (660, 1.0, 90),
    (1080, 0.55, 110),
    (2500, 0.16, 170),
    (3300, 0.08, 220),
)  # formants of "ah": Hz, amount, width


def note(semitones):
    """The frequency of a note, in semitones above A1."""
    return A1 * 2 ** (semitones / 12)


def filtered(sound, kind, hz, order=2):
    return sosfilt(butter(order, hz, kind, fs=RATE, output="sos"), sound)


def curve(*points):
    """A line through (second, value) pairs."""
    at, values = zip(*points)
    return np.interp(T, at, values)


def put(track, sound, at, left=1.0, right=1.0):
    """Adds a sound that begins at a second."""
    start = int(at * RATE)
    length = min(len(sound), COUNT - start)
    track[0, start : start + length] += sound[:length] * left
    track[1, start : start + length] += sound[:length] * right


def wind():
    out = []
    for seed in (1, 2):
        noise = np.random.RandomState(seed).randn(COUNT)
        low, high = filtered(noise, "bandpass", (160, 520)), filtered(noise, "bandpass", (600, 1500))
        gust = 0.55 + 0.45 * np.sin(2 * np.pi * (0.13 * T + 0.2 * seed)) * np.sin(2 * np.pi * 0.31 * T + seed)
        out.append(low * gust + high * np.clip(gust - 0.6, 0, 1) * 0.8)
    level = curve((0, 0), (1.5, 1), (9, 0.7), (13, 0.35), (20, 0.4), (24, 0.8), (27, 0.6), (LENGTH_S, 0))
    return np.array(out) * level * 0.30


def drone():
    out = np.zeros((2, COUNT))
    for semitones, amount in ((5 - 12, 1.0), (5, 0.5), (0, 0.35)):
        for side, detune in ((0, 0.998), (1, 1.002)):
            phase = (
                np.cumsum(note(semitones) * detune * (1 + 0.001 * np.sin(2 * np.pi * 0.2 * T + side))) / RATE
            )
            saw = 2 * (phase % 1) - 1
            out[side] += filtered(saw, "lowpass", 190) * amount
    level = curve(
        (0, 0),
        (3, 0.5),
        (9.5, 0.8),
        (13, 1),
        (20, 0.8),
        (24.6, 0.9),
        (25, 1),
        (LENGTH_S - 1.2, 0.4),
        (LENGTH_S, 0),
    )
    return out * level * 0.22


def voice(hz, seconds, seed):
    """One singer on "ah", with vibrato: harmonics as loud as the formants make them."""
    random = np.random.RandomState(seed)
    t = np.arange(int(seconds * RATE)) / RATE
    vibrato = 1 + 0.0055 * np.sin(2 * np.pi * (4.6 + random.rand()) * t + random.rand() * 6) * np.clip(
        t - 0.3, 0, 1
    )
    phase = 2 * np.pi * np.cumsum(hz * (1 + 0.004 * random.randn()) * vibrato) / RATE
    out = np.zeros_like(t)
    for k in range(1, int(4200 / hz) + 1):
        loud = sum(
            amount * np.exp(-(((hz * k - centre) / width) ** 2) / 2) for centre, amount, width in VOWEL
        )
        out += np.sin(phase * k + random.rand() * 6) * (loud + 0.05 / k)
    rise = min(1.2, seconds / 3)
    return out * np.clip(t / rise, 0, 1) ** 1.5 * np.clip((seconds - t) / 0.9, 0, 1)


def choir(track):
    # seconds, and notes in semitones above A1: D minor, B flat, G minor, A, D minor
    chords = (
        (5.6, 4.6, (17, 24, 29), 0.5),
        (9.4, 4.2, (13, 25, 29, 32), 0.65),
        (15.9, 2.3, (22, 29, 34, 37), 0.9),
        (17.9, 2.4, (24, 28, 31, 36), 1.05),
        (19.9, 5.4, (17, 29, 32, 36, 41), 1.15),
        (25.0, 3.9, (5, 17, 24, 29), 0.55),
    )
    for at, seconds, notes, loud in chords:
        for i, semitones in enumerate(notes):
            for double in range(2):
                sung = voice(note(semitones), seconds, int(at * 10) + i * 7 + double)
                pan = 0.5 + 0.38 * np.sin(i * 2.4 + double * 2.1)
                put(track, sung * loud * 0.05, at, np.sqrt(1 - pan), np.sqrt(pan))


def drum(seconds, start_hz, end_hz, slap):
    t = np.arange(int(seconds * RATE)) / RATE
    hz = end_hz + (start_hz - end_hz) * np.exp(-t * 22)
    skin = np.sin(2 * np.pi * np.cumsum(hz) / RATE) * np.exp(-t * 4.2 / seconds)
    hit = filtered(RANDOM.randn(len(t)), "lowpass", 1800) * np.exp(-t * 60) * slap
    return np.tanh((skin + hit) * 1.6) * np.clip((seconds - t) / 0.05, 0, 1)


def drums(track):
    for at, loud in ((5.5, 0.35), (9.5, 0.5), (11.25, 0.3), (12.5, 0.35), (12.75, 0.4)):
        put(track, drum(1.2, 110, 46, 0.3) * loud, at)
    for beat, loud in (
        (0, 1),
        (0.5, 0.5),
        (0.75, 0.6),
        (1, 1),
        (1.5, 0.55),
        (1.75, 0.65),
        (2, 1),
        (2.25, 0.6),
        (2.5, 0.75),
        (2.625, 0.7),
        (2.75, 0.85),
        (2.875, 0.9),
    ):
        side = 0.15 * (-1) ** int(beat * 4)
        put(track, drum(0.8, 150, 58, 0.55) * loud * 0.62, 13 + beat, 1 - side, 1 + side)
    for at, loud in (
        (16, 1),
        (17, 0.7),
        (18, 0.85),
        (19, 0.7),
        (19.5, 0.6),
        (19.75, 0.7),
        (20, 0.8),
        (22.5, 0.4),
        (25, 1),
    ):
        put(track, drum(2.6, 95, 33, 0.35) * loud * 0.85, at)


def strings(track):
    """Short low notes, two to a beat, while the drums play."""
    line = (5, 5, 8, 5, 12, 5, 10, 8)
    for i in range(28):
        at = 13 + i * 0.25
        t = np.arange(int(0.3 * RATE)) / RATE
        sound = np.zeros_like(t)
        for detune in (0.996, 1.0, 1.005):
            sound += 2 * ((note(line[i % 8]) * detune * t) % 1) - 1
            sound += 1.2 * ((note(line[i % 8] + 12) * detune * t) % 1) - 0.6
        sound = filtered(sound, "lowpass", 900 + 60 * i) * np.exp(-t * 11) * np.clip(t / 0.008, 0, 1)
        loud = 0.05 + 0.0022 * i + 0.02 * (i % 4 == 0)
        put(track, sound * loud, at, 1.1 - 0.2 * (i % 2), 0.9 + 0.2 * (i % 2))


def bell(hz, seconds, bright):
    t = np.arange(int(seconds * RATE)) / RATE
    partials = (
        (0.5, 0.7, 1.0),
        (1, 1, 0.8),
        (1.19, 0.6, 0.7),
        (1.5, 0.35, 0.6),
        (2, 0.7, 0.5),
        (2.51, 0.35, 0.35),
        (3.01, 0.25, 0.3),
        (4.1, 0.2, 0.2),
        (5.4, 0.12, 0.15),
    )
    out = sum(
        amount * np.exp(-t / (seconds * 0.42 * length)) * np.sin(2 * np.pi * hz * ratio * t + ratio)
        for ratio, amount, length in partials
        if ratio < 2.2 or bright
    )
    return out * np.clip(t / 0.004, 0, 1) * np.clip((seconds - t) / 0.3, 0, 1)


def rise(track, start, end, loud):
    """Noise that swells into a cut."""
    t = np.linspace(0, 1, int((end - start) * RATE))
    for side in (0, 1):
        noise = filtered(RANDOM.randn(len(t)), "bandpass", (900, 7000))
        put(track, noise * t**3 * loud, start, 1 - side, side)


def hall(dry):
    """A large room, different on each side."""
    t = np.arange(int(3.2 * RATE)) / RATE
    out = []
    for side in (0, 1):
        answer = np.random.RandomState(40 + side).randn(len(t)) * np.exp(-t * 2.1) * np.clip(t / 0.03, 0, 1)
        answer = filtered(filtered(answer, "lowpass", 4200), "highpass", 120)
        out.append(fftconvolve(dry[side], answer / np.sqrt((answer**2).sum()))[:COUNT])
    return np.array(out)


def main(path):
    far, near = np.zeros((2, COUNT)), np.zeros((2, COUNT))
    choir(far)
    put(far, filtered(bell(146.8, 7, False), "lowpass", 900) * 0.16, 0.9)
    put(far, bell(146.8, 4.0, True) * 0.30, 25.0)
    drums(near)
    strings(near)
    rise(near, 11.6, 13, 0.05)
    rise(near, 14.4, 16, 0.06)
    rise(near, 18.4, 20, 0.05)
    rise(near, 23.6, 25, 0.05)
    mix = wind() + drone() + far * 0.75 + hall(far) * 0.9 + near + hall(near) * 0.16
    mix *= curve((0, 0), (0.3, 1), (LENGTH_S - 1.0, 1), (LENGTH_S - 0.05, 0), (LENGTH_S, 0))
    mix = np.tanh(mix / np.abs(mix).max() * 1.7)
    wavfile.write(path, RATE, (mix.T / np.abs(mix).max() * 0.9 * 32767).astype(np.int16))


main(sys.argv[1])
