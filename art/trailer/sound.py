"""Makes the film's sound from nothing but numbers: `python3 -m trailer.sound OUT.wav` in art. 48 kHz, stereo.

Wind, a drone and a choir below, strings and drums with the cuts, bells at both ends. encode.sh takes it as it is; make.sh
brings it to -16 LUFS first.
"""

import sys

import numpy as np
from scipy.io import wavfile
from scipy.signal import butter, fftconvolve, sosfilt

from trailer.shots import CUTS, LENGTH_S

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
    level = curve((0, 0), (0.6, 1), (4, 0.8), (6.1, 0.35), (12, 0.4), (15.5, 0.8), (18, 0.6), (LENGTH_S, 0))
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
        (1.5, 0.5),
        (4.4, 0.8),
        (6.1, 1),
        (12, 0.8),
        (16.3, 0.9),
        (16.6, 1),
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
        (1.7, 3.0, (17, 24, 29), 0.5),
        (4.3, 2.4, (13, 25, 29, 32), 0.65),
        (8.1, 2.0, (22, 29, 34, 37), 0.6),
        (11.9, 1.7, (22, 29, 34, 37), 0.95),
        (13.6, 1.6, (24, 28, 31, 36), 1.05),
        (15.0, 2.8, (17, 29, 32, 36, 41), 1.15),
        (16.6, 3.1, (5, 17, 24, 29), 0.55),
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
    for at, loud in ((1.8, 0.45), (3.4, 0.35), (4.4, 0.55), (5.4, 0.35), (5.75, 0.4)):
        put(track, drum(1.2, 110, 46, 0.3) * loud, at)
    for beat in range(23):
        at, loud = 6.1 + beat * 0.25, (1, 0.5, 0.75, 0.6)[beat % 4] * (0.75 + 0.012 * beat)
        side = 0.15 * (-1) ** beat
        put(track, drum(0.8, 150, 58, 0.55) * loud * 0.55, at, 1 - side, 1 + side)
    for at, loud in ((12, 1), (12.5, 0.6), (13, 0.85), (13.4, 0.7), (13.65, 0.75), (13.9, 1), (14.4, 0.8), (14.9, 0.9), (16.6, 1)):
        put(track, drum(2.6, 95, 33, 0.35) * loud * 0.85, at)


def blows(track):
    """What the cuts show: thunder, stones that burst, and blades that meet."""
    begin = 0
    for cut in CUTS:
        for at, _, strength in cut.get("bolts", ()):
            put(track, thunder(2.2, 260) * strength * 0.34, begin + at + 0.05, 0.8, 1)
        for at, strength in cut.get("shakes", ()):
            put(track, thunder(1.3, 700) * strength * 0.55, begin + at)
            if cut["shot"] == "field":
                put(track, clang(1.5) * strength * 0.20, begin + at, 1, 0.85)
        begin += cut["s"]


def thunder(seconds, hz):
    t = np.arange(int(seconds * RATE)) / RATE
    rolls = 0.7 + 0.3 * np.sin(2 * np.pi * 5.3 * t + np.sin(2 * np.pi * 2.1 * t) * 2)
    noise = filtered(RANDOM.randn(len(t)), "lowpass", hz) * 5
    return np.tanh(noise * rolls) * np.exp(-t * 3.2 / seconds) * np.clip(t / 0.006, 0, 1) * np.clip((seconds - t) / 0.2, 0, 1)


def clang(seconds):
    t = np.arange(int(seconds * RATE)) / RATE
    out = sum(
        np.sin(2 * np.pi * hz * t + hz) * np.exp(-t * fades) * loud
        for hz, loud, fades in ((823, 0.5, 5), (1487, 0.8, 6), (2310, 1, 5), (3170, 0.8, 8), (4423, 0.7, 10), (5881, 0.5, 14), (7350, 0.3, 18))
    )
    scrape = filtered(RANDOM.randn(len(t)), "bandpass", (3000, 9000)) * np.exp(-t * 22) * 2.5
    return (out + scrape) * np.clip(t / 0.001, 0, 1) * np.clip((seconds - t) / 0.2, 0, 1)


def strings(track):
    """Short low notes, two to a beat, while the drums play."""
    line = (5, 5, 8, 5, 12, 5, 10, 8)
    for i in range(36):
        at = 6.1 + i * 0.25
        t = np.arange(int(0.3 * RATE)) / RATE
        sound = np.zeros_like(t)
        for detune in (0.996, 1.0, 1.005):
            sound += 2 * ((note(line[i % 8]) * detune * t) % 1) - 1
            sound += 1.2 * ((note(line[i % 8] + 12) * detune * t) % 1) - 0.6
        sound = filtered(sound, "lowpass", 900 + 45 * i) * np.exp(-t * 11) * np.clip(t / 0.008, 0, 1)
        loud = 0.05 + 0.0016 * i + 0.02 * (i % 4 == 0)
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
    put(far, filtered(bell(146.8, 5, False), "lowpass", 900) * 0.16, 0.25)
    put(far, bell(146.8, 3.2, True) * 0.30, 16.6)
    drums(near)
    strings(near)
    blows(near)
    for start, end in ((5.0, 6.1), (8.2, 9.16), (10.9, 11.06), (11.2, 12), (14.9, 16.6)):
        rise(near, start, end, 0.05)
    mix = wind() + drone() + far * 0.75 + hall(far) * 0.9 + near + hall(near) * 0.16
    mix *= curve((0, 0), (0.3, 1), (LENGTH_S - 1.0, 1), (LENGTH_S - 0.05, 0), (LENGTH_S, 0))
    mix = np.tanh(mix / np.abs(mix).max() * 1.7)
    wavfile.write(path, RATE, (mix.T / np.abs(mix).max() * 0.9 * 32767).astype(np.int16))


main(sys.argv[1])
