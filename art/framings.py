"""Every picture: the scene it is taken in, where the camera stands, and where it shines from.

camera is (x, y, z of the camera, x, y, z of what it looks at, focal length in mm of a 36 mm wide film);
none: the scene's own. key points towards the moon; none: the scene's own. aspect is width / height.
"""

WIDE, PORTRAIT = 16 / 9, 4 / 5

FRAMINGS = {
    "hero": dict(scene="hero"),
    "gate": dict(scene="gate"),
    "arena": dict(scene="arena"),
    "graveyard-close": dict(scene="graveyard", camera=(4.7, 13.6, 1.75, 1.9, 40, 7.4, 27)),
    "courtyard": dict(scene="courtyard"),
    "crystal-wide": dict(scene="crystal", camera=(4.9, 12.6, 2.0, -1.9, 29, 4.6, 23)),
    "map-graveyard": dict(scene="graveyard"),
    "map-crystal": dict(scene="crystal"),
    "map-arena": dict(scene="arena", camera=(-0.5, 3.0, 0.75, -0.1, 22, 5.6, 25)),
    "map-bridge": dict(scene="hero", camera=(17.9, 19.5, 13.7, 19.4, 112, 29, 25)),
    "wizards": dict(scene="crystal", camera=(0.9, 5.6, 1.5, 0.2, 20, 4.4, 34), aspect=PORTRAIT),
    "warriors": dict(
        scene="hero", camera=(1.5, 2.6, 0.35, 6.0, 40, 9.6, 36), key=(-0.20, 1, 0.42), aspect=PORTRAIT
    ),
    "angels": dict(scene="sanctum", camera=(0, 5.5, 5.0, 0, 30, 9.6, 36), aspect=PORTRAIT),
    "demons": dict(scene="gate", camera=(0, 8, 2.4, 0, 30, 9.4, 34), aspect=PORTRAIT),
}
