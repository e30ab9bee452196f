"""Scenes of the demonstration's products, built from simple shapes, and what each product looks like."""

import math
import random

import bmesh
import bpy
import numpy as np
from mathutils import Vector

TAU = 2 * math.pi


# Colours and materials


def rgb(hex_colour):
    """Linear RGB of a colour in hexadecimal."""
    values = [int(hex_colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return tuple(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values)


def material(colour, rough=0.5, metal=0.0, bump=0.0, scale=40.0, second=None, image=None, coat=0.0, glow=0.0):
    """A surface: one colour, two mixed by noise, or an image by UV."""
    made = bpy.data.materials.new("surface")
    made.use_nodes = True
    nodes, links = made.node_tree.nodes, made.node_tree.links
    surface = nodes["Principled BSDF"]
    surface.inputs["Roughness"].default_value = rough
    surface.inputs["Metallic"].default_value = metal
    surface.inputs["Coat Weight"].default_value = coat
    surface.inputs["Base Color"].default_value = (*rgb(colour), 1)
    coordinates = nodes.new("ShaderNodeTexCoord")
    if glow > 0:
        surface.inputs["Emission Color"].default_value = (*rgb(colour), 1)
        surface.inputs["Emission Strength"].default_value = glow
    if image is not None:
        texture = nodes.new("ShaderNodeTexImage")
        texture.image = image
        links.new(coordinates.outputs["UV"], texture.inputs["Vector"])
        links.new(texture.outputs["Color"], surface.inputs["Base Color"])
    elif second is not None:
        noise = nodes.new("ShaderNodeTexNoise")
        noise.inputs["Scale"].default_value = scale * 0.35
        noise.inputs["Detail"].default_value = 6
        ramp = nodes.new("ShaderNodeValToRGB")
        ramp.color_ramp.elements[0].position = 0.4
        ramp.color_ramp.elements[1].position = 0.62
        ramp.color_ramp.elements[0].color = (*rgb(colour), 1)
        ramp.color_ramp.elements[1].color = (*rgb(second), 1)
        links.new(coordinates.outputs["Object"], noise.inputs["Vector"])
        links.new(noise.outputs["Fac"], ramp.inputs["Fac"])
        links.new(ramp.outputs["Color"], surface.inputs["Base Color"])
    if bump > 0:
        noise = nodes.new("ShaderNodeTexNoise")
        noise.inputs["Scale"].default_value = scale
        noise.inputs["Detail"].default_value = 4
        bumped = nodes.new("ShaderNodeBump")
        bumped.inputs["Strength"].default_value = bump
        bumped.inputs["Distance"].default_value = 0.05
        links.new(coordinates.outputs["Object"], noise.inputs["Vector"])
        links.new(noise.outputs["Fac"], bumped.inputs["Height"])
        links.new(bumped.outputs["Normal"], surface.inputs["Normal"])
    return made


def glass(tint="#ffffff", amount=0.06):
    """Thin clear glass: see-through, with reflections; cheap and free of noise."""
    made = bpy.data.materials.new("glass")
    made.use_nodes = True
    nodes, links = made.node_tree.nodes, made.node_tree.links
    nodes.clear()
    out, mix = nodes.new("ShaderNodeOutputMaterial"), nodes.new("ShaderNodeMixShader")
    clear, shine = nodes.new("ShaderNodeBsdfTransparent"), nodes.new("ShaderNodeBsdfGlossy")
    edge, add = nodes.new("ShaderNodeLayerWeight"), nodes.new("ShaderNodeMath")
    clear.inputs["Color"].default_value = (*rgb(tint), 1)
    shine.inputs["Roughness"].default_value = 0.04
    edge.inputs["Blend"].default_value = 0.25
    add.operation = "MULTIPLY_ADD"
    add.inputs[1].default_value = 0.55
    add.inputs[2].default_value = amount
    links.new(edge.outputs["Facing"], add.inputs[0])
    links.new(add.outputs[0], mix.inputs["Fac"])
    links.new(clear.outputs[0], mix.inputs[1])
    links.new(shine.outputs[0], mix.inputs[2])
    links.new(mix.outputs[0], out.inputs["Surface"])
    return made


# Printed patterns


def pattern(kind, ground, colours, size=768, repeat=6):
    """A pattern as an image: buti, leheriya, check, ikat, jaal, plain, weave, mandala, warli, stripe, label."""
    y, x = np.mgrid[0:size, 0:size] / size
    out = np.ones((size, size, 3)) * np.array([int(ground[k : k + 2], 16) / 255 for k in (1, 3, 5)])

    def paint(mask, colour):
        out[mask] = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]

    def polar(cx, cy, u, v):
        return np.hypot(u - cx, v - cy), np.arctan2(v - cy, u - cx)

    first, second = colours[0], colours[-1]
    u, v = (x * repeat) % 1, (y * repeat) % 1
    half = (np.floor(y * repeat) % 2) * 0.5
    if kind in ("buti", "jaal"):
        r, a = polar(0.5, 0.5, (x * repeat + half) % 1, v)
        paint(r < 0.30 * (0.62 + 0.38 * np.abs(np.cos(3 * a))), first)
        paint(r < 0.10, second)
        if kind == "jaal":
            paint(np.abs((x * repeat + half) % 1 - 0.5) + np.abs(v - 0.5) > 0.92, second)
            paint(np.abs(np.abs((x * repeat + half) % 1 - 0.5) + np.abs(v - 0.5) - 0.46) < 0.025, second)
    elif kind == "leheriya":
        wave = (y * repeat * 1.5 + 0.18 * np.sin(x * TAU * repeat)) % 1
        paint(wave < 0.4, first)
        paint((wave > 0.55) & (wave < 0.68), second)
    elif kind == "check":
        paint((u < 0.28) | (v < 0.28), first)
        paint((u < 0.28) & (v < 0.28), second)
        paint((np.abs(u - 0.64) < 0.03) | (np.abs(v - 0.64) < 0.03), second)
    elif kind == "ikat":
        rough = 0.06 * np.sin(y * size * 0.9) * np.sin(y * 91 + np.floor(x * size / 3))
        d = np.abs((x * repeat + half) % 1 - 0.5 + rough) + np.abs(v - 0.5)
        paint(d < 0.42, first)
        paint(d < 0.27, ground)
        paint(d < 0.15, second)
    elif kind == "stripe":
        for k, c in enumerate(colours):
            paint((v >= k / (len(colours) + 1)) & (v < (k + 0.8) / (len(colours) + 1)), c)
    elif kind == "mandala":
        r, a = polar(0.5, 0.5, x, y)
        for k, c in enumerate([first, second, first, second]):
            R = 0.44 - 0.1 * k
            paint(r < R * (0.86 + 0.14 * np.abs(np.cos((8 - k) * a))), c)
            paint(r < (R - 0.04) * (0.86 + 0.14 * np.abs(np.cos((8 - k) * a))), ground)
        paint(r < 0.05, first)
        paint((np.abs(r - 0.47) < 0.012), second)
    elif kind == "warli":
        rand = random.Random(7)
        for k in range(46):
            R, A = 0.40 - 0.0061 * k, k * TAU / 17
            cx, cy = 0.5 + R * math.cos(A), 0.5 + R * math.sin(A)
            s = 0.021
            paint(np.hypot(x - cx, y - cy - 1.9 * s) < 0.45 * s, first)
            paint((np.abs(x - cx) < (y - cy) * 0.6) & (y - cy > 0) & (y - cy < 1.3 * s), first)
            paint((np.abs(x - cx) < (cy - y) * 0.6) & (cy - y > 0) & (cy - y < 1.3 * s), first)
            rand.random()
    elif kind == "madhubani":
        r, a = polar(0.5, 0.55, x, y)
        for k in range(9):
            fx, fy = 0.5 + 0.31 * math.cos(k * TAU / 9), 0.55 + 0.31 * math.sin(k * TAU / 9)
            q, b = polar(fx, fy, x, y)
            paint(q < 0.095, ["#1d1a16", first, "#1d1a16"][0])
            paint(q < 0.085, colours[k % len(colours)])
            paint((q < 0.06) & (np.cos(6 * b) > 0), ground)
            paint(q < 0.02, "#1d1a16")
        paint((np.abs(x - 0.5) < 0.022 + 0.03 * (0.5 - y).clip(0)) & (y < 0.55), "#5b2f14")
        paint(r < 0.13, "#1d1a16")
        paint(r < 0.12, second)
        paint((r < 0.09) & (np.cos(8 * a) > 0), first)
        edge = np.minimum(np.minimum(x, 1 - x), np.minimum(y, 1 - y))
        paint(edge < 0.06, first)
        paint((edge < 0.05) & (((x + y) * 24) % 1 < 0.5), second)
        paint(np.abs(edge - 0.065) < 0.005, "#1d1a16")
    elif kind == "label":
        paint((y > 0.06) & (y < 0.12), first)
        paint((y > 0.88) & (y < 0.94), first)
        r, a = polar(0.5, 0.5, (x * 3) % 1, 0.5 + (y - 0.5) * 1.05)
        paint(r < 0.27 * (0.7 + 0.3 * np.abs(np.cos(4 * a))), first)
        paint(r < 0.15 * (0.7 + 0.3 * np.abs(np.cos(4 * a))), second)
        paint(r < 0.05, ground)
    grain = np.random.default_rng(3).normal(0, 0.012, (size, size, 1))
    thread = 0.02 * (np.sin(x * size * 1.6) * np.sin(y * size * 1.6))[..., None]
    out = np.clip(out + grain + (thread if kind != "label" else 0), 0, 1)
    image = bpy.data.images.new(kind, size, size)
    image.pixels.foreach_set(np.dstack([out, np.ones((size, size))]).astype(np.float32).ravel())
    image.pack()
    return image


# Shapes


def mesh(name, points, faces, surface, uvs=None, smooth=True):
    data = bpy.data.meshes.new(name)
    data.from_pydata(points, [], faces)
    if uvs is not None:
        layer = data.uv_layers.new()
        for loop in data.loops:
            layer.data[loop.index].uv = uvs[loop.vertex_index]
    data.polygons.foreach_set("use_smooth", [smooth] * len(data.polygons))
    data.materials.append(surface)
    made = bpy.data.objects.new(name, data)
    bpy.context.collection.objects.link(made)
    return made


def place(thing, at=(0, 0, 0), turn=(0, 0, 0), size=1.0):
    thing.location, thing.rotation_euler = at, turn
    thing.scale = (size,) * 3 if isinstance(size, (int, float)) else size
    return thing


def smoothed(thing, levels=2):
    modifier = thing.modifiers.new("smooth", "SUBSURF")
    modifier.levels = modifier.render_levels = levels
    return thing


def bevelled(thing, width, segments=4):
    modifier = thing.modifiers.new("edges", "BEVEL")
    modifier.width, modifier.segments, modifier.limit_method = width, segments, "ANGLE"
    return thing


def displaced(thing, strength, size):
    texture = bpy.data.textures.new("clouds", "CLOUDS")
    texture.noise_scale = size
    modifier = thing.modifiers.new("uneven", "DISPLACE")
    modifier.texture, modifier.strength, modifier.mid_level = texture, strength, 0.5
    return thing


def turned(profile, surface, steps=96, ripple=None):
    """A shape turned on a wheel: profile of (radius, height) from the inside or bottom to the top."""
    fine = [profile[0]]
    for (r0, z0), (r1, z1) in zip(profile, profile[1:]):
        fine += [(r0 + (r1 - r0) * k / 4, z0 + (z1 - z0) * k / 4) for k in range(1, 5)]
    lengths = np.cumsum([0] + [math.dist(a, b) for a, b in zip(fine, fine[1:])])
    points, uvs = [], []
    for (r, z), length in zip(fine, lengths):
        for k in range(steps + 1):
            a = TAU * k / steps
            R = r * (1 if ripple is None else ripple(a, z))
            points.append((R * math.cos(a), R * math.sin(a), z))
            uvs.append((k / steps, length / lengths[-1]))
    row = steps + 1
    faces = [
        (i * row + k, i * row + k + 1, (i + 1) * row + k + 1, (i + 1) * row + k)
        for i in range(len(fine) - 1)
        for k in range(steps)
    ]
    return mesh("turned", points, faces, surface, uvs)


def box(w, d, h, surface, edge=0.03):
    points = [(sx * w / 2, sy * d / 2, sz) for sz in (0, h) for sy in (-1, 1) for sx in (-1, 1)]
    data = bmesh.new()
    verts = [data.verts.new(p) for p in points]
    for face in ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)):
        data.faces.new([verts[i] for i in face])
    layer = data.loops.layers.uv.new()
    for face in data.faces:
        axis = max(range(3), key=lambda k: abs(face.normal[k]) if face.normal.length else 0)
        face.normal_update()
        axis = max(range(3), key=lambda k: abs(face.normal[k]))
        first, second = [k for k in range(3) if k != axis]
        size = (w, d, h)
        for loop in face.loops:
            co = loop.vert.co
            loop[layer].uv = (co[first] / size[first] + (0.5 if first < 2 else 0), co[second] / size[second] + (0.5 if second < 2 else 0))
    made = bpy.data.meshes.new("box")
    data.to_mesh(made)
    made.materials.append(surface)
    thing = bpy.data.objects.new("box", made)
    bpy.context.collection.objects.link(thing)
    return bevelled(thing, edge) if edge > 0 else thing


