"""Reads how a picture is coloured: grades/SCENE.toml, and what grades/NAME.toml says differently for one framing."""

from pathlib import Path

import tomllib

from framings import FRAMINGS

FOLDER = Path(__file__).parent.parent / "grades"


def grade_of(name):
    grade = read(FRAMINGS[name]["scene"])
    if name == FRAMINGS[name]["scene"] or not (FOLDER / f"{name}.toml").exists():
        return grade
    for part, values in read(name).items():
        grade[part] = {**grade.get(part, {}), **values} if isinstance(values, dict) else values
    return grade


def read(name):
    return tomllib.loads((FOLDER / f"{name}.toml").read_text())
