"""Every picture: the scene it is taken in, where the camera stands, and where it shines from.

camera is (x, y, z of the camera, x, y, z of what it looks at, focal length in mm of a 36 mm wide film);
none: the scene's own. key points towards the moon; none: the scene's own. aspect is width / height.
"""

WIDE, PORTRAIT = 16 / 9, 4 / 5

FRAMINGS = {
    "hero": dict(scene="hero", samples=9),
    "gate": dict(scene="gate", samples=16),
    "graveyard-close": dict(scene="graveyard", samples=16, camera=(4.7, 13.6, 1.75, 1.9, 40, 7.4, 27)),
    "courtyard": dict(scene="courtyard", samples=14),
    "crystal-wide": dict(scene="crystal", camera=(4.9, 12.6, 2.0, -1.9, 29, 4.6, 23)),
    "weapons": dict(scene="weapons", samples=18),
    "fight": dict(scene="duel", samples=8),
    "field": dict(scene="duel", samples=8),
    "party": dict(scene="campfire", samples=14),
    "siege": dict(scene="siege", samples=8),
    "closing": dict(scene="threshold"),
    "map-graveyard": dict(scene="graveyard", samples=18),
    "map-crystal": dict(scene="crystal", samples=18),
    "map-arena": dict(scene="arena", samples=18, camera=(-0.5, 3.0, 0.75, -0.1, 22, 5.6, 25)),
    "map-bridge": dict(scene="hero", samples=16, camera=(17.9, 19.5, 13.7, 19.4, 112, 29, 25)),
    "wizards": dict(scene="grove", aspect=PORTRAIT, samples=10),
    "warriors": dict(scene="warrior", aspect=PORTRAIT, samples=10),
    "angels": dict(scene="heaven", aspect=PORTRAIT, samples=10),
    "demons": dict(scene="pit", aspect=PORTRAIT, samples=10),
}
