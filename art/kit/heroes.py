"""Whole figures: a body, its pose, its clothes and its weapons. Each stands at the origin and faces -y; place() puts it."""

import contextlib

import bpy
import numpy as np
from mathutils import Matrix

from kit import arms
from kit.helmet import helmet, horn, skull
from kit.human import Human, targets
from kit.materials import mat
from kit.skin import cut_out, skin
from kit.wardrobe import (
    cape,
    cop,
    hood,
    knuckles,
    limb,
    pauldron,
    ring,
    sheet,
    shoulders,
    skirt,
    sleeve,
    strands,
    tube,
)
from kit.wings import feathered, leathern

GRIP = (68, 88, 52)  # how far fingers bend round a shaft


@contextlib.contextmanager
def place(loc, turn=0.0, size=1.0):
    """Moves, turns and scales everything made inside."""
    scene = bpy.context.scene.collection
    before = set(scene.all_objects)
    root = bpy.data.objects.new("figure", None)
    scene.objects.link(root)
    yield root
    for thing in set(scene.all_objects) - before - {root}:
        if thing.parent is None:
            thing.parent = root
    root.matrix_basis = Matrix.Translation(loc) @ Matrix.Rotation(turn, 4, "Z") @ Matrix.Scale(size, 4)


def face_parts(h, eyes="brown", brow="eyebrow001", brow_tint=(0.5, 0.42, 0.36), glow=0.0):
    h.proxy(
        "eyes",
        "HighPolyEyes",
        cut_out("eye", f"eyes/HighPolyEyes/textures/{eyes}_eye.png", rough=0.06, spec=0.9, emit=glow),
    )
    h.proxy("eyebrows", brow, cut_out("brow", f"eyebrows/{brow}/textures/{brow}.png", brow_tint))
    h.proxy("eyelashes", "Eyelashes01", cut_out("lash", "eyelashes/Eyelashes01/textures/eyelashes01.png"))


def metals():
    return dict(
        steel=mat("steel", (0.30, 0.31, 0.33), 0.33, 1.0, bump=0.16, scale=22, vary=0.55, detail=6),
        dark=mat("darksteel", (0.085, 0.085, 0.095), 0.38, 1.0, bump=0.2, scale=18, vary=0.5, detail=6),
        gold=mat("gilt", (0.62, 0.38, 0.12), 0.32, 1.0, bump=0.18, scale=30, vary=0.5, detail=5),
        mail=mail(),
        leather=mat("leather", (0.055, 0.03, 0.018), 0.55, 0, bump=0.35, scale=40, vary=0.5),
    )


def mail():
    """Rings of mail: small waves across a dark metal."""
    m = mat("mail", (0.13, 0.13, 0.14), 0.42, 1.0, bump=0, scale=20)
    nodes, links = m.node_tree.nodes, m.node_tree.links
    place_ = nodes.new("ShaderNodeNewGeometry")
    cells = nodes.new("ShaderNodeTexVoronoi")
    cells.feature, cells.inputs["Scale"].default_value = "DISTANCE_TO_EDGE", 150
    cells.inputs["Randomness"].default_value = 0.25
    links.new(place_.outputs["Position"], cells.inputs["Vector"])
    bump = nodes.new("ShaderNodeBump")
    bump.inputs["Strength"].default_value, bump.inputs["Distance"].default_value = 0.9, 0.004
    links.new(cells.outputs["Distance"], bump.inputs["Height"])
    links.new(bump.outputs["Normal"], nodes["Principled BSDF"].inputs["Normal"])
    return m


