"""Develops the pictures of blow.py as the screen shows them: `python3 -m trailer.blow_plates` in art, after them."""

import os

import cv2
import numpy as np

from develop import film
from develop.grades import grade_of
from trailer.plates import blur
from trailer.shots import SWINGS


def developed(swing, grade):
    """Colour times cover, and cover, in 8 bits."""
    with np.load(f"{os.environ['ART_TMP']}/blow{swing:g}.npz") as render:
        image, albedo = (render[of].astype(np.float32) for of in ("Image", "DiffCol"))
    rgb, cover = np.minimum(image[..., :3], 20) * 0.75, image[..., 3:]
    middle = cv2.medianBlur(np.ascontiguousarray(rgb), 3)
    salt = (rgb.mean(2) > middle.mean(2) * 1.8 + 0.02) & (albedo.sum(2) > 0.01)
    rgb = np.where(salt[..., None], middle, rgb)
    # grain on a surface, never across an edge of its colour; what glows has none and stays
    surface = np.clip(albedo, 0.03, None)
    light = np.log1p(np.ascontiguousarray(rgb / surface)).astype(np.float32)
    light = cv2.bilateralFilter(light, 7, 0.9, 2.2)
    rgb = np.where(albedo.sum(2, keepdims=True) < 0.01, rgb, np.expm1(light) * surface)
    shown = film.print_film(film.bloom(rgb, grade), grade)
    black = film.print_film(np.zeros((2, 2, 3), np.float32), grade)[0, 0]  # what no light is shown as
    whole = np.dstack([np.clip(shown - black * (1 - cover), 0, 1), cover])
    return (np.clip(whole, 0, 1) * 255 + 0.5).astype(np.uint8)


def main():
    film.blur = blur
    grade = grade_of("field")
    grade["grade"].update(grain=0, vig=0)
    pictures = np.stack([developed(swing, grade) for swing in SWINGS])
    np.savez(f"{os.environ['ART_TMP']}/blow-plates.npz", swings=np.float32(SWINGS), pictures=pictures)


if __name__ == "__main__":
    main()