def ball(radius, surface, at=(0, 0, 0), squash=(1, 1, 1)):
    bpy.ops.mesh.primitive_uv_sphere_add(radius=radius, segments=32, ring_count=18, location=at)
    thing = bpy.context.object
    thing.scale = squash
    bpy.ops.object.shade_smooth()
    thing.data.materials.append(surface)
    return thing


def ring(radius, thick, surface, at=(0, 0, 0), turn=(0, 0, 0)):
    bpy.ops.mesh.primitive_torus_add(
        major_radius=radius, minor_radius=thick, major_segments=72, minor_segments=18, location=at, rotation=turn
    )
    thing = bpy.context.object
    bpy.ops.object.shade_smooth()
    thing.data.materials.append(surface)
    return thing


def tube(points, thick, surface, taper=False):
    curve = bpy.data.curves.new("tube", "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution, curve.use_fill_caps = "3D", thick, 5, True
    spline = curve.splines.new("NURBS")
    spline.points.add(len(points) - 1)
    for k, (point, co) in enumerate(zip(spline.points, points)):
        point.co = (*co, 1)
        point.radius = 1 - 0.92 * k / (len(points) - 1) if taper else 1
    spline.use_endpoint_u = True
    curve.materials.append(surface)
    thing = bpy.data.objects.new("tube", curve)
    bpy.context.collection.objects.link(thing)
    return thing


def sheet(w, h, wave, surface, nu=120, nv=90, repeat=(1, 1)):
    """A cloth: `wave(u, v)` gives each point of it, u and v from 0 to 1."""
    points = [wave(i / nu, j / nv) for j in range(nv + 1) for i in range(nu + 1)]
    uvs = [(i / nu * repeat[0], j / nv * repeat[1]) for j in range(nv + 1) for i in range(nu + 1)]
    row = nu + 1
    faces = [(j * row + i, j * row + i + 1, (j + 1) * row + i + 1, (j + 1) * row + i) for j in range(nv) for i in range(nu)]
    thing = mesh("cloth", points, faces, surface, uvs)
    thick = thing.modifiers.new("thick", "SOLIDIFY")
    thick.thickness = 0.012
    return thing


# Things beside the products


def leaf(at, turn, colour="#3c7a35", size=0.35):
    def wave(u, v):
        w = 0.42 * math.sin(math.pi * v) ** 0.8
        return (size * w * (u - 0.5) * 2, size * (v - 0.5) * 2, size * (0.25 * abs(u - 0.5) + 0.25 * math.sin(v * 2.4)))

    return place(sheet(1, 1, wave, material(colour, 0.45), 10, 16), at, turn)


def flower(at, colour, petals=9, size=0.16, heart="#e8a412"):
    for layer in range(3):
        for k in range(petals):
            a = TAU * k / petals + layer * 0.4
            r = size * (0.62 - 0.17 * layer)
            ball(
                size * 0.34,
                material(colour, 0.6),
                (at[0] + r * math.cos(a), at[1] + r * math.sin(a), at[2] + 0.03 + layer * size * 0.2),
                (1, 1, 0.45),
            )
    ball(size * 0.26, material(heart, 0.8, bump=0.8, scale=90), (at[0], at[1], at[2] + size * 0.62))


def chilli(at, angle, colour="#a3130c", length=0.62):
    x, y, z = at
    c, s = math.cos(angle), math.sin(angle)
    bend = [(0, 0, 0.03), (0.3, 0.05, 0.05), (0.65, 0.16, 0.04), (1, 0.36, 0.02)]
    points = [(x + length * (c * u - s * v), y + length * (s * u + c * v), z + w + 0.04) for u, v, w in bend]
    tube(points, 0.075, material(colour, 0.22, coat=0.5), taper=True)
    tube([points[0], (points[0][0] - 0.16 * c, points[0][1] - 0.16 * s, points[0][2] + 0.04)], 0.022, material("#4d6b23", 0.5))


def scatter(kind, seed=1, around=((-1.15, -0.75), (1.1, -0.8), (0.55, -1.15))):
    """What a product is made of, in front of it."""
    rand = random.Random(seed)
    for n, (x, y) in enumerate(around):
        if kind in ("chilli", "green chilli"):
            chilli((x, y, 0), rand.uniform(0, TAU), "#a3130c" if kind == "chilli" else "#4f7d1e")
        elif kind == "lemon":
            ball(0.24, material("#e5bf1c", 0.38, bump=0.25, scale=60), (x, y, 0.21), (1.2, 0.95, 0.9))
        elif kind == "mango":
            ball(0.27, material("#7f9a2a", 0.4, second="#c99a2c"), (x, y, 0.25), (1.3, 0.9, 0.95))
        elif kind == "cauliflower":
            for _ in range(16):
                ball(0.1, material("#ece4c6", 0.8, bump=0.8, scale=50), (x + rand.gauss(0, 0.1), y + rand.gauss(0, 0.1), 0.12 + abs(rand.gauss(0, 0.06))))
        elif kind in ("pepper", "millet", "amla", "almond", "walnut", "salt", "clove"):
            colour, radius, count = {
                "pepper": ("#211a15", 0.05, 14), "millet": ("#d9b25c", 0.028, 46), "amla": ("#a9b64b", 0.17, 2),
                "almond": ("#7a451f", 0.11, 5), "walnut": ("#8a5f35", 0.19, 2), "salt": ("#e7b3a2", 0.07, 9), "clove": ("#4a2c1a", 0.05, 9),
            }[kind]  # fmt: skip
            surface = material(colour, 0.55, bump=0.7, scale=45)
            for _ in range(count):
                spread = radius * 2.2 + 0.02 * count**0.5
                ball(radius * rand.uniform(0.8, 1.1), surface, (x + rand.gauss(0, spread), y + rand.gauss(0, spread), radius * 0.9), (1, 1, 0.7) if kind == "almond" else (1, 1, 1))
        elif kind in ("rose", "marigold", "hibiscus", "jasmine", "lavender", "saffron"):
            colour = {"rose": "#c2485f", "marigold": "#e98a12", "hibiscus": "#b8142f", "jasmine": "#f4efe2", "lavender": "#7b68ab", "saffron": "#7d4ca0"}[kind]
            flower((x, y, 0), colour, size=0.2)
        elif kind == "leaf":
            leaf((x, y, 0.09), (0.15, 0, rand.uniform(0, TAU)))
            leaf((x + 0.2, y + 0.12, 0.09), (0.1, 0, rand.uniform(0, TAU)))
        elif kind == "root":
            tube([(x - 0.3, y, 0.06), (x, y + 0.08, 0.1), (x + 0.32, y - 0.05, 0.05)], 0.06, material("#b08a5a", 0.9, bump=0.8), taper=True)


# Scenes


def jar(content="#9c3b12", second=None, lid="#b8862b", label=("#f6ead0", "#8e1d1d", "#d58f17"), beside=None, powder=False, chunk=None, seed=1, tall=1.0, cover=None):
    h = 1.75 * tall
    wall = [(0, 0.02), (0.66, 0.02), (0.72, 0.1), (0.72, h * 0.8), (0.62, h * 0.9), (0.56, h * 0.93), (0.56, h)]
    turned(wall, glass())
    inner = [(0, 0.06), (0.63, 0.06), (0.675, 0.13), (0.675, h * 0.77), (0.6, h * 0.85), (0, h * 0.86)]
    filled = turned(inner, material(content, 0.6 if powder else 0.3, second=second or content, bump=0.5 if powder else 1.0, scale=60 if powder else 16, coat=0 if powder else 0.6))
    if not powder:
        displaced(filled, 0.06, 0.16)
    if chunk is not None:
        rand = random.Random(seed)
        surface = material(chunk, 0.28, coat=0.7)
        for _ in range(46):
            a, z = rand.uniform(0, TAU), rand.uniform(0.2, h * 0.74)
            ball(rand.uniform(0.06, 0.11), surface, (0.6 * math.cos(a), 0.6 * math.sin(a), z), (1, 1, rand.uniform(0.6, 1.7)))
    if cover is not None:
        turned([(0.7, h * 0.9), (0.68, h * 0.95), (0.62, h * 0.98), (0.62, h + 0.06), (0.5, h + 0.13), (0, h + 0.16)], material(cover[0], 0.9, image=pattern("buti", cover[0], cover[1:], repeat=9)), ripple=lambda a, z: 1 + (0.05 * math.sin(a * 22) if z < h * 0.97 else 0))
        ring(0.63, 0.025, material("#c9a46a", 0.9), (0, 0, h * 0.985))
    else:
        turned([(0.6, h - 0.02), (0.64, h), (0.64, h + 0.2), (0.6, h + 0.24), (0, h + 0.24)], material(lid, 0.28, metal=1))
    paper = material(label[0], 0.75, image=pattern("label", *label[:1], label[1:]))
    turned([(0.726, h * 0.2), (0.726, h * 0.66)], paper)
    if beside:
        scatter(beside, seed)


def bottle(liquid="#b3751a", cap="#2a211c", label=("#f6ead0", "#2c7a57", "#d58f17"), beside=None, dropper=False, slim=1.0, seed=2, opaque=None):
    r, h = 0.5 * slim, 1.55
    wall = [(0, 0.02), (r - 0.04, 0.02), (r, 0.08), (r, h * 0.72), (r * 0.86, h * 0.84), (0.2, h * 0.96), (0.19, h + 0.14)]
    if opaque:
        turned(wall, opaque)
    else:
        turned(wall, glass("#fff4de"))
        turned([(0, 0.05), (r - 0.06, 0.05), (r - 0.035, 0.1), (r - 0.035, h * 0.68), (0, h * 0.68)], material(liquid, 0.12, coat=1))
    turned([(0.23, h + 0.02), (0.23, h + 0.32), (0.2, h + 0.35), (0, h + 0.35)], material(cap, 0.4))
    if dropper:
        ball(0.15, material("#1d1a18", 0.5), (0, 0, h + 0.52), (1, 1, 1.5))
    turned([(r + 0.006, h * 0.14), (r + 0.006, h * 0.6)], material(label[0], 0.75, image=pattern("label", label[0], label[1:])))
    if beside:
        scatter(beside, seed)


def folded(kind="buti", ground="#a02334", colours=("#e8b04a", "#f6e3b4"), count=1, repeat=4, more=None, border=None):
    """Folded lengths of cloth, one on another."""
    kinds = [(kind, ground, colours)] + list(more or [])
    z = 0.0
    for n in range(count):
        kind, ground, colours = kinds[n % len(kinds)]
        surface = material(ground, 0.85, image=pattern(kind, ground, colours, repeat=repeat), bump=0.06, scale=300)
        w, d, gap, layers = 2.3 - 0.08 * n, 1.55, 0.085, 6
        path = []
        for k in range(layers):
            ends = (-w / 2, w / 2) if k % 2 == 0 else (w / 2, -w / 2)
            path += [(ends[0] + (ends[1] - ends[0]) * t / 14, k * gap) for t in range(15)]
            if k < layers - 1:
                side = 1 if k % 2 == 0 else -1
                path += [(ends[1] + side * 0.06 * math.sin(t * math.pi / 6), k * gap + gap * t / 6) for t in range(1, 6)]
        lengths = np.cumsum([0] + [math.dist(a, b) for a, b in zip(path, path[1:])])
        base = z
        cloth = sheet(1, 1, lambda u, v: (path[min(int(u * (len(path) - 1) + 0.5), len(path) - 1)][0], (v - 0.5) * d, base + 0.03 + path[min(int(u * (len(path) - 1) + 0.5), len(path) - 1)][1]), surface, len(path) - 1, 24, (lengths[-1] / 2.3, 0.7))  # fmt: skip
        cloth.modifiers["thick"].thickness = 0.05
        displaced(cloth, 0.035, 0.5)
        place(cloth, (0, 0, 0), (0, 0, 0.05 * (n % 3 - 1)))
        z += layers * gap + 0.08
    if border:
        pass


def hanging(kind="buti", ground="#a02334", colours=("#e8b04a", "#f6e3b4"), repeat=6, fringe=True, folds=7, edge=None):
    """A cloth over a rod of wood."""
    surface = material(ground, 0.8, image=pattern(kind, ground, colours, repeat=repeat), bump=0.05, scale=300)
    tube([(-1.6, 0, 2.5), (1.6, 0, 2.5)], 0.06, material("#7a5230", 0.5, bump=0.3))

    def fold(u, v):
        depth = 0.05 + 0.09 * (1 - v)
        return depth * math.sin(u * folds * TAU / 1.6 + 0.8 * math.sin(3 * v)) + 0.04 * math.sin(u * 23 + v * 2)

    def wave(u, v):
        return ((u - 0.5) * (2.0 + 0.12 * math.sin(v * 3)), fold(u, v) - 0.08, 0.16 + v * 2.36 + 0.02 * math.sin(u * 17))

    sheet(1, 1, wave, surface, 220, 90, (1, 1.15))
    sheet(1, 1, lambda u, v: ((u - 0.5) * 2.0, 0.1 + 0.6 * fold(u, 1), 1.4 + v * 1.13), surface, 160, 30, (1, 0.6))
    if edge:
        band = material(edge, 0.6, metal=0.2)
        sheet(1, 1, lambda u, v: (wave(u, 0)[0], wave(u, 0.05 + v * 0.07)[1] - 0.014, 0.28 + v * 0.2), band, 220, 4)
    if fringe:
        thread = material(colours[0], 0.9)
        for k in range(46):
            u = (k + 0.5) / 46
            x, y, z = wave(u, 0)
            tube([(x, y, z + 0.02), (x + 0.01 * math.sin(k), y, z - 0.13)], 0.011, thread)


def pottery(shape="pot", colour="#23201f", second=None, rough=0.45, band=None, metal=0.0, beside=None, count=1, coat=0.0, bump=0.12):
    """Vessels turned on a wheel or beaten of metal."""
    image = pattern(*band[:2], band[2], repeat=band[3] if len(band) > 3 else 6) if band else None
    surface = material(colour, rough, metal=metal, second=second, bump=bump, scale=18, image=image, coat=coat)
    plain = material(colour, rough, metal=metal, second=second, bump=bump, scale=18, coat=coat)
    profiles = {
        "pot": [(0, 0), (0.45, 0), (0.85, 0.35), (0.95, 0.7), (0.8, 1.05), (0.62, 1.2), (0.72, 1.32), (0.66, 1.32), (0.56, 1.2)],
        "mug": [(0, 0.02), (0.4, 0.02), (0.46, 0.1), (0.48, 0.95), (0.5, 1.0), (0.45, 0.98), (0.42, 0.12), (0, 0.1)],
        "kulhad": [(0, 0.02), (0.3, 0.02), (0.34, 0.1), (0.42, 0.6), (0.47, 0.85), (0.5, 0.9), (0.45, 0.88), (0.3, 0.14), (0, 0.12)],
        "kettle": [(0, 0), (0.6, 0), (0.86, 0.3), (0.86, 0.6), (0.6, 0.95), (0.4, 1.02), (0.42, 1.06), (0.3, 1.14), (0.12, 1.2), (0, 1.2)],
        "platter": [(0, 0.03), (0.8, 0.03), (1.2, 0.14), (1.35, 0.2), (1.32, 0.26), (1.15, 0.2), (0.78, 0.1), (0, 0.1)],
        "planter": [(0, 0.02), (0.6, 0.02), (0.66, 0.08), (0.82, 1.15), (0.86, 1.2), (0.78, 1.2), (0.75, 1.05), (0, 1.03)],
        "urli": [(0, 0.12), (0.5, 0.05), (1.0, 0.2), (1.2, 0.48), (1.42, 0.6), (1.4, 0.66), (1.15, 0.58), (0.9, 0.3), (0, 0.2)],
        "jug": [(0, 0.02), (0.48, 0.02), (0.72, 0.3), (0.76, 0.65), (0.6, 1.05), (0.4, 1.3), (0.38, 1.55), (0.5, 1.75), (0.46, 1.75), (0.33, 1.5)],
        "vase": [(0, 0.02), (0.4, 0.02), (0.62, 0.4), (0.6, 0.9), (0.34, 1.35), (0.28, 1.65), (0.42, 1.8), (0.37, 1.8), (0.24, 1.6)],
        "dish": [(0, 0.06), (0.6, 0.05), (0.95, 0.16), (1.05, 0.3), (0.99, 0.33), (0.88, 0.22), (0.55, 0.13), (0, 0.13)],
        "dabba": [(0, 0.02), (1.1, 0.02), (1.15, 0.08), (1.15, 0.5), (1.1, 0.52), (1.08, 0.1), (0, 0.08)],
        "cooker": [(0, 0.02), (0.75, 0.02), (0.95, 0.2), (0.95, 0.75), (0.8, 0.95), (1.05, 1.02), (1.05, 1.06), (0.75, 1.0), (0.85, 0.7), (0.8, 0.15), (0, 0.1)],
    }  # fmt: skip
    spots = {1: [(0, 0)], 2: [(-0.62, 0.1), (0.6, -0.2)], 3: [(-0.95, 0.25), (0.95, 0.2), (0, -0.45)]}[count]
    for x, y in spots:
        place(turned(profiles[shape], surface), (x, y, 0), (0, 0, x))
        if shape == "mug":
            place(ring(0.28, 0.07, plain), (x + 0.55, y - 0.1, 0.52), (math.pi / 2, 0, -0.2))
            turned([(0, 0.84), (0.44, 0.84)], material("#4a2c17", 0.15)).location = (x, y, 0)
        if shape == "kulhad":
            turned([(0, 0.76), (0.42, 0.76)], material("#b0743f", 0.2)).location = (x, y, 0)
    if shape == "pot":
        turned([(0.68, 1.33), (0.66, 1.38), (0.3, 1.5), (0.1, 1.54), (0.12, 1.62), (0.1, 1.7), (0, 1.72)], plain)
        for side in (-1, 1):
            place(ring(0.16, 0.055, plain), (side * 0.92, 0, 0.9), (math.pi / 2, 0, 0))
    if shape == "kettle":
        ball(0.11, plain, (0, 0, 1.28))
        tube([(0.7, 0, 0.45), (1.05, 0, 0.6), (1.2, 0, 0.95), (1.38, 0, 1.08)], 0.1, plain)
        tube([(-0.55, 0, 0.95), (-0.6, 0, 1.6), (0, 0, 1.95), (0.6, 0, 1.6), (0.55, 0, 0.95)], 0.045, material("#9b7442", 0.7, bump=0.5))
    if shape == "jug":
        tube([(0.4, 0, 1.55), (0.95, 0, 1.45), (1.0, 0, 0.9), (0.7, 0, 0.6)], 0.06, plain)
    if shape == "planter":
        turned([(0, 1.02), (0.77, 1.04)], material("#3a2a1d", 0.95, bump=1, scale=30))
        rand = random.Random(4)
        for _ in range(34):
            a, t = rand.uniform(0, TAU), rand.uniform(0.2, 1.0)
            leaf((0.42 * t * math.cos(a), 0.42 * t * math.sin(a), 1.3 + rand.uniform(0, 0.75)), (rand.uniform(0.4, 1.2), 0, a - math.pi / 2), rand.choice(["#3c7a35", "#4f8f3d", "#2f6a3a"]), rand.uniform(0.26, 0.42))
    if shape == "urli":
        turned([(0, 0.5), (1.13, 0.5)], material("#4a7f86", 0.03, coat=1))
        rand = random.Random(5)
        for k in range(13):
            a, r = k * 2.4, 0.26 * math.sqrt(k)
            flower((r * math.cos(a), r * math.sin(a), 0.49), ["#e98a12", "#f0b429", "#b3134f"][k % 3], size=0.19)
    if shape == "vase" and beside:
        for k in range(5):
            a = k * TAU / 5
            tube([(0, 0, 1.5), (0.2 * math.cos(a), 0.2 * math.sin(a), 2.1), (0.42 * math.cos(a), 0.42 * math.sin(a), 2.45)], 0.02, material("#4d6b23"))
            flower((0.42 * math.cos(a), 0.42 * math.sin(a), 2.42), beside, size=0.2)
    if shape == "dabba":
        for k, c in enumerate(["#b3381b", "#d49a1e", "#3a2a1d", "#8a5a2b", "#c9b48a", "#57702c", "#6b2a1a"]):
            a, r = k * TAU / 6, 0 if k == 6 else 0.68
            x, y = r * math.cos(a), r * math.sin(a)
            turned([(0, 0.1), (0.29, 0.1), (0.31, 0.42), (0.28, 0.42)], plain).location = (x, y, 0)
            turned([(0, 0.4), (0.18, 0.39), (0.285, 0.35)], material(c, 0.95, bump=0.8, scale=70)).location = (x, y, 0)
    if shape == "dish":
        bar = bevelled(box(0.95, 0.6, 0.26, material("#e9dcc0", 0.35, coat=0.3), 0.1), 0.1)
        place(bar, (0, 0, 0.14), (0, 0, 0.4))


def diya(colour="#b5872f", metal=1.0, count=1, flame=True, hamper=False):
    spots = [(0, 0, 1.0)] if count == 1 else [(-0.75, 0.25, 0.7), (0.75, 0.2, 0.7), (0, -0.4, 0.85)]
    for x, y, s in spots:
        body = turned([(0, 0.03), (0.42, 0.02), (0.3, 0.12), (0.5, 0.3), (0.8, 0.55), (0.84, 0.6), (0.76, 0.58), (0.45, 0.36), (0, 0.34)], material(colour, 0.3, metal=metal, bump=0.15), ripple=lambda a, z: 1 + (0.22 * max(0, math.cos(a + math.pi / 2)) ** 8 if z > 0.3 else 0))
        place(body, (x, y, 0), (0, 0, 0), s)
        oil = turned([(0, 0.5), (0.7, 0.52)], material("#c98a1a", 0.05, coat=1))
        place(oil, (x, y, 0), (0, 0, 0), s)
        if flame:
            ball(0.1 * s, material("#ffb545", glow=14), (x, y - 0.78 * s, 0.82 * s), (0.75, 0.75, 1.9))
            tube([(x, y - 0.3 * s, 0.54 * s), (x, y - 0.76 * s, 0.64 * s)], 0.03 * s, material("#e9dcc0", 0.9))
    scatter("marigold", 3, ((-1.25, -0.8), (1.25, -0.75), (-0.6, -1.15)))


def soaps(colour="#b9a07a", second="#8f7650", count=3, beside="leaf", stamp=None):
    for k in range(count):
        bar = box(1.15, 0.75, 0.38, material(colour, 0.42, second=second, bump=0.12, coat=0.15), 0.11)
        at, turn = [((-0.2, 0.1, 0), 0.1), ((0.1, 0.05, 0.38), -0.25), ((0.75, -0.65, 0), 0.7)][k % 3]
        place(bar, at, (0, 0, turn))
    tube([(-0.85, -0.1, 0.55), (0.1, -0.42, 0.62), (1.0, 0.1, 0.55)], 0.02, material("#9b7442", 0.9)) if stamp else None
    if beside:
        scatter(beside, 5, ((-1.2, -0.6), (-0.5, -1.05), (1.4, 0.3)))


def tin(balm="#c2485f", metal="#cfcac0", beside="rose", count=2):
    steel = material(metal, 0.25, metal=1)
    for k, (x, y) in enumerate([(-0.55, 0.2), (0.75, -0.25)][:count]):
        turned([(0, 0.02), (0.62, 0.02), (0.65, 0.06), (0.65, 0.34), (0.62, 0.36), (0.6, 0.3)], steel).location = (x, y, 0)
        if k == 0:
            turned([(0, 0.31), (0.3, 0.3), (0.6, 0.29)], material(balm, 0.3, coat=0.5, bump=0.08)).location = (x, y, 0)
        else:
            turned([(0.67, 0.28), (0.67, 0.42), (0.64, 0.44), (0, 0.44)], steel).location = (x, y, 0)
            turned([(0, 0.445), (0.56, 0.445)], material("#f6ead0", 0.7, image=None, second=balm)).location = (x, y, 0)
    place(turned([(0.67, 0), (0.67, 0.12), (0, 0.14)], steel), (-0.95, 0.9, 0.5), (1.1, 0, 0.4))
    if beside:
        scatter(beside, 6)


def bangles(colours=("#a8431b", "#c76a2b", "#8e2f14"), metal=0.0, count=7):
    for k in range(count):
        c = colours[k % len(colours)]
        ring(0.95, 0.075, material(c, 0.4 if metal == 0 else 0.25, metal=metal, bump=0.15), (0.03 * math.sin(k * 3), 0.03 * math.cos(k * 5), 0.08 + 0.15 * k))
        if k % 2 == 0:
            dot = material("#f1dfb4" if metal == 0 else c, 0.4, metal=metal)
            for n in range(24):
                a = TAU * n / 24
                ball(0.035, dot, (1.02 * math.cos(a), 1.02 * math.sin(a), 0.08 + 0.15 * k))
    place(ring(0.95, 0.075, material(colours[0], 0.4, metal=metal, bump=0.15)), (1.3, -0.75, 0.1), (0.12, 0.05, 0))


def necklace(colours=("#a8431b", "#2b2a6b"), metal=0.0, pendant=None, bead=0.13):
    count = int(TAU * 1.15 / (bead * 2.05))
    for k in range(count):
        a = TAU * k / count
        r = 1.1 + 0.15 * math.cos(2 * a)
        s = bead * (1.25 if pendant is None and abs(a - 1.5 * math.pi) < 0.7 else 1)
        ball(s, material(colours[k % len(colours)], 0.35, metal=metal, bump=0.1), (r * math.cos(a), r * 0.85 * math.sin(a) + 0.1, s))
    if pendant:
        disc = turned([(0, 0.1), (0.2, 0.13), (0.42, 0.1), (0.46, 0.05), (0.42, 0.02)], material(pendant, 0.5, metal=metal, bump=0.15), ripple=lambda a, z: 1 + 0.1 * math.cos(a * 12))
        place(disc, (0, -1.12, 0))
        for n in range(12):
            ball(0.05, material(colours[-1], 0.4, metal=metal), (0.3 * math.cos(n * TAU / 12), -1.12 + 0.3 * math.sin(n * TAU / 12), 0.14))


def payal(silver="#c9c7c2", thread="#b3134f"):
    """A pair of anklets: fine chains with bells, and a tassel at each clasp."""
    metal = material(silver, 0.22, metal=1)
    dark = material("#1d140a", 0.9)
    cord = material(thread, 0.85, bump=0.2, scale=120)
    for x, y in ((-0.78, 0.2), (0.82, -0.15)):
        for k in range(64):
            a = TAU * k / 64
            at = (x + 0.78 * math.cos(a), y + 0.68 * math.sin(a))
            ball(0.042, metal, (*at, 0.12))
            if k % 4 == 0:
                out = (x + 0.88 * math.cos(a), y + 0.78 * math.sin(a))
                ball(0.075, metal, (*out, 0.08))
                ball(0.02, dark, (out[0] + 0.06 * math.cos(a), out[1] + 0.06 * math.sin(a), 0.07), (1.6, 1.6, 0.5))
        ball(0.09, cord, (x, y - 0.8, 0.1))
        for n in range(9):
            spread = (n - 4) * 0.035
            tube([(x, y - 0.84, 0.1), (x + spread, y - 1.05, 0.07), (x + 1.6 * spread, y - 1.28, 0.03)], 0.02, cord)


def jhumkas(colour="#b9b7b2", second="#b3134f", metal=1.0, rough=0.32):
    surface = material(colour, rough, metal=metal, bump=0.2, scale=30)
    for x in (-0.68, 0.68):
        dome = turned([(0.56, 0.28), (0.58, 0.34), (0.5, 0.66), (0.3, 0.88), (0.1, 0.95), (0.08, 1.05), (0, 1.06)], surface, ripple=lambda a, z: 1 + 0.03 * math.cos(a * 18))
        place(dome, (x, 0, 0.2))
        for k in range(16):
            a = TAU * k / 16
            ball(0.07, material(second, 0.3, metal=0.0, coat=0.4), (x + 0.55 * math.cos(a), 0.55 * math.sin(a), 0.4))
        ball(0.26, surface, (x, 0, 1.52), (1, 0.4, 1))
        ball(0.1, material(second, 0.2, coat=1), (x, -0.1, 1.52))
        ring(0.13, 0.022, surface, (x, 0, 1.88), (math.pi / 2, 0, 0))
        tube([(x, 0, 1.2), (x, 0, 1.36)], 0.03, surface)


def tote(kind="buti", ground="#2b2a6b", colours=("#e8b04a", "#f6e3b4"), handle="#7a4a26", w=1.7, h=1.5, repeat=4, flap=False):
    surface = material(ground, 0.85, image=pattern(kind, ground, colours, repeat=repeat), bump=0.08, scale=250)

    def side(front):
        def wave(u, v):
            x = (u - 0.5) * (w + 0.16 * (1 - v))
            edge = (1 - abs(2 * u - 1) ** 3)
            return (x, front * (0.04 + 0.3 * edge * (1 - 0.75 * v) + 0.015 * math.sin(9 * u + 5 * v)), v * h)

        return wave

    sheet(1, 1, side(-1), surface, 60, 50)
    sheet(1, 1, side(1), surface, 60, 50)
    if flap:
        sheet(1, 1, lambda u, v: ((u - 0.5) * (w + 0.02), -0.36 + 0.4 * v * v + 0.02 * math.sin(u * 8), h * (0.42 + 0.6 * v)), material(colours[0], 0.8, bump=0.05), 50, 30)
        ball(0.07, material("#b8862b", 0.3, metal=1), (0, -0.42, h * 0.5))
        return
    strap = material(handle, 0.6, bump=0.2)
    for y in (-0.09, 0.09):
        tube([(-w * 0.25, y, h * 0.85), (-w * 0.26, y, h * 1.3), (-w * 0.12, y * 1.5, h * 1.56), (w * 0.12, y * 1.5, h * 1.56), (w * 0.26, y, h * 1.3), (w * 0.25, y, h * 0.85)], 0.05, strap)


def potli(kind="buti", ground="#8e1d4a", colours=("#e8b04a", "#f2d58a"), count=2):
    for n, (x, y, s) in enumerate([(-0.55, 0.1, 1.0), (0.85, -0.3, 0.72)][:count]):
        g = ground if n == 0 else colours[0]
        cloth = material(g, 0.55, image=pattern(kind, g, colours if n == 0 else (ground, "#f6e3b4"), repeat=5), bump=0.05, scale=200)
        bag = turned([(0, 0.03), (0.5, 0.03), (0.85, 0.3), (0.9, 0.65), (0.7, 1.05), (0.3, 1.32), (0.24, 1.4), (0.4, 1.6), (0.55, 1.78)], cloth, 144, ripple=lambda a, z: 1 + (0.02 + 0.07 * max(0, z - 0.7)) * math.sin(a * 14))
        place(bag, (x, y, 0), (0, 0, n), s)
        place(ring(0.27, 0.045, material("#d2a23a", 0.4, metal=0.6)), (x, y, 1.38 * s), (0, 0, 0), s)
        for side in (-1, 1):
            tube([(x, y - 0.25 * s, 1.38 * s), (x + side * 0.3 * s, y - 0.62 * s, 1.2 * s), (x + side * 0.32 * s, y - 0.85 * s, 0.75 * s)], 0.025, material("#d2a23a", 0.5))
            ball(0.09 * s, material("#b3134f", 0.6), (x + side * 0.32 * s, y - 0.86 * s, 0.68 * s), (1, 1, 1.6))


def woven(colour, dark, size=512):
    y, x = np.mgrid[0:size, 0:size] / size
    over = (np.floor(x * 36) + np.floor(y * 26)) % 2 == 0
    round_x, round_y = np.sin(((x * 36) % 1) * math.pi), np.sin(((y * 26) % 1) * math.pi)
    shade = np.where(over, 0.45 + 0.55 * round_y, 0.4 + 0.5 * round_x)[..., None]
    a = np.array([int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)])
    b = np.array([int(dark[k : k + 2], 16) / 255 for k in (1, 3, 5)])
    out = np.clip(b + (a - b) * shade, 0, 1)
    image = bpy.data.images.new("woven", size, size)
    image.pixels.foreach_set(np.dstack([out, np.ones((size, size))]).astype(np.float32).ravel())
    image.pack()
    return image


