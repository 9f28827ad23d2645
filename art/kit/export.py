"""Renders what stands on the stage and writes colour, depth, normals, albedo and moonlight for develop.py."""

import json
import os
import time

import bpy
import numpy as np
from mathutils import Vector
from mathutils.bvhtree import BVHTree

from kit.stage import COMETS, FLAMES, POINTS

PASSES = {"Image": 4, "Depth": 1, "Normal": 3, "DiffCol": 3, "GlossCol": 3}
CELLS = (160, 90, 56)  # of the grid of moonlight: across, down, into the depth


def render(name, width, height, samples, key, far, near):
    """Writes NAME.npz and NAME.json into ART_TMP. key points towards the moon, far and near bound the fog, in metres."""
    folder = os.environ["ART_TMP"]
    prepare(width, height, samples)
    write_passes(f"{folder}/{name}_")
    began = time.time()
    bpy.ops.render.render()
    took = time.time() - began
    layers = {layer: read_pass(f"{folder}/{name}_", layer, width, height) for layer in PASSES}
    layers["DiffCol"] += layers.pop("GlossCol")  # what metal reflects is its albedo too
    camera = bpy.context.scene.camera
    corners = [Vector(p) for p in camera.data.view_frame(scene=bpy.context.scene)]
    corners = [p / (-p.z) for p in corners]  # at unit depth
    light = moonlight(
        camera.matrix_world, corners, layers["Depth"][..., 0], Vector(key).normalized(), far, near
    )
    np.savez(f"{folder}/{name}.npz", vis=light.astype(np.float16), **layers)
    with open(f"{folder}/{name}.json", "w") as file:
        json.dump(
            dict(
                W=width,
                H=height,
                cam=[list(row) for row in camera.matrix_world],
                frame=[list(p) for p in corners],
                points=POINTS,
                flames=FLAMES,
                comets=COMETS,
                far=far,
                near=near,
                key=list(key),
            ),
            file,
        )
    print(f"RENDERED {name} {width}x{height} in {took:.0f} s")


def prepare(width, height, samples):
    """Few samples at twice the size, no denoiser: Debian's build has none, develop.py does that."""
    scene = bpy.context.scene
    scene.render.resolution_x, scene.render.resolution_y = width, height
    scene.render.resolution_percentage = 100
    scene.render.film_transparent = True
    scene.render.threads_mode, scene.render.threads = "FIXED", 2
    cycles = scene.cycles
    cycles.samples = samples
    cycles.use_denoising = False
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = 0.03
    cycles.adaptive_min_samples = max(6, samples // 4)
    cycles.max_bounces = cycles.diffuse_bounces = 3
    cycles.glossy_bounces = 2
    cycles.transparent_max_bounces = 4
    cycles.sample_clamp_indirect, cycles.sample_clamp_direct = 3, 14
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.pixel_filter_type = "BLACKMAN_HARRIS"
    transforms = scene.view_settings.bl_rna.properties["view_transform"].enum_items
    scene.view_settings.view_transform = "Raw" if "Raw" in transforms else "Standard"


def write_passes(folder):
    """Has Blender write every pass as an EXR of its own."""
    scene = bpy.context.scene
    layer = scene.view_layers[0]
    layer.use_pass_z = layer.use_pass_normal = layer.use_pass_diffuse_color = True
    layer.use_pass_glossy_color = True
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers = tree.nodes.new("CompositorNodeRLayers")
    output = tree.nodes.new("CompositorNodeOutputFile")
    output.base_path = folder
    output.format.file_format, output.format.color_depth, output.format.color_mode = "OPEN_EXR", "32", "RGBA"
    output.file_slots.clear()
    for name in PASSES:
        output.file_slots.new(name)
        tree.links.new(layers.outputs[name], output.inputs[name])
    composite = tree.nodes.new("CompositorNodeComposite")
    tree.links.new(layers.outputs["Image"], composite.inputs[0])


def read_pass(folder, name, width, height):
    """A pass as an array, its first row on top."""
    image = bpy.data.images.load(f"{folder}/{name}{bpy.context.scene.frame_current:04d}.exr")
    if name != "Image":
        image.colorspace_settings.name = "Non-Color"
    values = np.empty(width * height * 4, np.float32)
    image.pixels.foreach_get(values)
    bpy.data.images.remove(image)
    return values.reshape(height, width, 4)[::-1, :, : PASSES[name]].copy()


def moonlight(matrix, corners, depth, key, far, near):
    """For every cell of the view 1 where the moon is seen from it, else 0. Cells lie closer together near the camera."""
    across, down, deep = CELLS
    tree = solids()
    turn, eye = matrix.to_3x3(), matrix.translation
    left, right = min(p.x for p in corners), max(p.x for p in corners)
    low, high = min(p.y for p in corners), max(p.y for p in corners)
    tall, wide = depth.shape[0] // down, depth.shape[1] // across
    seen = np.ones((down, across, deep), np.float32)
    for j in range(down):
        for i in range(across):
            x, y = left + (right - left) * (i + 0.5) / across, high - (high - low) * (j + 0.5) / down
            ray = turn @ Vector((x, y, -1))
            deepest = float(depth[j * tall : (j + 1) * tall, i * wide : (i + 1) * wide].max())
            for k in range(deep):
                at = near * (far / near) ** ((k + 0.5) / deep)
                if at > deepest * 1.1:
                    seen[j, i, k] = seen[j, i, k - 1]
                elif tree.ray_cast(eye + ray * at, key)[0] is not None:
                    seen[j, i, k] = 0
    return seen


def solids():
    """All that casts a shadow into the fog, grass left out, as one tree of triangles."""
    points, triangles, count = [], [], 0
    for instance in bpy.context.evaluated_depsgraph_get().object_instances:
        thing = instance.object
        if thing.type not in ("MESH", "CURVE") or thing.name.startswith("grass"):
            continue
        mesh = thing.to_mesh()
        if mesh is None or not len(mesh.vertices):
            continue
        mesh.calc_loop_triangles()
        own = np.empty(len(mesh.vertices) * 3, np.float32)
        mesh.vertices.foreach_get("co", own)
        place = np.array(instance.matrix_world, np.float32)
        points.append(own.reshape(-1, 3) @ place[:3, :3].T + place[:3, 3])
        corners = np.empty(len(mesh.loop_triangles) * 3, np.int32)
        mesh.loop_triangles.foreach_get("vertices", corners)
        triangles.append(corners.reshape(-1, 3) + count)
        count += len(mesh.vertices)
        thing.to_mesh_clear()
    return BVHTree.FromPolygons(
        np.concatenate(points).tolist(), np.concatenate(triangles).tolist(), all_triangles=True
    )