def armour(h, m, arms_too=True, size=1.0, legs=False, above=0.0):
    """A full harness over mail: cuirass, lames, gorget, arms, gauntlets."""
    head = h.head
    waist, neck = head["spine04"][2], head["neck01"][2]
    shoulder = abs(head["upperarm01.L"][0])
    steel, gold = m["steel"], m["gold"]
    h.part("mail", m["mail"], "helper-tights", lambda p: p[2] > above, 0.004)

    def chest(p):
        return waist - 0.02 < p[2] < neck + 0.005 and abs(p[0]) < shoulder - 0.012

    def shape(rest):
        out = rest.copy()
        front = np.clip(-(rest[:, 1] + 0.02) / 0.12, 0, 1)
        out[:, 1] -= 0.030 * front * np.exp(-((rest[:, 0] / 0.045) ** 2))
        return out

    h.part("cuirass", steel, "helper-tights", chest, 0.022, shape, 2, 0.006)
    _, places = h.world()
    c = places["spine04"]
    for k in range(5):
        z = c[2] + 0.035 - 0.052 * k
        rows = []
        for j in range(4):
            t = j / 3
            rx, ry = 0.168 + 0.011 * (k + t * 1.3), 0.128 + 0.012 * (k + t * 1.3)
            rows.append(
                [
                    np.array(p) + (c[0], c[1] - 0.01, 0)
                    for p in ring(z - 0.068 * t, rx * size, ry * size, ridge=0.012)
                ]
            )
        sheet("fauld", rows, steel, 0.005, gold if k in (0, 4) else None, 0.0045, True, 1)
    n = places["neck01"]
    rows = []
    for t in np.linspace(0, 1, 6):
        r = np.interp(t, (0, 0.5, 1), (0.125, 0.092, 0.083))
        rows.append(
            [np.array(p) + (n[0], n[1] + 0.006, 0) for p in ring(n[2] - 0.015 + 0.085 * t, r, r * 1.02)]
        )
    sheet("gorget", rows, steel, 0.005, gold, 0.0045, True, 1)
    if not arms_too:
        return
    for side in "LR":
        pauldron(h, side, steel, gold, size)
        limb(h, f"upperarm01.{side}", f"lowerarm01.{side}", 0.42, 0.88, (0.066, 0.064, 0.058), steel, gold)
        cop(h, f"lowerarm01.{side}", f"upperarm01.{side}", f"wrist.{side}", steel, gold)
        limb(h, f"lowerarm01.{side}", f"wrist.{side}", 0.14, 0.80, (0.056, 0.060, 0.044), steel, gold)
        limb(h, f"lowerarm01.{side}", f"wrist.{side}", 0.66, 1.00, (0.062, 0.047, 0.038), m["dark"], gold)
        knuckles(h, side, steel)
        gloves(h, side, m["leather"])
    if legs:
        for side in "LR":
            limb(
                h, f"upperleg01.{side}", f"lowerleg01.{side}", 0.30, 0.90, (0.106, 0.098, 0.075), steel, gold
            )
            cop(h, f"lowerleg01.{side}", f"upperleg01.{side}", f"foot.{side}", steel, gold, 0.078)
            limb(h, f"lowerleg01.{side}", f"foot.{side}", 0.10, 0.98, (0.070, 0.078, 0.052), steel, gold)
            h.part("boot", m["dark"], keep=lambda p: p[2] < 0.13, swell=0.010, thick=0.003)


def gloves(h, side, material):
    sign = 1 if side == "L" else -1
    column = [
        h.bone_names.index(n)
        for n in h.bone_names
        if n.endswith(f".{side}") and n.startswith(("wrist", "meta", "finger"))
    ]
    mine = h.weights[:, column].sum(1) > 0.35
    rest = h.rest
    tree = {tuple(np.round(p, 5)) for p in rest[mine]}
    del tree, sign
    faces = [f for f, _, m in h.faces if h.groups[m] == "body" and all(mine[i] for i in f)]
    centres = {tuple(np.round(rest[f].mean(0), 6)) for f in faces}
    h.part("glove", material, keep=lambda p: tuple(np.round(p, 6)) in centres, swell=0.0025, subdivide=1)