def basket(colour="#c99a4e", dark="#6e4a1f", lid=False, handles=True, filled=None, shape="round", height=0.95, radius=1.0):
    cane = material(colour, 0.8, image=woven(colour, dark))
    rim = material(dark, 0.8, bump=0.5)
    turned([(0, 0.02), (radius * 0.78, 0.02), (radius * 0.9, 0.2), (radius, height), (radius * 0.95, height), (radius * 0.85, 0.2), (0, 0.1)], cane)
    ring(radius, 0.055, rim, (0, 0, height))
    if lid:
        turned([(radius * 1.04, height + 0.02), (radius * 1.02, height + 0.12), (radius * 0.6, height + 0.34), (0.12, height + 0.42), (0, height + 0.42)], cane)
        ring(0.1, 0.04, rim, (0, 0, height + 0.5), (math.pi / 2, 0, 0))
    elif handles:
        tube([(-radius, 0, height), (-radius * 0.95, 0, height + 0.8), (0, 0, height + 1.15), (radius * 0.95, 0, height + 0.8), (radius, 0, height)], 0.06, rim)
    if filled == "bread":
        for k in range(7):
            a = k * TAU / 6
            r = 0 if k == 6 else 0.5
            ball(0.32, material("#b87a35", 0.65, second="#8d5520"), (r * math.cos(a), r * math.sin(a), height - 0.02 + (0.2 if k == 6 else 0)), (1, 1, 0.7))
    if filled == "jars":
        for k, (x, y, c) in enumerate([(-0.4, 0.15, "#9c3b12"), (0.4, 0.2, "#c99a2c"), (0, -0.35, "#7d1a10")]):
            turned([(0.3, 0.3), (0.3, height + 0.4), (0.25, height + 0.5), (0, height + 0.5)], material(c, 0.15, coat=1, bump=0.3)).location = (x, y, 0)
            turned([(0.28, height + 0.46), (0.28, height + 0.62), (0, height + 0.64)], material("#b8862b", 0.28, metal=1)).location = (x, y, 0)
        for k in range(30):
            tube([(0.8 * math.cos(k), 0.8 * math.sin(k), height - 0.1), (0.5 * math.cos(k + 1), 0.5 * math.sin(k + 1), height + 0.12), (0.7 * math.cos(k + 2), 0.7 * math.sin(k + 2), height - 0.05)], 0.02, material("#d9c08a", 0.9))


