"""The film: what is rendered, and what is shown of it, for how long and how the camera moves.

A shot of SHOTS is a framing of framings.py whose lens is wider by `margin`, so that the camera has room to move. `render` is how
wide it is rendered and with how many samples.

A cut of CUTS lasts `s` seconds. `near` is the distance in metres at which a move is as long as it says: `move` is how far the
camera goes (right, down, ahead; shares of the picture's width, from and to). `frame` is what it sees of the shot (middle x, y
and width, as shares of the unmargined picture), `layers` the distances at which the plates are cut apart. Lights flicker
`flicker` times a second; `embers` is (count, colour, speed), `fog` (amount, colour).

What else may move is in action.py: `waves` (cloth, crowds, whirls of the nearest layer but `layer`), `fires` beside those of the
scene (x, y of the foot, metres away, size, seed), `bolts` of lightning, `birds`, `comets`, `bursts` of sparks, and with them `shakes` and `flashes` of (second, strength).
Places in them are shares of the unmargined picture, times are seconds of the cut.
"""

FPS = 24
PLATE = 2048  # no plate is wider than this, nor than its render
SHOTS = {
    "bridge": dict(framing="map-bridge", margin=1.12, render=(1440, 3)),
    "graveyard": dict(framing="map-graveyard", margin=1.12, render=(1440, 4)),
    "gate": dict(framing="gate", margin=1.12, render=(2304, 6)),
    "hero": dict(framing="hero", margin=1.12, render=(1536, 4)),
    "field": dict(framing="field", margin=1.12, render=(1408, 6)),
    "siege": dict(framing="siege", margin=1.12, render=(1920, 6)),
}
BLOW = (1024, 3)  # how wide the fighters are rendered, and with how many samples
SWINGS = (0, 0.35, 0.65, 0.85, 1, 1.08)
CLASH = (0.462, 0.425)
EMBER, SPARK, SPRITE = "#ff9a4a", "#ff6a1c", "#9dffc0"
NIGHT, RED = "#6f8fd0", "#a04030"
BONFIRES = (
    (0.30, 1.02, 60, 0.16, 3),
    (0.52, 1.03, 60, 0.12, 7),
    (0.63, 1.02, 60, 0.17, 11),
    (0.12, 1.04, 60, 0.13, 17),
    (0.92, 1.04, 60, 0.16, 21),
)
FEET = ((0.47, 0.715, 34, 0.022, 5), (0.5, 0.72, 34, 0.026, 9), (0.53, 0.715, 34, 0.022, 13))
CUTS = [
    dict(
        shot="bridge",
        s=1.8,
        near=9,
        move=((-0.02, 0.006, 0.0), (0.03, -0.008, 0.20)),
        layers=(16, 90),
        flicker=5,
        embers=(90, EMBER, 1.6),
        fog=(0.30, NIGHT),
        fades=(0.35, 0),
        waves=(dict(kind="cloth", at=(0.495, 0.80), size=(0.10, 0.36), by=(0.010, 0.003), hz=1.3),),
        bolts=((1.05, 0.78, 0.9),),
        birds=(14, (0.10, 0.25), (0.34, 0.05), 0.010, 1),
    ),
    dict(
        shot="graveyard",
        s=1.6,
        near=5,
        move=((-0.07, 0.004, 0.0), (0.07, -0.004, 0.07)),
        layers=(9, 40),
        flicker=1.6,
        embers=(90, SPRITE, 0.9),
        fog=(0.50, "#5fa39a"),
        waves=(dict(kind="cloth", at=(0.545, 0.66), size=(0.10, 0.26), by=(0.005, 0.001), hz=1.1, layer=1),),
        birds=(22, (0.85, 0.42), (-0.55, -0.16), 0.013, 2),
        bolts=((0.25, 0.30, 0.7),),
    ),
    dict(
        shot="graveyard",
        s=1.0,
        near=12,
        frame=(0.52, 0.52, 0.5),
        move=((0.0, 0.010, 0.0), (0.0, -0.010, 0.15)),
        layers=(9, 40),
        flicker=3.2,
        embers=(70, SPRITE, 1.3),
        fog=(0.50, "#5fa39a"),
        waves=(dict(kind="cloth", at=(0.545, 0.66), size=(0.10, 0.26), by=(0.006, 0.001), hz=1.2, layer=1),),
        bolts=((0.45, 0.88, 1.0),),
    ),
    dict(
        shot="hero",
        s=1.7,
        near=100,
        frame=(0.55, 0.47, 0.66),
        move=((-0.03, 0.012, 0.0), (0.02, -0.006, 0.22)),
        layers=(20, 220),
        flicker=4,
        embers=(90, EMBER, 1.4),
        fog=(0.28, NIGHT),
        bolts=((0.15, 0.78, 1.0), (1.0, 0.30, 0.8)),
        birds=(26, (0.28, 0.44), (0.30, -0.22), 0.008, 3),
    ),
    dict(
        shot="siege",
        s=2.1,
        near=9,
        move=((-0.03, 0.01, 0.0), (0.03, -0.006, 0.16)),
        layers=(8, 33),
        flicker=7,
        embers=(120, EMBER, 2.0),
        fog=(0.22, "#a06a50"),
        waves=(
            dict(kind="cloth", at=(0.665, 0.93), size=(0.16, 0.30), by=(0.010, 0.003), hz=1.2),
            dict(kind="crowd", at=(0.5, 0.73), size=(1.2, 0.30), by=(0.001, 0.0045), hz=1.7, layer=1),
            dict(kind="cloth", at=(0.155, 0.31), size=(0.10, 0.22), by=(0.006, 0.004), hz=1.1, layer=1),
        ),
        comets=(
            (-0.5, 0.9, (1.15, -0.25), (0.50, 0.34), 1.0),
            (0.35, 0.85, (-0.10, -0.30), (0.40, 0.37), 1.2),
            (0.9, 1.1, (1.1, -0.4), (0.62, 0.30), 0.9),
        ),
        bursts=((0.4, (0.50, 0.34), 150, 0.30, 1), (1.2, (0.40, 0.37), 260, 0.42, 1), (2.0, (0.62, 0.30), 150, 0.3, 1)),
        shakes=((0.4, 0.5), (1.2, 1.0), (2.0, 0.6)),
        flashes=((0.4, 0.35), (1.2, 0.7), (2.0, 0.4)),
    ),
    dict(
        shot="field",
        s=1.5,
        near=5,
        move=((-0.025, 0.008, 0.02), (0.02, -0.004, 0.10)),
        layers=(40,),
        flicker=9,
        embers=(130, SPARK, 2.2),
        fog=(0.20, RED),
        swings=((0, 0), (0.45, 0), (0.62, -0.0), (0.74, 0.35), (0.86, 0.65), (0.96, 1), (1.02, 1.08), (1.1, 1), (1.5, 1)),
        fires=BONFIRES,
        waves=(dict(kind="cloth", at=(0.10, 0.80), size=(0.30, 0.62), by=(0.014, 0.006), hz=1.6),),
        bursts=((0.96, CLASH, 420, 0.62, 2),),
        shakes=((0.96, 1.4),),
        flashes=((0.96, 1.0),),
    ),
    dict(
        shot="siege",
        s=1.0,
        near=33,
        frame=(0.70, 0.48, 0.56),
        move=((0.012, 0.005, 0.0), (-0.012, -0.003, 0.11)),
        layers=(8, 33),
        flicker=8,
        embers=(110, EMBER, 2.4),
        fog=(0.22, "#a06a50"),
        waves=(
            dict(kind="crowd", at=(0.5, 0.74), size=(1.2, 0.24), by=(0.0006, 0.0022), hz=1.9, layer=1),
            dict(kind="cloth", at=(0.665, 0.93), size=(0.16, 0.30), by=(0.010, 0.003), hz=1.4),
        ),
        comets=((-0.4, 0.75, (0.2, -0.35), (0.66, 0.36), 1.1), (0.2, 0.65, (1.25, -0.1), (0.755, 0.40), 1.3)),
        bursts=((0.35, (0.66, 0.36), 200, 0.34, 1), (0.85, (0.755, 0.40), 260, 0.4, 1)),
        shakes=((0.35, 1.0), (0.85, 0.8)),
        flashes=((0.35, 0.6), (0.85, 0.5)),
    ),
    dict(
        shot="field",
        s=1.3,
        near=5,
        frame=(0.50, 0.43, 0.60),
        move=((0.01, 0.010, 0.0), (-0.008, -0.004, 0.10)),
        layers=(40,),
        flicker=9,
        embers=(120, SPARK, 2.6),
        fog=(0.14, RED),
        swings=((0, 0.4), (0.14, 0.4), (0.24, 0.65), (0.36, 1), (0.42, 1.08), (0.5, 1), (0.66, 1), (0.76, 0.85), (0.86, 1.08), (0.94, 1), (1.3, 1)),
        fires=BONFIRES,
        waves=(dict(kind="cloth", at=(0.10, 0.80), size=(0.30, 0.62), by=(0.014, 0.006), hz=1.6),),
        bursts=((0.36, CLASH, 480, 0.75, 2), (0.86, CLASH, 260, 0.5, 2)),
        shakes=((0.36, 1.4), (0.86, 0.9)),
        flashes=((0.36, 1.0), (0.86, 0.5)),
    ),
    dict(
        shot="gate",
        s=1.9,
        near=12,
        move=((0.0, 0.010, 0.0), (0.0, -0.014, 0.22)),
        layers=(18.5, 43.5, 60),
        flicker=8,
        embers=(190, SPARK, 2.4),
        fog=(0.20, RED),
        waves=(dict(kind="whirl", at=(0.5, 0.405), size=(0.125, 0.22), by=(1.2, 0), hz=0, layer=1),),
        bolts=((0.0, 0.24, 1.0), (1.0, 0.80, 0.9)),
        fires=FEET,
    ),
    dict(
        shot="gate",
        s=1.0,
        near=33,
        frame=(0.5, 0.42, 0.46),
        move=((0.0, 0.004, 0.0), (0.0, -0.006, 0.30)),
        layers=(18.5, 43.5, 60),
        flicker=10,
        embers=(150, SPARK, 3.0),
        fog=(0.12, RED),
        waves=(dict(kind="whirl", at=(0.5, 0.405), size=(0.125, 0.22), by=(1.6, 0), hz=0, layer=1),),
        bursts=((0.45, (0.5, 0.405), 300, 0.5, 1),),
        shakes=((0.45, 0.8),),
        flashes=((0.0, 0.5), (0.45, 0.4)),
        fires=FEET,
    ),
    dict(
        shot="hero",
        s=1.7,
        near=9,
        move=((-0.04, 0.006, 0.16), (0.035, -0.006, 0.0)),
        layers=(20, 220),
        flicker=5,
        embers=(130, EMBER, 1.8),
        fog=(0.30, NIGHT),
        waves=(dict(kind="cloth", at=(0.79, 0.86), size=(0.12, 0.32), by=(0.010, 0.003), hz=1.2),),
        bolts=((0.1, 0.40, 0.8), (0.95, 0.72, 1.0)),
        birds=(24, (0.62, 0.40), (-0.34, -0.16), 0.010, 5),
    ),
]
TITLE_S = 3.4
LENGTH_S = sum(cut["s"] for cut in CUTS) + TITLE_S