MAN = {
    "macrodetails/caucasian-male-young": 1,
    "macrodetails/universal-male-young-maxmuscle-averageweight": 0.75,
    "macrodetails/universal-male-young-averagemuscle-averageweight": 0.25,
}
UNITS = "expression/units/caucasian/"


def knight(
    pose,
    horns=0.30,
    cloak=None,
    weapon=True,
    roll=0.0,
    guard=None,
    legs=False,
    bare=False,
    metal=None,
    wind=(0.25, 0.3, 0.1),
):
    """A knight in harness with an open horned helmet. pose(h) poses the body; guard is the hand of a shield."""
    m = metal or metals()
    h = Human(
        {
            **MAN,
            "macrodetails/caucasian-male-old": 0.22,
            "chin/chin-width-max": 0.5,
            "chin/chin-prominent-more": 0.5,
            "head/head-square": 0.5,
            "nose/nose-hump-morehump": 0.5,
            "forehead/forehead-trans-depth-forward": 0.5,
            UNITS + "eyebrows-left-down": 0.55,
            UNITS + "eyebrows-right-down": 0.55,
            UNITS + "mouth-compression": 0.35,
        }
    )
    pose(h)
    look = skin(
        "knightskin",
        "middleage_caucasian_male/textures/middleage_lightskinned_male_diffuse.png",
        (0.62, 0.56, 0.54),
        0.42,
        0.5,
        subsurface=0,
    )
    h.part("body", look, subdivide=2, keep=lambda p: p[2] > h.head["neck01"][2] - 0.10 and abs(p[0]) < 0.2)
    face_parts(h, "ice", "eyebrow006", (0.32, 0.26, 0.22))
    armour(h, m, legs=legs)
    if bare:
        h.proxy(
            "hair",
            "short02",
            cut_out("hair", "hair/short02/textures/short02_diffuse.png", (0.24, 0.18, 0.13), 0.5),
        )
    else:
        helmet(
            h,
            m["steel"],
            m["gold"],
            horns,
            horn_material=mat("horn", (0.10, 0.085, 0.07), 0.45, 0, bump=0.5, scale=24, vary=0.6),
        )
    if cloak is not None:
        cape(h, cloak, 1.35, wind, seed=3)
    if weapon:
        arms.sword(h.grip("R"), m["steel"], m["gold"], m["leather"], 1.0, 0.036, 0.24, roll=roll)
    if guard is not None:
        arms.shield(
            guard(h),
            m["steel"],
            m["gold"],
            mat("field", (0.13, 0.010, 0.012), 0.55, bump=0.3, scale=14, vary=0.5),
        )
    return h


def strap(points, material, width=0.012):
    return tube(points, width, material)


OLD_MAN = {
    "macrodetails/caucasian-male-old": 1,
    "macrodetails/universal-male-old-averagemuscle-averageweight": 1,
    "nose/nose-hump-morehump": 0.8,
    "nose/nose-scale-vert-incr": 0.3,
    "head/head-skinny": 0.6,
    "l-cheek": 0,
}