def gift(ground="#b3134f", ribbon="#e3b04a", kind="buti", colours=("#e8b04a", "#f6e3b4"), open_with=None, w=1.8, d=1.4, h=0.85):
    paper = material(ground, 0.6, image=pattern(kind, ground, colours, repeat=4))
    if open_with is None:
        box(w, d, h, paper, 0.02)
        lid = box(w + 0.08, d + 0.08, 0.26, paper, 0.02)
        place(lid, (0, 0, h - 0.05))
        silk = material(ribbon, 0.35)
        place(box(0.2, d + 0.11, h + 0.24, silk, 0.01), (0, 0, 0))
        place(box(w + 0.11, 0.2, h + 0.24, silk, 0.01), (0, 0, 0))
        for turn in (0.5, -0.5, 2.6, 3.7):
            loop = place(ring(0.24, 0.07, silk), (0.27 * math.cos(turn), 0.27 * math.sin(turn), h + 0.36), (math.pi / 2.6, 0, turn), (1, 0.62, 1))
            loop.rotation_euler = (math.pi / 2.4, 0, turn)
        ball(0.1, silk, (0, 0, h + 0.34))
        return
    box(w, d, 0.06, paper, 0.01)
    for x, y, ww, dd in ((0, d / 2, w, 0.06), (0, -d / 2, w, 0.06), (w / 2, 0, 0.06, d), (-w / 2, 0, 0.06, d)):
        place(box(ww, dd, 0.42, paper, 0.01), (x, y, 0))
    columns, rows = (5, 4) if open_with == "laddoo" else (4, 3)
    for i in range(columns):
        for j in range(rows):
            x, y = (i + 0.5) / columns * (w - 0.16) - (w - 0.16) / 2, (j + 0.5) / rows * (d - 0.16) - (d - 0.16) / 2
            if open_with == "laddoo":
                ball(0.155, material("#d08a1e", 0.7, bump=1, scale=28), (x, y, 0.3))
            elif open_with == "halwa":
                c = ["#8a3a12", "#c98a2c", "#3f6b2a", "#b0322a"][(i + j) % 4]
                place(box(0.34, 0.3, 0.2, material(c, 0.15, coat=1, bump=0.15), 0.03), (x, y, 0.2))
            else:
                place(turned([(0, 0.02), (0.2, 0.02), (0.22, 0.05), (0.2, 0.09), (0, 0.1)], material("#cfa25c", 0.75, second="#a8752f")), (x, y, 0.18 + 0.08 * ((i + j) % 2)))
    lid = place(box(w + 0.06, d + 0.06, 0.16, paper, 0.01), (0.25, 1.0, 0.62), (1.15, 0.0, 0.12))


