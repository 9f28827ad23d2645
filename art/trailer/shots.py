SHOTS = {
    "bridge": dict(framing="map-bridge", margin=1.12),
    "graveyard": dict(framing="map-graveyard", margin=1.12),
    "courtyard": dict(framing="courtyard", margin=1.12),
    "arena": dict(framing="arena", margin=1.12),
    "gate": dict(framing="gate", margin=1.12),
    "hero": dict(framing="hero", margin=1.12),
}