def wizard(pose, cloth, trim, lining, stone, staff_hand="R", beard=True, robe=None):
    """An old man in a hood and a wide robe, with a long beard and a staff. Returns the body and the stone's place.

    robe(h) makes what hangs from the waist; none: a skirt to the floor.
    """
    shape = {k: v for k, v in OLD_MAN.items() if v}
    shape |= {UNITS + "eyebrows-left-down": 0.45, UNITS + "eyebrows-right-down": 0.45}
    h = Human(shape)
    pose(h)
    m = metals()
    look = skin(
        "oldskin",
        "old_caucasian_male/textures/old_lightskinned_male_diffuse.png",
        (0.62, 0.57, 0.55),
        0.5,
        0.7,
        subsurface=0,
    )
    neck = h.head["neck01"][2]
    h.part("body", look, subdivide=2, keep=lambda p: p[2] > neck - 0.12 or (abs(p[0]) > 0.36 and p[2] > 0.6))
    face_parts(h, "lightblue", "eyebrow009", (0.75, 0.75, 0.78))
    h.part("under", cloth, "helper-tights", swell=0.014, subdivide=2, keep=lambda p: p[2] > 0.7)
    if robe is not None:
        robe(h)
    else:
        skirt(h, cloth, top=1.12, waist=(0.185, 0.15), hem=(0.38, 0.34), seed=3)
    for side in "LR":
        sleeve(h, side, cloth, 0.088, 0.135, 0.17, seed=2 if side == "L" else 5)
        sleeve(h, side, lining, 0.05, 0.062, 0.02, seed=7)
    shoulders(h, cloth, 4, 0.22, trim=trim)
    hood(h, cloth, seed=4, mantle=False)
    if beard:
        white = mat("beard", (0.42, 0.41, 0.40), 0.55, bump=0, spec=0.3)
        jaw = h.head["jaw"][2]
        mouth = h.head["oris05"][2] if "oris05" in h.head else jaw - 0.03
        front = h.head["head"][1] - 0.03

        def chin(p):
            return (
                p[2] < mouth + 0.006
                and p[2] > neck + 0.015
                and p[1] < front
                and not (abs(p[0]) < 0.022 and p[2] > mouth - 0.006)
            )

        def lip(p):
            return mouth + 0.004 < p[2] < mouth + 0.017 and p[1] < front - 0.05 and abs(p[0]) < 0.032

        def down(p, t):
            return (p[0] * -0.9, -0.18 + 0.12 * t, -1.0)

        strands(
            h,
            white,
            chin,
            lambda p: 0.13 + 0.16 * max(0, 1 - abs(p[0]) / 0.06),
            down,
            7500,
            3,
            0.0008,
            0.010,
            steps=9,
        )
        strands(h, white, lip, 0.075, lambda p, t: (p[0] * 5, -0.16, -0.9), 900, 5, 0.0007, 0.005)
    grip = h.grip(staff_hand)
    place_ = arms.staff(
        grip, mat("root", (0.075, 0.05, 0.034), 0.7, bump=0.5, scale=30, vary=0.7), stone, m["gold"]
    )
    return h, place_.translation


def feather_material(name="feathers", colour=(0.62, 0.59, 0.56)):
    """White feathers with fine barbs across the shaft, which let some light through."""
    m = mat(name, colour, 0.6, bump=0, vary=0.15, scale=5, spec=0.25)
    nodes, links = m.node_tree.nodes, m.node_tree.links
    b = nodes["Principled BSDF"]
    place_ = nodes.new("ShaderNodeUVMap")
    barbs = nodes.new("ShaderNodeTexWave")
    barbs.bands_direction = "Y"
    barbs.inputs["Scale"].default_value, barbs.inputs["Distortion"].default_value = 26, 3
    links.new(place_.outputs["UV"], barbs.inputs["Vector"])
    bump = nodes.new("ShaderNodeBump")
    bump.inputs["Strength"].default_value, bump.inputs["Distance"].default_value = 0.35, 0.004
    links.new(barbs.outputs["Fac"], bump.inputs["Height"])
    links.new(bump.outputs["Normal"], b.inputs["Normal"])
    through = nodes.new("ShaderNodeBsdfTranslucent")
    through.inputs["Color"].default_value = (*colour, 1)
    mix = nodes.new("ShaderNodeMixShader")
    mix.inputs[0].default_value = 0.35
    links.new(b.outputs[0], mix.inputs[1])
    links.new(through.outputs[0], mix.inputs[2])
    links.new(mix.outputs[0], nodes["Material Output"].inputs["Surface"])
    return m


WOMAN = {
    "macrodetails/caucasian-female-young": 1,
    "macrodetails/universal-female-young-maxmuscle-averageweight": 0.4,
    "macrodetails/universal-female-young-averagemuscle-averageweight": 0.6,
}