def notebook(kind="buti", ground="#2b2a6b", colours=("#e8b04a", "#f6e3b4"), count=1, pen=False, spiral=False, band="#b3134f"):
    for k in range(count):
        cover = material(ground, 0.6, image=pattern(kind, ground, colours, repeat=4))
        if k == 1:
            cover = material(colours[0], 0.6, image=pattern(kind, colours[0], (ground, "#f6e3b4"), repeat=4))
        base = 0.36 * k
        turn = 0.22 - 0.35 * k
        place(box(1.5, 2.0, 0.04, cover, 0.01), (0, 0, base), (0, 0, turn))
        place(box(1.44, 1.94, 0.24, material("#efe6d0", 0.9, bump=0.4, scale=120), 0.005), (0, 0, base + 0.04), (0, 0, turn))
        place(box(1.5, 2.0, 0.04, cover, 0.01), (0, 0, base + 0.28), (0, 0, turn))
        place(box(0.05, 2.0, 0.32, cover, 0.01), (-0.75 * math.cos(turn), -0.75 * math.sin(turn), base), (0, 0, turn))
        if band and k == count - 1:
            place(box(0.07, 2.03, 0.345, material(band, 0.6), 0.01), (0.5 * math.cos(turn), 0.5 * math.sin(turn), base - 0.005), (0, 0, turn))
    if pen:
        tube([(1.0, -0.95, 0.06), (1.35, 0.75, 0.06)], 0.055, material("#3a2a1d", 0.3, coat=0.5))


def sleeve(kind="buti", ground="#2b2a6b", colours=("#e8b04a", "#f6e3b4"), zip_colour="#b8862b"):
    """A padded sleeve of cloth, with the corner of a laptop looking out of its open zip."""
    cloth = material(ground, 0.85, image=pattern(kind, ground, colours, repeat=5), bump=0.1, scale=250)
    turn = 0.2
    place(box(2.05, 1.42, 0.07, material("#b9bcc0", 0.25, metal=1), 0.02), (0.42 * math.cos(turn), 0.42 * math.sin(turn), 0.09), (0, 0, turn))
    for base in (0, 0.17):
        place(box(2.25, 1.62, 0.09, cloth, 0.04), (0, 0, base), (0, 0, turn))
    brass = material(zip_colour, 0.3, metal=1)
    edge = [(x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn), 0.14) for x, y in ((1.12, -0.76), (-1.08, -0.78), (-1.12, -0.74), (-1.12, 0.78), (1.1, 0.78))]
    for start, end in zip(edge, edge[1:]):
        tube([start, end], 0.028, brass)
    pull = (1.1 * math.cos(turn) + 0.78 * math.sin(turn), 1.1 * math.sin(turn) - 0.78 * math.cos(turn))
    tube([(*pull, 0.14), (pull[0] + 0.03, pull[1] - 0.16, 0.08)], 0.035, brass)


def cards(colours=("#f3e9d2", "#e9c9a8", "#d8dcc0"), kind="buti", inks=("#b3134f", "#2b2a6b"), count=5, w=1.25, d=0.85, envelope=None):
    for k in range(count):
        face = material(colours[k % len(colours)], 0.85, image=pattern(kind, colours[k % len(colours)], inks, repeat=1 if kind in ("mandala", "madhubani") else 3), bump=0.2, scale=150)
        place(box(w, d, 0.025, face, 0.004), (-0.35 + 0.18 * k, 0.5 - 0.22 * k, 0.03 * k), (0, 0, 0.35 - 0.17 * k))
    if envelope:
        body = place(box(1.5, 1.0, 0.03, material(envelope, 0.8, bump=0.2, scale=150), 0.004), (0.75, 0.75, 0), (0, 0, -0.3))


def cushion(kind="ikat", ground="#f0e4cc", colours=("#2b2a6b", "#b3134f"), w=1.9, d=1.9, repeat=4, puff=0.42, lean=True, tassel=None, n=2.6):
    surface = material(ground, 0.9, image=pattern(kind, ground, colours, repeat=repeat), bump=0.1, scale=250)
    things = []
    for side in (1, -1):
        def wave(u, v, side=side):
            x, y = 2 * u - 1, 2 * v - 1
            h = max(0, (1 - abs(x) ** n) * (1 - abs(y) ** n)) ** 0.55
            pinch = 1 - 0.07 * (1 - abs(x) ** 2) * 0 - 0.06 * (abs(y) < 1) * (1 - abs(y) ** 2) * abs(x) ** 3
            return (x * w / 2 * pinch, y * d / 2, side * puff * h)

        things.append(sheet(1, 1, wave, surface, 60, 60))
    for thing in things:
        if lean:
            place(thing, (0, 0.1, d * 0.46), (1.25, 0, 0.2))
        else:
            place(thing, (0, 0, puff * 0.95), (0, 0, 0.35))


def roll(kind="stripe", ground="#7a8b6a", colours=("#5f7152", "#8fa07d"), length=2.3, radius=0.42, spiral=True, repeat=4, ends=None):
    surface = material(ground, 0.9, image=pattern(kind, ground, colours, repeat=repeat), bump=0.15, scale=120)
    body = turned([(0, -length / 2), (radius * 0.85, -length / 2), (radius, -length / 2 + 0.06), (radius, length / 2 - 0.06), (radius * 0.85, length / 2), (0, length / 2)], surface)
    place(body, (0, 0, radius), (math.pi / 2, 0, 1.0))
    if spiral:
        direction = Vector((math.sin(1.0), -math.cos(1.0), 0))
        side = Vector((math.cos(1.0), math.sin(1.0), 0))
        points = []
        for k in range(90):
            a = k * 0.32
            r = radius * 0.12 + radius * 0.8 * k / 90
            points.append(tuple(direction * (length / 2 + 0.01) + side * r * math.cos(a) + Vector((0, 0, radius + r * math.sin(a)))))
        tube(points, 0.016, material(colours[0], 0.9))
    for t in ends or ():
        direction = Vector((math.sin(1.0), -math.cos(1.0), 0)) * (t * length * 0.5)
        place(ring(radius + 0.01, 0.035, material("#7a4a26", 0.6)), (direction.x, direction.y, radius), (math.pi / 2, 0, 1.0))


