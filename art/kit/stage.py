"""The empty stage of a picture: its moon, its lights, its camera, and which picture it is."""

import math
import os

import bpy
from mathutils import Vector

FRAMING = {}  # of framings.py, with the picture's name
POINTS = []  # the lights that fog scatters
FLAMES = []  # what burns: develop and the trailer paint its flames, no mesh looks like gas
COMETS = []  # burning stones in flight, each a line of places, painted too


def reset():
    """Clears the stage. Whatever Blender starts with must go first."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    s = bpy.context.scene
    s.render.engine = "CYCLES"
    w = bpy.data.worlds.new("w")
    s.world = w
    w.use_nodes = True
    return s


def key(d):
    """Where the moon stands: the framing's place for it, else the scene's d."""
    return FRAMING.get("key", d)


def taking(*names):
    """Whether one of these pictures is being taken, for what a single framing adds to its scene."""
    return FRAMING.get("name") in names


def sun(dirv, col, st, ang=0.5):
    """Light from far away. dirv points towards it, ang is its width in degrees."""
    l = bpy.data.lights.new("sun", "SUN")
    l.energy = st
    l.color = col
    l.angle = math.radians(ang)
    o = bpy.data.objects.new("sun", l)
    bpy.context.scene.collection.objects.link(o)
    o.rotation_euler = Vector(dirv).to_track_quat("Z", "Y").to_euler()
    return o


def point(loc, col, w, r=0.2, vol=True):
    """A lamp of w watts, r metres wide; with vol the fog round it glows."""
    l = bpy.data.lights.new("p", "POINT")
    l.energy = w
    l.color = col
    l.shadow_soft_size = r
    o = bpy.data.objects.new("p", l)
    o.visible_camera = False
    bpy.context.scene.collection.objects.link(o)
    o.location = loc
    if vol:
        POINTS.append(dict(loc=list(loc), col=list(col), w=w))
    return o


def area(loc, target, col, w, sx, sy):
    l = bpy.data.lights.new("a", "AREA")
    l.energy = w
    l.color = col
    l.shape = "RECTANGLE"
    l.size = sx
    l.size_y = sy
    o = bpy.data.objects.new("a", l)
    o.visible_camera = False
    bpy.context.scene.collection.objects.link(o)
    o.location = loc
    o.rotation_euler = (Vector(loc) - Vector(target)).to_track_quat("Z", "Y").to_euler()
    return o


def world(col, st):
    b = bpy.context.scene.world.node_tree.nodes["Background"]
    b.inputs[0].default_value = (*col, 1)
    b.inputs[1].default_value = st


def camera(loc, target, lens=35, shift=(0, 0)):
    """The framing's camera, else the scene's. ART_CAM="x,y,z,tx,ty,tz,lens" tries another."""
    tried = os.environ.get("ART_CAM")
    chosen = [float(one) for one in tried.split(",")] if tried else FRAMING.get("camera")
    if chosen:
        loc, target, lens = chosen[:3], chosen[3:6], chosen[6]
    c = bpy.data.cameras.new("c")
    c.lens = lens
    c.sensor_width = 36
    c.clip_end = 5000
    c.clip_start = 0.05
    c.shift_x, c.shift_y = shift
    o = bpy.data.objects.new("c", c)
    bpy.context.scene.collection.objects.link(o)
    o.location = loc
    o.rotation_euler = (Vector(loc) - Vector(target)).to_track_quat("Z", "Y").to_euler()
    bpy.context.scene.camera = o
    return o