def angel(pose, cloth, wings=(1.75, 1.15), robe=None, plumage=None, metal=None):
    """A winged woman in a gilt breastplate over a white robe, with a spear.

    wings is how far they span and rise; robe(h) makes what hangs from the waist; none: a skirt to the floor.
    """
    h = Human(
        {
            **WOMAN,
            "nose/nose-hump-lesshump": 0.4,
            "head/head-oval": 0.5,
            UNITS + "eyebrows-left-down": 0.25,
            UNITS + "eyebrows-right-down": 0.25,
        }
    )
    pose(h)
    m = metal or metals()
    look = skin(
        "youngskin",
        "young_caucasian_female/textures/young_lightskinned_female_diffuse.png",
        (0.72, 0.64, 0.60),
        0.42,
        0.3,
        subsurface=0,
    )
    neck, waist, shoulder = h.head["neck01"][2], h.head["spine04"][2], abs(h.head["upperarm01.L"][0])
    h.part("body", look, subdivide=2, keep=lambda p: p[2] > neck - 0.14 or abs(p[0]) > 0.16)
    face_parts(h, "lightblue", "eyebrow003", (0.55, 0.42, 0.28))
    h.part(
        "under",
        cloth,
        "helper-tights",
        swell=0.006,
        subdivide=1,
        keep=lambda p: abs(p[0]) < shoulder + 0.05 and p[2] > 0.7,
    )

    def chest(p):
        return waist - 0.01 < p[2] < neck - 0.055 and abs(p[0]) < shoulder - 0.012

    h.part("cuirass", m["gold"], "helper-tights", chest, 0.014, None, 2, 0.006)
    if robe is not None:
        robe(h)
    else:
        skirt(h, cloth, top=1.08, waist=(0.155, 0.12), hem=(0.42, 0.36), seed=2, blow=(0.15, 0.1, 0))
    _, places = h.world()
    c = places["spine04"]
    for k in range(2):
        rows = [
            [
                np.array(p) + (c[0], c[1] - 0.01, 0)
                for p in ring(
                    c[2] + 0.03 - 0.045 * k - 0.05 * t, 0.142 + 0.012 * (k + t), 0.112 + 0.012 * (k + t)
                )
            ]
            for t in (0, 0.5, 1)
        ]
        sheet("belt", rows, m["gold"], 0.004, m["steel"], 0.003, True, 1)
    for side in "LR":
        pauldron(h, side, m["gold"], m["steel"], 0.80, 3)
        limb(
            h, f"lowerarm01.{side}", f"wrist.{side}", 0.30, 0.92, (0.044, 0.043, 0.032), m["gold"], m["steel"]
        )
    hair = cut_out("hair", "hair/long01/textures/long01_diffuse.png", (0.85, 0.62, 0.36), 0.45)
    h.proxy("hair", "long01", hair)
    circlet(h, m["gold"])
    if wings:
        white = plumage or feather_material()
        for side in (-1, 1):
            feathered(h, white, side, *wings, seed=3)
    sunburst(h, m["steel"])
    arms.spear(
        h.grip("R", 0.022),
        mat("ash", (0.10, 0.06, 0.03), 0.5, bump=0.3, scale=30),
        m["steel"],
        m["gold"],
        below=1.20,
        above=0.40,
    )
    return h


def sunburst(h, metal):
    """The angels' mark on a breastplate: a sun."""
    spine = h.place("spine01")
    points = np.array(spine)[:3, 3]
    turn = np.array(spine)[:3, :3]
    middle = points + turn @ np.array((0, -0.172, -0.055))
    for k in range(16):
        a = np.pi * k / 8
        d = turn @ np.array((np.cos(a), 0.55 * abs(np.cos(a)), np.sin(a)))
        tube(
            [middle + d * 0.022, middle + d * (0.075 if k % 2 else 0.05)],
            0.0045,
            metal,
            lambda t: 1.1 - t,
            smooth=False,
        )
    circle = [
        middle + turn @ np.array((0.02 * np.cos(a), 0, 0.02 * np.sin(a)))
        for a in np.linspace(0, 2 * np.pi, 25)
    ]
    tube(circle, 0.006, metal)