def coasters(kind="mandala", ground="#e9dcc0", colours=("#1f4f9a", "#2a9d9a"), square=False, count=4, thick=0.09, size=0.72):
    for k in range(count + 1):
        surface = material(ground, 0.35, image=pattern(kind, ground, colours, repeat=3), coat=0.4)
        edge = material(ground, 0.6)
        if square:
            thing = box(size * 1.9, size * 1.9, thick, surface, 0.02)
        else:
            thing = sheet(1, 1, lambda u, v: (0, 0, 0), edge, 1, 1)
            bpy.data.objects.remove(thing)
            rim = turned([(0, 0), (size, 0), (size + 0.02, thick / 2), (size, thick)], edge)
            steps = 72
            points = [(0, 0, thick)] + [(size * math.cos(TAU * a / steps), size * math.sin(TAU * a / steps), thick) for a in range(steps)]
            uvs = [(0.5, 0.5)] + [(0.5 + 0.5 * math.cos(TAU * a / steps), 0.5 + 0.5 * math.sin(TAU * a / steps)) for a in range(steps)]
            thing = mesh("disc", points, [(0, a + 1, (a + 1) % steps + 1) for a in range(steps)], surface, uvs, False)
            thing.parent = rim
            thing = rim
        if k < count:
            place(thing, (-0.55 + 0.03 * math.sin(k * 7), 0.15, k * (thick + 0.012)), (0, 0, 0.2 * math.sin(k * 3)))
        else:
            place(thing, (0.62, -0.12, 0.1), (0.9, 0.0, 0.35))
            thing.location = (0.62, 0.05, size * 0.72)


def stacking(colours=("#b3134f", "#e39a0b", "#2c7a57", "#2b2a6b", "#c4562a")):
    turned([(0, 0), (0.75, 0), (0.78, 0.08), (0.72, 0.14), (0, 0.14)], material("#b98a55", 0.5, bump=0.2))
    for k, c in enumerate(colours):
        ring(0.6 - 0.085 * k, 0.17, material(c, 0.3, coat=0.4), (0, 0, 0.3 + 0.31 * k))
    ball(0.2, material(colours[0], 0.3, coat=0.4), (0, 0, 0.3 + 0.31 * len(colours)))
    ring(0.6, 0.17, material(colours[2], 0.3, coat=0.4), (1.15, -0.6, 0.17))


def tops(colours=(("#b3134f", "#e39a0b"), ("#2b2a6b", "#e9dcc0"), ("#2c7a57", "#e39a0b"))):
    for (x, y, lean), (c, s) in zip([(-0.85, 0.2, 0.35), (0.75, 0.35, -0.5), (0.05, -0.6, 0.15)], colours):
        top = turned([(0, 0), (0.03, 0.04), (0.28, 0.4), (0.5, 0.62), (0.52, 0.7), (0.4, 0.84), (0.16, 0.92), (0.09, 1.0), (0.09, 1.25), (0, 1.27)], material(c, 0.25, coat=0.5, image=pattern("stripe", c, (s, c), repeat=3)))
        place(top, (x, y, 0.12), (lean, lean * 0.6, 0.4))


def caterpillar(colours=("#b3134f", "#e39a0b", "#2c7a57", "#2b2a6b", "#c4562a")):
    for k in range(6):
        x = -1.25 + 0.5 * k
        ball(0.33, material(colours[k % 5], 0.3, coat=0.4), (x, 0.12 * math.sin(k * 1.4), 0.33 + (0.28 if k == 5 else 0.05 * math.sin(k * 2))))
    x, y, z = 1.25, 0.12 * math.sin(7), 0.61
    for side in (-1, 1):
        ball(0.05, material("#1d1a18", 0.2), (x + 0.2, y + side * 0.13 - 0.12, z + 0.12))
        tube([(x, y + side * 0.1, z + 0.25), (x + 0.05, y + side * 0.2, z + 0.6)], 0.02, material("#3a2a1d"))
        ball(0.06, material("#e39a0b", 0.3), (x + 0.05, y + side * 0.2, z + 0.62))


def cookies(colour="#4a2613", second="#6e3d1d", plate="#e6ddca", count=9, chip="#1f0f08"):
    turned([(0, 0.03), (0.75, 0.03), (1.25, 0.12), (1.4, 0.18), (1.36, 0.22), (1.2, 0.17), (0.75, 0.08), (0, 0.08)], material(plate, 0.3, coat=0.4))
    rand = random.Random(9)
    for k in range(count):
        layer, n = divmod(k, 5)
        a, r = n * TAU / 5 + layer * 0.6, 0.55 - 0.2 * layer
        disc = turned([(0, 0), (0.3, 0), (0.4, 0.04), (0.41, 0.08), (0.34, 0.13), (0, 0.16)], material(colour, 0.85, second=second, bump=0.9, scale=24))
        displaced(disc, 0.05, 0.12)
        place(disc, (r * math.cos(a), r * math.sin(a), 0.1 + 0.15 * layer), (rand.gauss(0, 0.12), rand.gauss(0, 0.12), a))
        for _ in range(7):
            b, q = rand.uniform(0, TAU), rand.uniform(0, 0.28)
            ball(0.035, material(chip, 0.3), (r * math.cos(a) + q * math.cos(b), r * math.sin(a) + q * math.sin(b), 0.26 + 0.15 * layer))


def bowl_of(kind="chips", bowl="#7a4a26"):
    turned([(0, 0.02), (0.5, 0.02), (0.9, 0.3), (1.15, 0.75), (1.1, 0.77), (0.85, 0.35), (0, 0.15)], material(bowl, 0.5, bump=0.25, coat=0.2))
    rand = random.Random(11)
    for k in range(90 if kind == "chips" else 260):
        a, r = rand.uniform(0, TAU), 0.98 * math.sqrt(rand.random())
        z = 0.72 + 0.32 * (1 - r * r) + rand.uniform(-0.04, 0.06)
        at = (r * math.cos(a), r * math.sin(a), z)
        if kind == "chips":
            disc = turned([(0, 0), (0.16, 0.015), (0.24, 0.05), (0.25, 0.06), (0.16, 0.035), (0, 0.025)], material("#e2b53a", 0.5, second="#c98d1c", bump=0.2), 32)
            place(disc, at, (rand.gauss(0, 0.5), rand.gauss(0, 0.5), a))
        else:
            c = rand.choice(["#c9913a", "#e0b45e", "#a9742a", "#5a7a2c", "#8d4a1e"])
            ball(rand.uniform(0.04, 0.09), material(c, 0.7), at, (1, 1.3, 0.7))


def lamp(colour="#c99a4e", glow="#ffcf87"):
    cane = material(colour, 0.8)
    globe = turned([(0.25, 0.25), (0.7, 0.45), (0.95, 0.95), (0.85, 1.45), (0.5, 1.85), (0.3, 1.95)], cane, 30)
    wires = globe.modifiers.new("cane", "WIREFRAME")
    wires.thickness = 0.035
    turned([(0.22, 0.3), (0.62, 0.5), (0.85, 0.95), (0.76, 1.4), (0.42, 1.78)], material("#f6e3bb", 0.9, glow=0.9))
    ball(0.25, material(glow, glow=6), (0, 0, 1.0))
    turned([(0, 0), (0.6, 0), (0.62, 0.08), (0.2, 0.16), (0.16, 0.3)], material("#6e4a1f", 0.5))


def pencils(count=7):
    turned([(0, 0.02), (0.5, 0.02), (0.52, 0.9), (0.48, 0.9), (0.46, 0.06)], material("#b5562a", 0.7, bump=0.2, image=pattern("buti", "#b5562a", ("#f1dfb4", "#7a2f14"), repeat=5)))
    rand = random.Random(3)
    for k in range(count):
        a = k * TAU / count
        lean = (0.22 * math.sin(a), -0.22 * math.cos(a), 0)
        c = rand.choice(["#d8d0bd", "#bfc4c9", "#e3d3a8"])
        paper = material(c, 0.9, image=pattern("stripe", c, ("#8f8a80", "#5d5a55"), repeat=14))
        stick = turned([(0, 0), (0.075, 0), (0.075, 1.5), (0.06, 1.53), (0.02, 1.72), (0, 1.74)], paper, 24)
        place(stick, (0.28 * math.cos(a), 0.28 * math.sin(a), 0.15), (lean[0] * -1, lean[1] * -1, 0))
        cap = turned([(0.074, 1.49), (0.02, 1.72), (0, 1.74)], material(["#2c7a57", "#b3134f", "#e39a0b"][k % 3], 0.5), 24)
        place(cap, (0.28 * math.cos(a), 0.28 * math.sin(a), 0.155), (lean[0] * -1, lean[1] * -1, 0))


def brushes(count=4):
    for k in range(count):
        wood = material("#c79a5b", 0.6, bump=0.25, second="#b5854a")
        x = -0.66 + 0.44 * k
        place(box(0.17, 2.3, 0.09, wood, 0.04), (x, 0, 0.02), (0, 0, 0.03 * (k - 1.5)))
        place(box(0.15, 0.5, 0.22, material(["#f4efe2", "#3a3530", "#d9c6a0", "#7f9a86"][k % 4], 0.9, bump=0.8, scale=160), 0.02), (x - 0.03 * (k - 1.5), 0.86, 0.1), (0, 0, 0.03 * (k - 1.5)))


def painting(kind="madhubani", ground="#f3e9d2", colours=("#b3134f", "#e39a0b", "#2c7a57"), frame="#3a2417", w=1.9, h=2.2):
    place(box(w + 0.22, 0.1, h + 0.22, material(frame, 0.4, bump=0.2), 0.02), (0, 0.12, 0.02), (-0.12, 0, 0))
    picture = material(ground, 0.9, image=pattern(kind, ground, colours, size=1024))
    points = [(-w / 2, 0, 0), (w / 2, 0, 0), (w / 2, 0, h), (-w / 2, 0, h)]
    place(mesh("picture", points, [(0, 1, 2, 3)], picture, [(0, 0), (1, 0), (1, 1), (0, 1)]), (0, 0.05, 0.13), (-0.12, 0, 0))


def rug(colours=("#b3134f", "#e39a0b", "#2b2a6b", "#2c7a57", "#c4562a"), ground="#e9dcc0"):
    roll("stripe", ground, colours, 2.2, 0.4, True, 5)
    surface = material(ground, 0.95, image=pattern("stripe", ground, colours, repeat=5), bump=0.3, scale=90)
    sheet(1, 1, lambda u, v: ((u - 0.5) * 2.2 * math.cos(1.0 - math.pi / 2) - v * 1.2 * math.cos(1.0), (u - 0.5) * 2.2 * math.sin(1.0 - math.pi / 2) - v * 1.2 * math.sin(1.0), 0.04 + 0.012 * math.sin(u * 40)), surface, 80, 30, (1, 0.5))


def mailers(count=4, colour="#b58a5a"):
    kraft = material(colour, 0.85, bump=0.2, scale=150, second="#a87d4e")
    for k, (x, y, z, t) in enumerate([(-0.5, 0.2, 0, 0.1), (-0.48, 0.2, 0.42, -0.05), (-0.5, 0.22, 0.84, 0.12), (0.95, -0.35, 0, 0.5)][:count]):
        place(box(1.5, 1.05, 0.4, kraft, 0.015), (x, y, z), (0, 0, t))
        place(box(0.16, 1.06, 0.405, material("#e9dcc0", 0.8, image=pattern("buti", "#e9dcc0", ("#b3134f", "#2b2a6b"), repeat=8)), 0.01), (x, y, z), (0, 0, t))


def candle_stand():
    diya(count=3, colour="#a8431b", metal=0.0)


def spools(colours=("#b3134f", "#e39a0b", "#2b2a6b")):
    for (x, y), c in zip([(-0.85, 0.2), (0.1, -0.35), (0.95, 0.3)], colours):
        wood = material("#b98a55", 0.6)
        turned([(0, 0), (0.4, 0), (0.4, 0.1), (0.2, 0.14), (0.2, 1.0), (0.4, 1.04), (0.4, 1.14), (0, 1.14)], wood).location = (x, y, 0)
        for k in range(26):
            ring(0.31 + 0.012 * math.sin(k), 0.026, material(c, 0.7), (x, y, 0.16 + k * 0.032))


