"""The film: what is rendered, and what is shown of it, for how long and how the camera moves.

A shot of SHOTS is a framing of framings.py whose lens is wider by `margin`, so that the camera has room to move. `render` is how
wide it is rendered and with how many samples, `plate` how wide its plates are: wider ones for what cuts look into.

A cut of CUTS lasts `s` seconds. `near` is the distance in metres at which a move is as long as it says: `move` is how far the
camera goes (right, down, ahead; shares of the picture's width, from and to). `frame` is what it sees of the shot (middle x, y
and width, as shares of the unmargined picture), `layers` the distances at which the plates are cut apart. Lights flicker
`flicker` times a second; `embers` is (count, colour, speed), `fog` (amount, colour).
"""

FPS = 24
PLATE = 2304  # what a frame of 1920 shows of a plate is about as wide as the frame
SHOTS = {
    "bridge": dict(framing="map-bridge", margin=1.12, render=(2560, 10)),
    "graveyard": dict(framing="map-graveyard", margin=1.12, render=(2560, 10)),
    "gate": dict(framing="gate", margin=1.12, render=(2880, 8)),
    "hero": dict(framing="hero", margin=1.12, render=(3840, 10), plate=3072),
    "fight": dict(framing="fight", margin=1.08, render=(2560, 12)),
    "siege": dict(framing="siege", margin=1.12, render=(2400, 8)),
}
EMBER, SPARK, SPRITE = "#ff9a4a", "#ff6a1c", "#9dffc0"
CUTS = [
    dict(
        shot="bridge",
        s=5.5,
        near=9,
        move=((-0.004, 0, -0.02), (0.004, -0.003, 0.045)),
        layers=(16, 90),
        flicker=5,
        embers=(70, EMBER, 0.9),
        fog=(0.16, "#6f8fd0"),
        fades=(1.4, 0),
    ),
    dict(
        shot="graveyard",
        s=4.0,
        near=5,
        move=((-0.02, 0, 0), (0.02, 0, 0.012)),
        layers=(9, 40),
        flicker=1.1,
        embers=(60, SPRITE, 0.35),
        fog=(0.30, "#5fa39a"),
    ),
    dict(
        shot="hero",
        s=3.5,
        near=100,
        frame=(0.55, 0.47, 0.62),
        move=((-0.008, 0.004, 0), (0.01, -0.004, 0.05)),
        layers=(20, 220),
        flicker=4,
        embers=(70, EMBER, 0.8),
        fog=(0.16, "#6f8fd0"),
    ),
    dict(
        shot="fight",
        s=1.0,
        near=5,
        move=((-0.006, 0, -0.005), (0.006, -0.002, 0.02)),
        layers=(10, 70),
        flicker=9,
        embers=(110, SPARK, 1.6),
        fog=(0.08, "#a04030"),
    ),
    dict(
        shot="siege",
        s=1.0,
        near=9,
        move=((0, 0.004, -0.01), (0, -0.004, 0.04)),
        layers=(8, 33),
        flicker=7,
        embers=(90, EMBER, 1.3),
        fog=(0.14, "#a06a50"),
    ),
    dict(
        shot="fight",
        s=1.0,
        near=5,
        frame=(0.68, 0.45, 0.62),
        move=((0, 0.002, 0), (0.003, -0.002, 0.015)),
        layers=(10, 70),
        flicker=9,
        embers=(110, SPARK, 1.8),
        fog=(0.06, "#a04030"),
    ),
    dict(
        shot="gate",
        s=4.0,
        near=12,
        move=((0, 0.004, -0.015), (0, -0.006, 0.05)),
        layers=(18.5, 60),
        flicker=8,
        embers=(170, SPARK, 1.5),
        fog=(0.10, "#a04030"),
        lightning=((0.0, 1.0), (0.17, 0.5), (2.0, 0.8), (2.12, 0.45)),
    ),
    dict(
        shot="hero",
        s=5.0,
        near=9,
        move=((-0.012, 0.004, 0.05), (0.014, -0.004, -0.02)),
        layers=(20, 220),
        flicker=5,
        embers=(110, EMBER, 0.9),
        fog=(0.16, "#6f8fd0"),
        fades=(0, 0.7),
    ),
]
TITLE_S = 4.0
LENGTH_S = sum(cut["s"] for cut in CUTS) + TITLE_S