def circlet(h, gold):
    middle, (rx, ry, rz) = skull(h)
    m = h.place("head")
    line = []
    for a in np.linspace(0, 2 * np.pi, 49):
        front = max(0, np.cos(a)) ** 10
        p = middle + np.array((rx * 1.10 * np.sin(a), -ry * 1.06 * np.cos(a), rz * 0.48 - 0.012 * front))
        line.append(np.array(m)[:3, :3] @ p + np.array(m)[:3, 3])
    tube(line, 0.005, gold)


DEMON = {
    **{k: v for k, v in MAN.items() if "average" not in k.rsplit("-", 2)[1]},
    "macrodetails/caucasian-male-young": 0.6,
    "macrodetails/caucasian-male-old": 0.5,
    "head/head-square": 0.8,
    "forehead/forehead-trans-depth-forward": 0.9,
    "chin/chin-prominent-more": 0.9,
    "chin/chin-width-max": 0.8,
    "nose/nose-width3-max": 0.6,
    "nose/nose-scale-depth-incr": 0.6,
    "nose/nose-nostril-width-max": 0.6,
    "torso/torso-scale-horiz-incr": 0.5,
    "torso/torso-vshape-incr": 0.6,
    "neck/neck-scale-horiz-incr": 0.7,
    UNITS + "eyebrows-left-down": 1.1,
    UNITS + "eyebrows-right-down": 1.1,
    UNITS + "nose-compression": 0.6,
    UNITS + "nose-left-elevation": 0.5,
    UNITS + "nose-right-elevation": 0.5,
    UNITS + "mouth-depression-retraction": 0.6,
}


def demon(pose, wings=True, weapon=True):
    """A horned lord with wings of skin and a burning sword. Returns the body and the blade's line."""
    names, _ = targets()
    h = Human({k: v for k, v in DEMON.items() if k in names})
    pose(h)
    m = metals()
    hide = skin(
        "hide",
        "old_african_male/textures/old_darkskinned_male_diffuse.png",
        (0.42, 0.16, 0.12),
        0.42,
        0.9,
        subsurface=0,
    )
    fissures(hide)
    h.part("body", hide, subdivide=2)
    burning = mat("eyes", (0, 0, 0), emit=(1, 0.28, 0.04), estr=7)
    h.proxy("eyes", "HighPolyEyes", burning)
    horn_ = mat("horn", (0.045, 0.035, 0.030), 0.35, bump=0.5, scale=28, vary=0.7)
    middle, (rx, _, rz) = skull(h)
    head = h.place("head")
    for side in (-1, 1):
        horn(
            head,
            middle + np.array((side * rx * 0.62, -0.045, rz * 0.62)),
            side,
            0.42,
            horn_,
            curl=1.12,
            thick=0.043,
        )
        horn(
            head,
            middle + np.array((side * rx * 0.82, -0.03, rz * 0.25)),
            side,
            0.16,
            horn_,
            curl=0.9,
            thick=0.020,
        )
        pauldron(h, "L" if side > 0 else "R", m["dark"], m["gold"], 1.12, 3, 0.20)
        name = "L" if side > 0 else "R"
        limb(
            h, f"lowerarm01.{name}", f"wrist.{name}", 0.22, 0.92, (0.062, 0.062, 0.045), m["dark"], m["gold"]
        )
    _, places = h.world()
    c = places["spine05"]
    rows = [
        [
            np.array(p) + (c[0], c[1] - 0.01, 0)
            for p in ring(c[2] + 0.09 - 0.09 * t, 0.185 + 0.015 * t, 0.15 + 0.015 * t)
        ]
        for t in (0, 0.5, 1)
    ]
    sheet("belt", rows, m["dark"], 0.006, m["gold"], 0.006, True, 1)
    skirt(
        h,
        mat("rags", (0.03, 0.012, 0.012), 0.9, bump=0.4, scale=40),
        top=1.04,
        waist=(0.19, 0.155),
        hem=(0.40, 0.34),
        seed=6,
    )
    if wings:
        web = mat("web", (0.11, 0.022, 0.018), 0.55, bump=0.3, scale=9, vary=0.7)
        for side in (-1, 1):
            leathern(h, web, horn_, side, 1.45, 1.0)
    if weapon:
        arms.sword(
            h.grip("R", 0.03),
            m["dark"],
            m["dark"],
            m["leather"],
            1.25,
            0.055,
            0.34,
            burning_blade(),
            0.19,
            50,
        )
    return h