# Clothes and shoes

GARMENTS = {
    # The right half of each outline, from the neck down to the middle of the hem: (x, z); and what hangs beside it.
    "kurta": [(0.2, 2.5), (0.42, 2.5), (0.62, 2.42), (1.12, 1.62), (0.9, 1.48), (0.58, 1.9), (0.6, 1.3), (0.82, 0.12), (0, 0.08)],
    "anarkali": [(0.2, 2.5), (0.4, 2.5), (0.56, 2.42), (0.86, 1.72), (0.68, 1.62), (0.5, 1.92), (0.42, 1.55), (1.25, 0.16), (0.7, 0.06), (0, 0.04)],
    "frock": [(0.2, 2.2), (0.36, 2.22), (0.52, 2.14), (0.72, 1.86), (0.56, 1.74), (0.44, 1.86), (0.42, 1.45), (1.02, 0.5), (0.55, 0.42), (0, 0.4)],
    "tee": [(0.22, 2.2), (0.5, 2.18), (0.68, 2.1), (1.12, 1.6), (0.88, 1.4), (0.66, 1.62), (0.66, 0.5), (0, 0.48)],
    "skirt": [(0.45, 2.3), (0.46, 2.14), (1.12, 0.2), (0.6, 0.12), (0, 0.1)],
    "shorts": [(0.62, 1.9), (0.66, 1.6), (0.86, 0.6), (0.14, 0.56), (0.05, 1.12), (0, 1.14)],
    "leggings": [(0.44, 2.4), (0.5, 2.1), (0.5, 1.6), (0.34, 0.1), (0.14, 0.1), (0.06, 1.62), (0, 1.66)],
}  # fmt: skip


def garment(kind="kurta", print_of="buti", ground="#1f2f6a", colours=("#e9dcc0", "#c9b48a"), repeat=9, trim="#e9dcc0", at=0.0, buttons=True):
    """A piece of clothing on a hanger, seen from the front."""
    half = GARMENTS[kind]
    surface = material(ground, 0.85, image=pattern(print_of, ground, colours, repeat=repeat), bump=0.05, scale=300)
    top, bottom = max(z for _, z in half), min(z for _, z in half)
    outline = [(0, half[0][1] - (0 if kind in ("skirt", "shorts", "leggings") else 0.16)), *half]

    def inside(x, z):
        """Whether the outline encloses a point (even-odd)."""
        found = False
        for (x0, z0), (x1, z1) in zip(outline, outline[1:] + outline[:1]):
            if (z0 > z) != (z1 > z) and x < (x1 - x0) * (z - z0) / (z1 - z0) + x0:
                found = not found
        return found

    # A grid of small squares, of which those inside the outline are kept: sleeves and legs part by themselves.
    size = 0.02
    grid, points, faces, uvs = {}, [], [], []

    def corner(i, j):
        if (i, j) not in grid:
            x, z = i * size, bottom + j * size
            sway = 0.035 * math.sin(9 * x + 1.5 * math.sin(2 * z)) * (1 - 0.75 * (z - bottom) / (top - bottom))
            grid[i, j] = len(points)
            points.append((at + x, -0.06 + sway + 0.02 * math.sin(23 * x + 3 * z), z))
            uvs.append(((x + 1.3) / 2.6, (z - bottom) / 2.6))
        return grid[i, j]

    for j in range(int((top - bottom) / size) + 1):
        for i in range(-70, 70):
            x, z = (i + 0.5) * size, bottom + (j + 0.5) * size
            if inside(abs(x), z):
                faces.append((corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)))
    cloth = mesh("garment", points, faces, surface, uvs)
    smooth = cloth.modifiers.new("edge", "SMOOTH")
    smooth.iterations, smooth.factor = 6, 0.6
    thick = cloth.modifiers.new("thick", "SOLIDIFY")
    thick.thickness = 0.05
    wood = material("#9b7442", 0.5, bump=0.2)
    shoulder = half[0][1]
    if kind in ("skirt", "shorts", "leggings"):
        tube([(at - 0.75, 0.02, top + 0.05), (at + 0.75, 0.02, top + 0.05)], 0.045, wood)
        for side in (-1, 1):
            place(box(0.1, 0.14, 0.2, material("#b8862b", 0.3, metal=1), 0.02), (at + side * half[0][0] * 0.75, -0.03, top - 0.1))
        hook = top + 0.05
    else:
        tube([(at - 0.58, 0, shoulder - 0.12), (at - 0.3, 0, shoulder + 0.02), (at, 0, shoulder + 0.16), (at + 0.3, 0, shoulder + 0.02), (at + 0.58, 0, shoulder - 0.12)], 0.045, wood)
        hook = shoulder + 0.14
    tube([(at, 0, hook), (at, 0, hook + 0.14), (at + 0.1, 0, hook + 0.24), (at, 0, hook + 0.33), (at - 0.08, 0, hook + 0.27)], 0.018, material("#b9b7b2", 0.25, metal=1))
    if trim and kind in ("kurta", "anarkali", "frock"):
        band = material(trim, 0.8)
        sheet(1, 1, lambda u, v: (at + (u - 0.5) * 0.13, -0.115 + 0.01 * math.sin(v * 9), shoulder - 0.75 + 0.6 * v), band, 6, 20)
        if buttons:
            for k in range(4):
                ball(0.028, material("#b8862b", 0.3, metal=0.8), (at, -0.14, shoulder - 0.24 - 0.14 * k))


def two_pieces(upper, lower):
    """An upper part and a lower part side by side."""
    garment(**upper, at=-0.72)
    garment(**lower, at=1.02)


def sandals(leather="#9a5a2a", dark="#6b3a18", strap="#8a4a20"):
    """A pair of flat leather sandals with a strap across and a loop for the toe."""
    outline = [(0, -1.0), (0.22, -0.95), (0.33, -0.7), (0.3, -0.3), (0.3, 0.1), (0.42, 0.5), (0.42, 0.8), (0.28, 1.05), (0, 1.15), (-0.25, 1.05), (-0.36, 0.75), (-0.36, 0.4), (-0.3, 0), (-0.3, -0.4), (-0.31, -0.75), (-0.2, -0.96)]
    steps = 12
    rim = []
    for k in range(len(outline)):
        p0, p1, p2, p3 = (Vector(outline[(k + n - 1) % len(outline)]) for n in range(4))
        for t in (n / steps for n in range(steps)):
            rim.append(0.5 * (2 * p1 + (p2 - p0) * t + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t * t + (3 * p1 - p0 - 3 * p2 + p3) * t**3))
    for side, x, turn in ((1, 0.62, -0.12), (-1, -0.55, 0.1)):
        def shaped(scale, z, surface, thick, side=side, x=x, turn=turn):
            count = len(rim)
            points = [(0, 0, z + thick)] + [(side * p.x * scale, p.y * scale, z + thick) for p in rim] + [(side * p.x * scale, p.y * scale, z) for p in rim]
            faces = [(0, 1 + k, 1 + (k + 1) % count) for k in range(count)]
            faces += [(1 + k, 1 + count + k, 1 + count + (k + 1) % count, 1 + (k + 1) % count) for k in range(count)]
            return place(mesh("sole", points, faces, surface, smooth=False), (x, 0, 0), (0, 0, turn))

        shaped(1.04, 0.0, material(dark, 0.6, bump=0.3), 0.09)
        shaped(1.0, 0.09, material(leather, 0.5, second="#a8672f", bump=0.2, scale=20), 0.05)
        band = material(strap, 0.45, bump=0.25, scale=60)

        def across(at_y, width, height, reach):
            def wave(u, v):
                a = math.pi * u
                return (side * 0.03 + reach * math.cos(a), at_y + (v - 0.5) * width * (0.75 + 0.5 * abs(2 * u - 1)) , 0.12 + height * math.sin(a) ** 0.8)

            made = sheet(1, 1, wave, band, 40, 10)
            made.modifiers["thick"].thickness = 0.035
            return place(made, (x, 0, 0), (0, 0, turn))

        across(0.12, 0.42, 0.3, 0.37)
        toe = ring(0.13, 0.035, band)
        place(toe, (x + side * -0.16 * math.cos(turn) - 0.78 * math.sin(turn), 0.78 * math.cos(turn), 0.2), (math.pi / 2, 0, turn))
        across(0.45, 0.1, 0.2, 0.12)
        gold = material("#c9a24a", 0.3, metal=1)
        for k in range(5):
            a = math.pi * (0.3 + 0.1 * k)
            local = Vector((side * 0.03 + 0.37 * math.cos(a), 0.12, 0.15 + 0.3 * math.sin(a) ** 0.8))
            ball(0.03, gold, (x + local.x * math.cos(turn) - local.y * math.sin(turn), local.x * math.sin(turn) + local.y * math.cos(turn), local.z))


def belt(surface="#7a4322", kind=None, colours=("#5a2f16",), holes=True, mirrors=False, buckle=True):
    """A belt rolled up, with its end in front."""
    face = material(surface, 0.5, bump=0.2, scale=60) if kind is None else material(surface, 0.8, image=pattern(kind, surface, colours, repeat=6), bump=0.08, scale=200)
    turns, height = 3.2, 0.42

    def spiral(t):
        a = t * turns * TAU
        r = 0.42 + 0.17 * t * turns
        return a, r

    def wave(u, v):
        if u > 0.86:
            a, r = spiral(0.86)
            out = (u - 0.86) / 0.14 * 1.5
            return (r * math.cos(a) - math.sin(a) * out, r * math.sin(a) + math.cos(a) * out, 0.02 + v * height)
        a, r = spiral(u)
        return (r * math.cos(a), r * math.sin(a), 0.02 + v * height)

    turn = -0.86 * turns * TAU - math.pi * 0.62
    made = sheet(1, 1, wave, face, 300, 10, (14, 0.5))
    made.modifiers["thick"].thickness = 0.05
    made.rotation_euler = (0, 0, turn)

    def on(u, v, out=0.04):
        x, y, z = wave(u, v)
        x1, y1, _ = wave(u + 0.002, v)
        dx, dy = x1 - x, y1 - y
        n = math.hypot(dx, dy)
        x, y = x + out * dy / n, y - out * dx / n
        return (x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn), z)

    if holes:
        dark = material("#1a100a", 0.8)
        for k in range(60):
            ball(0.022, dark, on(0.6 + 0.39 * k / 60, 0.5 + 0.22 * math.sin(k * 1.1), 0.01))
    if mirrors:
        glassy, rim = material("#eef2f5", 0.04, metal=1), material("#e3b04a", 0.6)
        for k in range(26):
            at = on(0.58 + 0.4 * k / 26, 0.5)
            ball(0.1, rim, at, (1, 0.35, 1))
            ball(0.075, glassy, (at[0], at[1] - 0.03, at[2]), (1, 0.3, 1))
    if buckle:
        x, y, z = on(0.995, 0.5, 0)
        brass = material("#b8862b", 0.28, metal=1)
        for dx, dz, w, h in ((0, 0.27, 0.5, 0.07), (0, -0.27, 0.5, 0.07), (0.25, 0, 0.07, 0.6), (-0.25, 0, 0.07, 0.6)):
            place(box(w, 0.07, h, brass, 0.02), (x + dx, y - 0.02, z + dz - h / 2))
        tube([(x - 0.25, y - 0.05, z), (x + 0.27, y - 0.09, z)], 0.03, brass)