def fissures(m):
    """Thin glowing cracks in a skin."""
    nodes, links = m.node_tree.nodes, m.node_tree.links
    place_ = nodes.new("ShaderNodeNewGeometry")
    cells = nodes.new("ShaderNodeTexVoronoi")
    cells.feature, cells.inputs["Scale"].default_value = "DISTANCE_TO_EDGE", 12
    bent = nodes.new("ShaderNodeTexNoise")
    bent.inputs["Scale"].default_value, bent.inputs["Detail"].default_value = 5, 5
    links.new(place_.outputs["Position"], bent.inputs["Vector"])
    mix = nodes.new("ShaderNodeMixRGB")
    mix.blend_type, mix.inputs["Fac"].default_value = "ADD", 0.16
    links.new(place_.outputs["Position"], mix.inputs["Color1"])
    links.new(bent.outputs["Color"], mix.inputs["Color2"])
    links.new(mix.outputs["Color"], cells.inputs["Vector"])
    thin = nodes.new("ShaderNodeMapRange")
    thin.inputs["From Min"].default_value, thin.inputs["From Max"].default_value = 0.017, 0.003
    links.new(cells.outputs["Distance"], thin.inputs["Value"])
    where = nodes.new("ShaderNodeMapRange")
    where.inputs["From Min"].default_value, where.inputs["From Max"].default_value = 0.53, 0.66
    links.new(bent.outputs["Fac"], where.inputs["Value"])
    product = nodes.new("ShaderNodeMath")
    product.operation = "MULTIPLY"
    links.new(thin.outputs[0], product.inputs[0])
    links.new(where.outputs[0], product.inputs[1])
    gain = nodes.new("ShaderNodeMath")
    gain.operation, gain.inputs[1].default_value = "MULTIPLY", 5
    links.new(product.outputs[0], gain.inputs[0])
    b = nodes["Principled BSDF"]
    b.inputs["Emission"].default_value = (1, 0.20, 0.03, 1)
    links.new(gain.outputs[0], b.inputs["Emission Strength"])


def burning_blade():
    """Steel with fire running over it."""
    m = mat("burning", (0.03, 0.025, 0.025), 0.4, 0.8, bump=0.3, scale=30)
    nodes, links = m.node_tree.nodes, m.node_tree.links
    place_ = nodes.new("ShaderNodeTexCoord")
    noise = nodes.new("ShaderNodeTexNoise")
    noise.inputs["Scale"].default_value, noise.inputs["Detail"].default_value = 7, 6
    noise.inputs["Distortion"].default_value = 1.5
    links.new(place_.outputs["Object"], noise.inputs["Vector"])
    ramp = nodes.new("ShaderNodeValToRGB")
    e = ramp.color_ramp.elements
    e[0].position, e[0].color = 0.46, (0.02, 0.0, 0.0, 1)
    e[1].position, e[1].color = 0.72, (1.0, 0.62, 0.22, 1)
    mid = e.new(0.60)
    mid.color = (1.0, 0.16, 0.02, 1)
    links.new(noise.outputs["Fac"], ramp.inputs["Fac"])
    b = nodes["Principled BSDF"]
    links.new(ramp.outputs["Color"], b.inputs["Emission"])
    b.inputs["Emission Strength"].default_value = 4.5
    return m