def ghungroos(band="#8e1230"):
    """A pair of ankle bands with rows of brass bells."""
    brass, slit = material("#c9962f", 0.25, metal=1), material("#1d140a", 0.9)
    cloth = material(band, 0.9, bump=0.2, scale=120)
    for x, y, lean in ((-0.72, 0.15, 0.0), (0.78, -0.25, 0.1)):
        turned([(0.5, 0.05), (0.56, 0.05), (0.56, 0.72), (0.5, 0.72)], cloth).location = (x, y, 0)
        for row in range(4):
            for k in range(17):
                a = TAU * (k + 0.5 * (row % 2)) / 17
                cx, cy, cz = x + 0.62 * math.cos(a), y + 0.62 * math.sin(a), 0.14 + 0.165 * row
                ball(0.092, brass, (cx, cy, cz))
                if math.sin(a) < 0.5:
                    ball(0.024, slit, (cx + 0.08 * math.cos(a), cy + 0.08 * math.sin(a), cz - 0.02), (1.6, 1.6, 0.5))
        tube([(x + 0.1, y - 0.5, 0.7), (x + 0.3, y - 0.9, 0.4), (x + 0.2, y - 1.15, 0.05)], 0.03, cloth)


def knobs(colours=("#1f3f9a", "#2a7fc0"), count=6):
    """Ceramic door knobs on brass collars."""
    brass = material("#b8862b", 0.28, metal=1)
    for k in range(count):
        x, y = -0.95 + 0.95 * (k % 3), 0.45 - 0.95 * (k // 3)
        first = colours[k % 2]
        glaze = material("#f3f3ee", 0.12, image=pattern(["buti", "leheriya", "check"][k % 3], "#f3f3ee", (first, colours[1 - k % 2]), repeat=4), coat=1)
        turned([(0, 0), (0.3, 0), (0.32, 0.05), (0.14, 0.1), (0.12, 0.24)], brass).location = (x, y, 0)
        turned([(0.14, 0.22), (0.3, 0.3), (0.4, 0.46), (0.36, 0.6), (0.2, 0.68), (0, 0.7)], glaze).location = (x, y, 0)


def kite(ground="#b3134f", colours=("#e39a0b", "#f6e3b4", "#2c7a57")):
    """A paper kite leaning on a wall, with its reel."""
    paper = [material(c, 0.7) for c in (ground, colours[0], colours[1], colours[2])]
    low, high, wide, middle = (0, 0.12), (0, 2.5), 1.15, 1.42
    corners = [(0, 0, low[1]), (wide, 0, middle), (0, 0, high[1]), (-wide, 0, middle), (0, 0, middle)]
    for n, (a, b) in enumerate(((0, 1), (1, 2), (2, 3), (3, 0))):
        made = mesh("paper", [corners[a], corners[b], corners[4]], [(0, 1, 2)], paper[(0, 1, 0, 1)[n]], smooth=False)
        place(made, (0, 0.3, 0), (-0.16, 0, 0))
    stick = material("#b98a4e", 0.7)
    place(tube([(0, -0.02, 0.05), (0, -0.02, 2.56)], 0.022, stick), (0, 0.3, 0), (-0.16, 0, 0))
    place(tube([(-wide, -0.02, middle), (-0.6, -0.02, middle + 0.3), (0, -0.02, middle + 0.4), (0.6, -0.02, middle + 0.3), (wide, -0.02, middle)], 0.018, stick), (0, 0.3, 0), (-0.16, 0, 0))
    for side in (-1, 1):
        place(mesh("tail", [(0, -0.03, 0.5), (side * 0.34, -0.03, 0.02), (side * 0.02, -0.03, 0.02)], [(0, 1, 2)], paper[3], smooth=False), (0, 0.3, 0), (-0.16, 0, 0))
    disc = turned([(0, 0), (0.24, 0), (0.24, 0.03), (0, 0.03)], paper[2])
    place(disc, (0, 0.02, 1.42), (math.pi / 2 - 0.16, 0, 0))
    # The reel.
    wood = material("#a8743a", 0.5)
    tube([(0.55, -0.75, 0.3), (1.7, -0.55, 0.3)], 0.05, wood)
    body = turned([(0, 0), (0.3, 0), (0.3, 0.06), (0.2, 0.08), (0.22, 0.3), (0.2, 0.52), (0.3, 0.54), (0.3, 0.6), (0, 0.6)], material("#f3efe2", 0.8, image=pattern("stripe", "#f3efe2", ("#b3134f", "#f3efe2", "#b3134f"), repeat=6)))
    place(body, (0.83, -0.7, 0.3), (math.pi / 2, 0, math.pi / 2 + 0.17))


def lace(thread="#f4ecd8"):
    """A round table lace, crocheted of rings."""
    cotton = material(thread, 0.9, bump=0.4, scale=200)
    for radius, count, size in ((0.22, 8, 0.09), (0.48, 14, 0.105), (0.76, 20, 0.115), (1.05, 26, 0.125), (1.34, 32, 0.13)):
        ring(radius - size - 0.008, 0.024, cotton, (0, 0, 0.03))
        for k in range(count):
            a = TAU * k / count
            place(ring(size, 0.022, cotton), (radius * math.cos(a), radius * math.sin(a), 0.03))
    for k in range(40):
        a = TAU * k / 40
        place(ring(0.085, 0.02, cotton), (1.52 * math.cos(a), 1.52 * math.sin(a), 0.03))
    ring(0.07, 0.03, cotton, (0, 0, 0.03))


def moon(cord="#ede0c4"):
    """A knotted crescent with a fringe, hanging."""
    cotton = material(cord, 0.95, bump=0.6, scale=90)
    wood = material("#9b7442", 0.5)
    place(ring(0.95, 0.05, wood), (0, 0.1, 1.55), (math.pi / 2, 0, 0))
    # The crescent: cords between the outer ring and an inner one that is moved aside.
    for k in range(64):
        a = math.pi * (0.42 + 1.16 * k / 63)
        outer = (0.95 * math.cos(a), 0.1, 1.55 + 0.95 * math.sin(a))
        b = math.pi * (0.42 + 1.16 * k / 63)
        inner = (0.32 + 0.72 * math.cos(b), 0.08, 1.55 + 0.72 * math.sin(b))
        tube([outer, ((outer[0] + inner[0]) / 2, 0.02, (outer[2] + inner[2]) / 2 + 0.02), inner], 0.026, cotton)
    place(ring(0.72, 0.04, cotton), (0.32, 0.1, 1.55), (math.pi / 2, 0, 0), (0.98, 0.98, 1))
    for k in range(30):
        x = -0.62 + 1.2 * k / 29
        top = 1.55 - math.sqrt(max(0.0, 0.95**2 - x**2))
        tube([(x, 0.08, top), (x + 0.01 * math.sin(k), 0.04, (top + 0.25) / 2 + 0.2), (x * 1.03, 0.08, 0.22 + 0.3 * abs(x))], 0.022, cotton)
    for side in (-1, 1):
        tube([(0, 0.1, 2.5), (0, 0.1, 2.9)], 0.02, cotton)
    ball(0.07, wood, (0, 0.1, 2.53))


def plant_hanger(cord="#ede0c4"):
    """A pot with a plant, held by knotted cords."""
    cotton = material(cord, 0.95, bump=0.6, scale=90)
    place(turned([(0, 0.3), (0.42, 0.3), (0.56, 0.5), (0.62, 0.95), (0.56, 0.95), (0.5, 0.85), (0, 0.84)], material("#b5562a", 0.75, bump=0.15, scale=18)), (0, 0, 0))
    rand = random.Random(8)
    for _ in range(30):
        a, t = rand.uniform(0, TAU), rand.uniform(0.2, 1.0)
        leaf((0.45 * t * math.cos(a), 0.45 * t * math.sin(a), 1.0 + rand.uniform(0, 0.45)), (rand.uniform(0.2, 1.2), 0, a - math.pi / 2), rand.choice(["#3c7a35", "#4f8f3d", "#2f6a3a"]), rand.uniform(0.24, 0.36))
    for k in range(4):
        a = TAU * k / 4 + 0.5
        x, y = math.cos(a), math.sin(a)
        tube([(0, 0, 2.75), (0.34 * x, 0.34 * y, 2.2), (0.68 * x, 0.68 * y, 1.35), (0.66 * x, 0.66 * y, 0.85), (0.45 * x, 0.45 * y, 0.3), (0, 0, 0.2)], 0.032, cotton)
        for n in range(6):
            ball(0.055, cotton, (0.05 * x + (0.1 + 0.1 * n) * x, (0.15 + 0.1 * n) * y, 2.6 - 0.17 * n), (1, 1, 1.3))
    for k in range(16):
        a = TAU * k / 16
        tube([(0.03 * math.cos(a), 0.03 * math.sin(a), 0.22), (0.1 * math.cos(a), 0.1 * math.sin(a), 0.0), (0.13 * math.cos(a), 0.13 * math.sin(a), -0.3)], 0.02, cotton)
    place(ring(0.13, 0.03, material("#9b7442", 0.5)), (0, 0, 2.86), (math.pi / 2, 0, 0))
    ball(0.09, cotton, (0, 0, 0.22))


def bicycle_bell():
    """A brass bell on a piece of handlebar."""
    brass, steel = material("#c9962f", 0.2, metal=1), material("#b9bcc0", 0.22, metal=1)
    place(turned([(0, -1.25), (0.14, -1.25), (0.14, 1.25), (0, 1.25)], steel), (0, 0.1, 0.35), (0, math.pi / 2, 0))
    place(turned([(0.16, -0.2), (0.19, -0.2), (0.19, 0.2), (0.16, 0.2)], brass), (0, 0.1, 0.35), (0, math.pi / 2, 0))
    turned([(0, 0.45), (0.2, 0.45), (0.16, 0.62), (0.1, 0.72)], brass).location = (0, 0.1, 0)
    turned([(0.74, 0.72), (0.78, 0.76), (0.76, 0.82), (0.62, 0.95), (0.5, 1.2), (0.38, 1.38), (0.2, 1.48), (0, 1.5)], material("#c9962f", 0.2, metal=1, bump=0.12, scale=14)).location = (0, 0.1, 0)
    ring(0.66, 0.025, brass, (0, 0.1, 0.94))
    turned([(0.12, 1.48), (0.06, 1.56), (0.1, 1.64), (0, 1.7)], brass).location = (0, 0.1, 0)
    tube([(0.15, -0.05, 0.55), (0.65, -0.45, 0.6), (0.95, -0.55, 0.62)], 0.05, brass)
    ball(0.09, brass, (0.97, -0.56, 0.62))


def plant_set(pot="#f3efe2"):
    """Three small pots with plants in a tray."""
    place(box(2.5, 1.0, 0.12, material("#a8743a", 0.55, bump=0.2, second="#96652f"), 0.03), (0, 0, 0))
    rand = random.Random(6)
    for k, x in enumerate((-0.8, 0.0, 0.8)):
        c = ("#f3efe2", "#c2724e", "#2f6a72")[k]
        turned([(0, 0.12), (0.24, 0.12), (0.34, 0.62), (0.37, 0.64), (0.3, 0.64), (0.28, 0.56), (0, 0.55)], material(c, 0.4, coat=0.3)).location = (x, 0, 0)
        for _ in range(16):
            a, t = rand.uniform(0, TAU), rand.uniform(0.2, 1.0)
            leaf((x + 0.2 * t * math.cos(a), 0.2 * t * math.sin(a), 0.72 + rand.uniform(0, 0.35 + 0.2 * (k == 1))), (rand.uniform(0.5, 1.3), 0, a - math.pi / 2), ("#3c7a35", "#5a9a4a", "#2f6a3a")[k], rand.uniform(0.2, 0.3))
