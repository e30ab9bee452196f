"""
Renders a picture of each demonstration product that has a scene: render.py FOLDER [NAME ...]

Needs Blender as a module (`pip install bpy==5.0.1`, Python 3.11). Writes FOLDER/<slug>.png; skips those that exist.
"""

import math
import os
import re
import sys
import time

import bpy
from mathutils import Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import scenes as s

SIZE = int(os.environ.get("SIZE", "480"))
SAMPLES = int(os.environ.get("SAMPLES", "10"))

# name: scene, its arguments, ground colour, camera (distance, height of the look, elevation in degrees)
JAR = (6.4, 0.85, 17)
LOW = (6.6, 0.3, 34)
MID = (6.6, 0.6, 24)
TALL = (8.2, 1.25, 12)
PRODUCTS = {
    # Pickles, spices, food
    "Mango Achaar": (s.jar, dict(content="#a8611a", second="#7a3a10", chunk="#b8862a", beside="mango", cover=("#b3134f", "#e8b04a", "#f6e3b4")), "#e9d3a8", JAR),
    "Stuffed Red Chilli Pickle": (s.jar, dict(content="#8e1a0c", second="#5f120a", chunk="#a3130c", beside="chilli", cover=("#f1e3c4", "#a3130c", "#2c7a57")), "#efe0c2", JAR),
    "Lemon Pickle without Oil": (s.jar, dict(content="#c9971c", second="#8f5f14", chunk="#dcb52a", beside="lemon", cover=("#2c7a57", "#f6e3b4", "#e8b04a")), "#dfe3cf", JAR),
    "Gobhi Shalgam Pickle": (s.jar, dict(content="#c2721e", second="#8d4214", chunk="#e3cfa0", beside="cauliflower", cover=("#2b2a6b", "#e8b04a", "#f6e3b4")), "#e6d8c4", JAR),
    "Pickle Tasting Hamper": (s.basket, dict(filled="jars", handles=True, height=0.7, radius=1.05), "#e3cba6", MID),
    "Biryani Masala": (s.jar, dict(content="#8a4a1c", second="#6b3512", powder=True, beside="clove", lid="#3a2a1d"), "#e8cf9f", JAR),
    "Tellicherry Pepper": (s.jar, dict(content="#2b211a", second="#171210", beside="pepper", powder=True, lid="#b8862b"), "#e6dcc8", JAR),
    "Banana Chips in Coconut Oil": (s.bowl_of, dict(kind="chips"), "#cfdcc0", LOW),
    "Jowar Chivda": (s.bowl_of, dict(kind="chivda", bowl="#2f4b57"), "#ead7ae", LOW),
    "Ragi Chocolate Cookies": (s.cookies, dict(), "#d8bfa0", LOW),
    "Foxtail Millet Dosa Mix": (s.jar, dict(content="#e2c987", second="#cfae66", powder=True, beside="millet", lid="#7a4a26", label=("#f6ead0", "#2c7a57", "#d58f17")), "#dfe0c6", JAR),
    "Holige Box": (s.gift, dict(open_with="holige", ground="#2c7a57"), "#efdcb0", LOW),
    "Halwa Assortment": (s.gift, dict(open_with="halwa", ground="#6a2450"), "#efd9c0", LOW),
    # Wellness, beauty, Ayurveda
    "Himalayan Bath Salt": (s.jar, dict(content="#e6ab97", second="#d48a78", powder=True, beside="salt", lid="#b98a55", label=("#fbf3e6", "#b3134f", "#e8a48f")), "#e9ddd6", JAR),
    "Tulsi Ginger Infusion": (s.jar, dict(content="#5c6b2e", second="#7a5a2c", powder=True, beside="leaf", lid="#b98a55", label=("#f6ead0", "#2c7a57", "#b8862b")), "#dde3d0", JAR),
    "Walnut Shell Scrub": (s.jar, dict(content="#a9825a", second="#84603c", powder=True, beside="walnut", tall=0.72, lid="#3a2a1d"), "#e6dac8", JAR),
    "Bridal Ubtan": (s.jar, dict(content="#d9a63c", second="#c08a28", powder=True, beside="rose", tall=0.8, cover=("#b3134f", "#e8b04a", "#f6e3b4")), "#f0dcd6", JAR),
    "Chyawanprash": (s.jar, dict(content="#3a2012", second="#27150b", beside="amla", lid="#b8862b", label=("#f6ead0", "#2c7a57", "#d58f17")), "#dfe3cc", JAR),
    "Triphala Churna": (s.jar, dict(content="#9a7a44", second="#7f6236", powder=True, beside="leaf", lid="#2c5a3a", tall=0.85), "#e6dfc8", JAR),
    "Ashwagandha Root Powder": (s.jar, dict(content="#d2b98a", second="#b99e6c", powder=True, beside="root", lid="#6e4a1f", tall=0.85), "#dcd8c0", JAR),
    "Wild Forest Honey": (s.jar, dict(content="#c9780f", second="#b3650a", lid="#b8862b", beside="marigold", label=("#fff4d8", "#b3651a", "#e39a0b")), "#efdfb6", JAR),
    "Mahua Pain Balm": (s.tin, dict(balm="#d9c07a", beside="leaf", metal="#b8862b"), "#dde3cf", LOW),
    "Rose Lip Balm": (s.tin, dict(balm="#c2485f", beside="rose"), "#f0dcdc", LOW),
    "Almond Kajal": (s.tin, dict(balm="#151310", beside="almond", metal="#c9a24a"), "#e9d9c4", LOW),
    "Saffron Face Serum": (s.bottle, dict(liquid="#d98a1c", dropper=True, beside="saffron", slim=0.85, cap="#c9a24a"), "#efe0cc", JAR),
    "Hibiscus Hair Oil": (s.bottle, dict(liquid="#8e2a14", beside="hibiscus", label=("#fbf0e4", "#b3134f", "#e8a48f")), "#ecdcd2", JAR),
    "Amla and Hibiscus Hair Oil": (s.bottle, dict(liquid="#5f6a1e", beside="amla", label=("#f6ead0", "#2c7a57", "#b3134f"), slim=1.1), "#dfe3cc", JAR),
    "Dhanwantharam Oil": (s.bottle, dict(liquid="#7a4a12", beside="root", label=("#f6ead0", "#6b3512", "#d58f17"), slim=1.2), "#e2d3b4", JAR),
    "Kumkumadi Night Oil": (s.bottle, dict(liquid="#b8350f", dropper=True, beside="saffron", slim=0.8, cap="#2a211c"), "#e3d6e0", JAR),
    "Multani Mitti Soap": (s.soaps, dict(beside="leaf"), "#e0e2d2", LOW),
    # Cloth
    "Bagru Cotton Saree": (s.folded, dict(kind="buti", ground="#efe2c6", colours=("#a8321e", "#23201f"), repeat=7), "#d9c6b0", MID),
    "Lilac Chikan Saree": (s.folded, dict(kind="jaal", ground="#b9a6cf", colours=("#f6f2fa", "#e6dcf2"), repeat=6), "#e6dfec", MID),
    "Mukaish Dupatta": (s.hanging, dict(kind="buti", ground="#f2e9dc", colours=("#cdbb8a", "#e2d4a8"), repeat=12, edge="#d2b876"), "#dccfc0", TALL),
    "Banarasi Katan Saree": (s.folded, dict(kind="jaal", ground="#8e1230", colours=("#d9a63c", "#e8c46a"), repeat=6, count=2, more=[("buti", "#1f4f57", ("#d9a63c", "#e8c46a"))]), "#e6d0b0", MID),
    "Meenakari Silk Saree": (s.folded, dict(kind="buti", ground="#1f3f7a", colours=("#d9a63c", "#b3134f"), repeat=6), "#e6d6b8", MID),
    "Tanchoi Stole": (s.hanging, dict(kind="jaal", ground="#3f5f5a", colours=("#c9b06a", "#8fae9c"), repeat=9), "#ddd6c4", TALL),
    "Cotton Jamdani Dupatta": (s.hanging, dict(kind="buti", ground="#f1ead8", colours=("#1f4f7a", "#b3134f"), repeat=9), "#d6dde0", TALL),
    "Eri Silk Shawl": (s.hanging, dict(kind="stripe", ground="#e6d6b4", colours=("#c9a86a", "#e6d6b4", "#8a3a1e"), repeat=3), "#dcd2c0", TALL),
    "Handspun Eri Stole": (s.hanging, dict(kind="check", ground="#d9c49a", colours=("#b58f5a", "#8a3a1e"), repeat=7), "#e6dccb", TALL),
    "Muga Mekhela Chador": (s.folded, dict(kind="ikat", ground="#c99436", colours=("#8a1f1f", "#e6c26a"), repeat=5, count=2, more=[("stripe", "#d2a548", ("#8a1f1f", "#c99436"))]), "#e9dcc4", MID),
    "Gamosa Table Runner": (s.folded, dict(kind="stripe", ground="#f6f0e2", colours=("#b3131f", "#f6f0e2", "#f6f0e2", "#b3131f"), repeat=2), "#dcd6c8", MID),
    "Kashi Cotton Stole": (s.hanging, dict(kind="buti", ground="#e3b04a", colours=("#8e1d4a", "#2b2a6b"), repeat=9), "#e9dfcb", TALL),
    "Bridal Dupatta of Katan Silk": (s.hanging, dict(kind="jaal", ground="#a3142f", colours=("#e3b04a", "#f2d58a"), repeat=7, edge="#d2a23a"), "#ecdcc6", TALL),
    "Handloom Curtain Pair": (s.hanging, dict(kind="check", ground="#cfd9c8", colours=("#9fb59a", "#f3efe2"), repeat=6, fringe=False, folds=11), "#e6e2d6", TALL),
    "Silk Pocket Squares": (s.folded, dict(kind="buti", ground="#2b2a6b", colours=("#e39a0b", "#f6e3b4"), repeat=7, count=3, more=[("check", "#8e1d4a", ("#e39a0b", "#f6e3b4")), ("leheriya", "#2c7a57", ("#e39a0b", "#f6e3b4"))]), "#dfd8cc", MID),
    "Yak Wool Throw": (s.folded, dict(kind="check", ground="#6b5a4a", colours=("#4a3c31", "#b3a58f"), repeat=3, count=2), "#dcd8d0", MID),
    "Pashmina Muffler": (s.hanging, dict(kind="plain", ground="#b59a86", colours=("#a58a76", "#c9b09c"), repeat=4), "#dcd6d0", TALL),
    "Sambalpuri Ikat Saree": (s.folded, dict(kind="ikat", ground="#1d1d1f", colours=("#b3131f", "#f3efe2"), repeat=6), "#e3d3bd", MID),
    "Ikat Fabric by the Metre": (s.folded, dict(kind="ikat", ground="#1f3f7a", colours=("#f3efe2", "#b3131f"), repeat=5, count=3, more=[("ikat", "#7a1f2f", ("#f3e3c2", "#e39a0b")), ("ikat", "#2f5a3f", ("#f3e3c2", "#e39a0b"))]), "#e0d8c8", MID),
    "Muslin Swaddle Pair": (s.folded, dict(kind="buti", ground="#f6f1e6", colours=("#7fa6b5", "#e0a48f"), repeat=6, count=2, more=[("leheriya", "#f6f1e6", ("#e9c4b4", "#cfe0e4"))]), "#dde6e6", MID),
    "Newborn Godadi Quilt": (s.folded, dict(kind="check", ground="#f0d9c0", colours=("#d98a6a", "#7fa6a0"), repeat=4, count=2, more=[("buti", "#cfe0d8", ("#d98a6a", "#7f9ab5"))]), "#e6e2d8", MID),
    "Quilted Play Mat": (s.folded, dict(kind="check", ground="#e3b04a", colours=("#2c7a57", "#b3134f"), repeat=3, count=1), "#e6e0d0", MID),
    "Weighted Quilt": (s.folded, dict(kind="plain", ground="#5a6b7f", colours=("#4a5a6d", "#8292a6"), repeat=4, count=2), "#dcdfe3", MID),
    # Cushions, rolls
    "Brocade Cushion Cover": (s.cushion, dict(kind="jaal", ground="#7a1230", colours=("#d9a63c", "#e8c46a"), repeat=5), "#e6d6bd", MID),
    "Ikat Meditation Cushion": (s.cushion, dict(kind="ikat", lean=False, puff=0.5, n=2.0), "#dcd6c8", LOW),
    "Buckwheat Sitting Cushion": (s.cushion, dict(kind="plain", ground="#8a4a3a", colours=("#7a3a2c", "#a5604c"), lean=False, puff=0.5, n=2.0), "#e0dccf", LOW),
    "Kapok Pillow": (s.cushion, dict(kind="stripe", ground="#f3efe2", colours=("#e6dfcc", "#dcd4bf"), w=2.4, d=1.5, lean=False), "#d6dcd8", LOW),
    "Lavender Eye Pillow": (s.cushion, dict(kind="buti", ground="#8d7fb8", colours=("#f0ebf8", "#cfc4e6"), w=2.1, d=0.9, lean=False, puff=0.25, repeat=5), "#e3dfe6", LOW),
    "Buckwheat Neck Roll": (s.roll, dict(kind="buti", ground="#d9cdb4", colours=("#2f5a5a", "#a8432b"), spiral=False, length=2.1, radius=0.45, repeat=7), "#dfe0d6", LOW),
    "Cotton Yoga Mat": (s.roll, dict(ends=(0.35, -0.35)), "#e3dccb", LOW),
    "Chindi Rag Rug": (s.rug, dict(), "#d9cbb4", LOW),
    # Pottery and metal
    "Longpi Stew Pot": (s.pottery, dict(shape="pot", second="#35312e"), "#d9c6ac", MID),
    "Stone Pottery Mugs": (s.pottery, dict(shape="mug", count=2, second="#35312e"), "#dccdb8", LOW),
    "Serving Platter": (s.pottery, dict(shape="platter", second="#35312e"), "#d6c4aa", LOW),
    "Longpi Kettle": (s.pottery, dict(shape="kettle", second="#35312e"), "#dcc9ae", MID),
    "Brass Urli": (s.pottery, dict(shape="urli", colour="#b5872f", metal=1, rough=0.3), "#cfd6c4", LOW),
    "Kalai Cooking Pot": (s.pottery, dict(shape="cooker", colour="#b5733a", metal=1, rough=0.3, bump=0.25), "#dcd2c2", LOW),
    "Hammered Water Jug": (s.pottery, dict(shape="jug", colour="#b8692e", metal=1, rough=0.28, bump=0.6), "#d9d6cc", MID),
    "Brass Masala Dabba": (s.pottery, dict(shape="dabba", colour="#b5872f", metal=1, rough=0.3), "#d6c2a0", (6.8, 0.2, 46)),
    "Blue Pottery Planter": (s.pottery, dict(shape="planter", colour="#f3efe2", band=("buti", "#f1f1ea", ("#1f4fa3", "#2a9db0"), 6), coat=0.6, rough=0.2), "#dfe3e3", TALL),
    "Turquoise Soap Dish": (s.pottery, dict(shape="dish", colour="#1f9aa3", band=("buti", "#1f9aa3", ("#f3efe2", "#1f4fa3"), 8), coat=0.6, rough=0.2), "#e9e2d2", LOW),
    "Painted Tile Coasters": (s.coasters, dict(square=True, ground="#f1f1ea"), "#dcd6c6", LOW),
    "Painted Bamboo Vase": (s.pottery, dict(shape="vase", colour="#b98a4e", band=("warli", "#8a4a26", ("#f6ead0",)), beside="#e39a0b"), "#dfd8c6", TALL),
    "Kulhad Tea Set": (s.pottery, dict(shape="kulhad", count=3, colour="#b5562a", rough=0.85, second="#a34a22"), "#dcd2bd", LOW),
    "Tarpa Dance Plate": (s.coasters, dict(kind="warli", ground="#7a3520", colours=("#f6ead0",), count=0, size=1.25, thick=0.08), "#dfd0b8", (8.8, 0.95, 14)),
    "Hand-Pressed Wall Tiles": (s.coasters, dict(kind="mandala", ground="#c07a4e", colours=("#8e3f1d", "#e9c9a0"), square=True, count=3), "#e3dccb", LOW),
    "Palm Leaf Coasters": (s.coasters, dict(kind="stripe", ground="#d9b66a", colours=("#b3134f", "#c99a4e", "#2c7a57")), "#dfdccb", LOW),
    "Set of Table Coasters": (s.coasters, dict(kind="mandala", ground="#d9b66a", colours=("#8a5a2b", "#b3134f")), "#e3dccb", LOW),
    # Jewellery
    "Terracotta Bangle Set": (s.bangles, dict(), "#e6dcc6", LOW),
    "Clay Bead Choker": (s.necklace, dict(), "#eadfca", (6.0, 0.0, 52)),
    "Terracotta Sun Pendant": (s.necklace, dict(colours=("#23201f", "#e39a0b"), bead=0.07, pendant="#b5562a"), "#eadfca", (6.2, -0.1, 55)),
    "Beaded Hansli": (s.necklace, dict(colours=("#b3134f", "#e39a0b", "#2c7a57", "#2b2a6b"), bead=0.11), "#efe6d4", (6.0, 0.0, 52)),
    "Tassel Payal": (s.payal, dict(), "#e6d3cf", (8.0, 0.0, 50)),
    "Oxidised Silver Jhumka": (s.jhumkas, dict(), "#d9cfc4", MID),
    "Dokra Fish Earrings": (None,),
    "Moonj Earrings": (s.jhumkas, dict(colour="#c99a4e", second="#b3134f", metal=0.0, rough=0.8), "#e3e0d2", MID),
    # Bags and baskets
    "Saree Patchwork Tote": (s.tote, dict(kind="check", ground="#8e1d4a", colours=("#e39a0b", "#2c7a57"), repeat=3), "#e3d9c6", MID),
    "Market Jhola": (s.tote, dict(kind="stripe", ground="#e9dcc0", colours=("#b3134f", "#2b2a6b"), repeat=4, handle="#e9dcc0"), "#d6d9cc", MID),
    "Fold-Away Shopping Bag": (s.tote, dict(kind="buti", ground="#2c7a57", colours=("#f6e3b4", "#e39a0b"), handle="#2c7a57", h=1.7), "#e6dfcd", MID),
    "Khun Sling Bag": (s.tote, dict(kind="buti", ground="#6a2450", colours=("#d9a63c", "#f2d58a"), flap=True, h=1.2, repeat=6), "#e3d8c8", MID),
    "Grass Clutch": (s.tote, dict(kind="weave", ground="#c9b06a", colours=("#8a6a2c", "#b3134f"), flap=True, h=1.1, w=2.1), "#dfe0d0", MID),
    "Laptop Sleeve in Khun": (s.sleeve, dict(kind="buti", ground="#1f4f57", colours=("#d9a63c", "#f2d58a")), "#e6dcc8", (7.4, 0.1, 36)),
    "Ikat Laptop Sleeve": (s.sleeve, dict(kind="ikat", ground="#2b2a6b", colours=("#f3e3c2", "#b3131f")), "#e3ddd0", (7.4, 0.1, 36)),
    "Sabai Beach Basket": (s.basket, dict(radius=1.0, height=1.0), "#cfdde0", MID),
    "Sabai Storage Trunk": (s.basket, dict(lid=True, radius=1.1, height=1.0, colour="#c9ab6a"), "#dfdccb", MID),
    "Moonj Bread Basket": (s.basket, dict(filled="bread", handles=False, height=0.6, radius=1.15), "#e3d6bd", LOW),
    "Storage Basket with Lid": (s.basket, dict(lid=True, colour="#b98a4e", dark="#7a2f3a"), "#dfe0d2", MID),
    "Sikki Grass Boxes": (s.basket, dict(lid=True, colour="#d9b64a", dark="#b3134f", radius=0.85, height=0.7), "#e3dccf", MID),
    "Rabari Mirror Potli": (s.potli, dict(count=1), "#e6dcc6", MID),
    "Wedding Favour Potlis": (s.potli, dict(ground="#a3142f", colours=("#e3b04a", "#f2d58a")), "#efe2cc", MID),
    # Gifts, paper
    "Diwali Glow Hamper": (s.diya, dict(count=3, colour="#a8431b", metal=0.0), "#5a2a4a", LOW),
    "Baby Welcome Box": (s.gift, dict(ground="#bcd6d2", ribbon="#f3efe2", colours=("#f6f1e6", "#e0a48f")), "#efe6da", MID),
    "New Mother Box": (s.gift, dict(ground="#d98a6a", ribbon="#f6e3b4", colours=("#f6e3b4", "#8e3f1d")), "#e3e0d4", MID),
    "Festive Bath Box": (s.gift, dict(ground="#6a2450", ribbon="#e3b04a"), "#e9ddc8", MID),
    "Corporate Welcome Kit": (s.gift, dict(ground="#2b2a6b", ribbon="#e9dcc0", colours=("#4a49a0", "#e39a0b")), "#dcdcd6", MID),
    "Kraft Mailer Boxes, Pack of 50": (s.mailers, dict(), "#dcd8cc", MID),
    "Block-Print Journal": (s.notebook, dict(), "#e6dcc8", LOW),
    "Deckle-Edge Sketchbook": (s.notebook, dict(kind="plain", ground="#e3d6bd", colours=("#d2c2a2",), pen=True, band="#7a4a26"), "#cfd2c8", LOW),
    "Undated Planner": (s.notebook, dict(kind="leheriya", ground="#1f4f57", colours=("#2f6a72", "#e39a0b"), pen=True, band="#e39a0b"), "#e6ddcd", LOW),
    "Khadi Bill Book": (s.notebook, dict(kind="plain", ground="#8e2a1e", colours=("#7a2218",), band="#e9dcc0", count=2), "#dfd8c6", LOW),
    "Madhubani Colouring Book": (s.notebook, dict(kind="madhubani", ground="#f3e9d2", colours=("#b3134f", "#e39a0b", "#2c7a57"), band=None), "#dcdccf", LOW),
    "Letterpress Postcards": (s.cards, dict(kind="mandala"), "#d9cdb8", LOW),
    "Seed Paper Cards": (s.cards, dict(kind="buti", colours=("#e3e3cb", "#efe6d0"), inks=("#2c7a57", "#7aa05a")), "#d2c4ae", LOW),
    "Seed Paper Name Cards": (s.cards, dict(kind="plain", colours=("#e6e0c8", "#dfe3cc"), inks=("#2c7a57",), w=0.95, d=0.6), "#b9a58c", LOW),
    "Gota Shagun Envelopes": (s.cards, dict(kind="buti", colours=("#a3142f", "#e3b04a", "#1f4f57"), inks=("#f2d58a", "#e3b04a"), w=1.5, d=0.75), "#efe4d0", LOW),
    "Rakhi Thread Set": (None,),
    # Wood, bamboo, toys
    "Stacking Rangoli Rings": (s.stacking, dict(), "#e3e6de", MID),
    "Spinning Top Trio": (s.tops, dict(), "#e6dfcd", LOW),
    "Abacus Caterpillar": (s.caterpillar, dict(), "#dfe6dc", LOW),
    "Woven Bamboo Lamp": (s.lamp, dict(), "#6b5240", MID),
    "Newspaper Seed Pencils": (s.pencils, dict(), "#e3ddcb", MID),
    "Bamboo Toothbrush, Pack of Four": (s.brushes, dict(), "#d2dcd0", (6.2, 0.1, 50)),
    "Bamboo Steel Bottle": (s.bottle, dict(opaque=True, label=("#e9dcc0", "#2c7a57", "#b98a55"), cap="#b98a55", slim=0.8), "#dfe3da", JAR),
    # Paintings
    "Madhubani Tree of Life": (s.painting, dict(), "#dcd2c0", TALL),
    "Warli Harvest Canvas": (s.painting, dict(kind="warli", ground="#7a3520", colours=("#f6ead0",), w=2.2, h=2.2), "#e3dccb", TALL),
    # Clothes, shoes and what has no part above
    "Indigo Dabu Kurta": (s.garment, dict(kind="kurta", print_of="jaal", ground="#22336f", colours=("#e9e2d0", "#8fa3cf"), repeat=9), "#e3d9c8", TALL),
    "White-on-White Chikan Kurta": (s.garment, dict(kind="kurta", print_of="buti", ground="#f3efe6", colours=("#fbfaf6", "#ded6c4"), repeat=10, trim="#fbfaf6"), "#c9b8a4", TALL),
    "Madder Anarkali": (s.garment, dict(kind="anarkali", print_of="buti", ground="#a3322a", colours=("#f0d9b0", "#e3a04a"), repeat=10), "#e6dac6", TALL),
    "Children's Chikan Frock": (s.garment, dict(kind="frock", print_of="buti", ground="#f3cdd2", colours=("#fdf6f2", "#fdf6f2"), repeat=9, trim="#fdf6f2"), "#dfe3e0", TALL),
    "Ajrakh Wrap Skirt": (s.garment, dict(kind="skirt", print_of="jaal", ground="#7a1f22", colours=("#1f2f5f", "#e9dcc0"), repeat=8), "#e3dac8", TALL),
    "Block-Print Co-ord Set": (s.two_pieces, dict(upper=dict(kind="tee", print_of="buti", ground="#d9a23c", colours=("#fbf3e0", "#a8321e"), repeat=9), lower=dict(kind="leggings", print_of="buti", ground="#d9a23c", colours=("#fbf3e0", "#a8321e"), repeat=9)), "#dfe0d6", (9.2, 1.25, 12)),
    "Sun-Safe Running Tee": (s.garment, dict(kind="tee", print_of="plain", ground="#e37a3a", colours=("#e37a3a",)), "#d6dde0", TALL),
    "Kho-Kho Shorts": (s.garment, dict(kind="shorts", print_of="plain", ground="#2b2a6b", colours=("#2b2a6b",)), "#e3dccb", TALL),
    "High-Waist Yoga Leggings": (s.garment, dict(kind="leggings", print_of="plain", ground="#2f5a5a", colours=("#2f5a5a",)), "#e6ddd0", TALL),
    "Girls' Football Kit": (s.two_pieces, dict(upper=dict(kind="tee", print_of="stripe", ground="#b3131f", colours=("#f3efe2", "#b3131f", "#f3efe2", "#b3131f"), repeat=2), lower=dict(kind="shorts", print_of="plain", ground="#f3efe2", colours=("#f3efe2",))), "#cfdcc8", (9.2, 1.25, 12)),
    "Classic Kolhapuri": (s.sandals, dict(), "#e6dac4", (6.6, 0.0, 46)),
    "Punched Leather Belt": (s.belt, dict(), "#e3d9c8", (7.0, 0.1, 32)),
    "Mirror-Work Belt": (s.belt, dict(surface="#8e1d4a", kind="buti", colours=("#e3b04a", "#2c7a57"), holes=False, mirrors=True), "#e3dccd", (7.0, 0.1, 32)),
    "Backstrap Woven Belt": (s.belt, dict(surface="#b3131f", kind="ikat", colours=("#f3efe2", "#1d1d1f"), holes=False, buckle=False), "#dcd8d0", (7.0, 0.1, 32)),
    "Kathak Ghungroo Pair": (s.ghungroos, dict(), "#e3d6c4", (6.4, 0.2, 30)),
    "Cobalt Door Knobs, Set of Six": (s.knobs, dict(), "#e3d9c4", (7.4, 0.2, 38)),
    "Kite for Makar Sankranti": (s.kite, dict(), "#cfdfe8", TALL),
    "Temple Bell for Bicycles": (s.bicycle_bell, dict(), "#d9dcd4", MID),
    "Crochet Table Lace": (s.lace, dict(), "#6b4a34", (7.2, 0.0, 50)),
    "Backstrap Kolhapuri": (s.sandals, dict(leather="#7a3f22", dark="#4a2412", strap="#a3322a"), "#e3dccb", (6.6, 0.0, 46)),
    "Leather Key Pouch": (s.tote, dict(kind="plain", ground="#7a4322", colours=("#8a5228", "#5a2f16"), flap=True, h=0.95, w=1.2), "#dcd6c8", MID),
    "Bottle Carrier": (s.tote, dict(kind="ikat", ground="#2b2a6b", colours=("#f3e3c2", "#b3131f"), handle="#2b2a6b", w=0.85, h=1.45), "#e3dccb", (8.2, 1.0, 20)),
    "Dance Bag with Bell Pocket": (s.tote, dict(kind="buti", ground="#8e1d4a", colours=("#e3b04a", "#f2d58a"), handle="#e3b04a", w=2.0, h=1.25), "#e6dad2", (7.4, 0.75, 22)),
    "Travel Cutlery Roll": (s.roll, dict(kind="stripe", ground="#d9cdb4", colours=("#2c7a57", "#b3134f"), length=1.9, radius=0.36), "#dfe0d6", LOW),
    "Fountain Pen Roll": (s.roll, dict(kind="plain", ground="#7a4322", colours=("#7a4322", "#5a2f16"), length=1.8, radius=0.3), "#e3dccb", LOW),
    "Beeswax Food Wraps": (s.folded, dict(kind="buti", ground="#e3c46a", colours=("#2c7a57", "#f6ead0"), count=3, more=(("check", "#2c7a57", ("#e3c46a", "#f6ead0")), ("stripe", "#c4562a", ("#f6ead0", "#e3b04a")))), "#dfe3cf", (10.0, 0.9, 20)),
    "Kohbar Wall Scroll": (s.painting, dict(frame="#7a4a26", w=1.45, h=2.6), "#e3dccb", (9.0, 1.3, 10)),
    "Cloth Alphabet Book": (s.notebook, dict(kind="check", ground="#f0e4cc", colours=("#b3134f", "#e39a0b", "#2c7a57"), band=None), "#dfe3e0", LOW),
    "Crochet Bookmark Set": (s.cards, dict(kind="check", colours=("#f3cdd2", "#cfdfe8", "#e3e3cb", "#f2e0b0"), inks=("#b3134f", "#2b2a6b"), w=0.42, d=1.5), "#d9cdb8", LOW),
    "Knotted Bag Strap": (s.belt, dict(surface="#ede0c4", kind="check", colours=("#d2c4a4", "#c9b48a"), holes=False, buckle=False), "#b58f7a", (7.0, 0.1, 32)),
    "Cloth Product Labels": (s.cards, dict(kind="label", colours=("#f3efe2", "#f6ead0"), inks=("#8e1d1d", "#2c7a57"), w=0.95, d=0.5), "#c9b8a4", LOW),
    "Paper Honeycomb Wrap": (s.roll, dict(kind="ikat", ground="#b58a5a", colours=("#a3784a", "#c9a06a"), length=2.2, radius=0.5), "#e3dccb", LOW),
    "Block-Printed Packing Tissue": (s.roll, dict(kind="buti", ground="#f6f0e2", colours=("#b3134f", "#e39a0b"), length=2.3, radius=0.34), "#d6dccf", LOW),
    "Marigold Petal Letter Set": (s.cards, dict(kind="buti", colours=("#f6ead0", "#f3e3c2"), inks=("#e39a0b", "#c4562a"), envelope="#e3b04a"), "#dcd2c0", LOW),
    "Festival Photo Backdrop": (s.hanging, dict(kind="jaal", ground="#b3134f", colours=("#e39a0b", "#f6e3b4"), repeat=5, fringe=False, folds=9), "#efe0c2", TALL),
    "Manipuri Dance Blouse": (s.garment, dict(kind="tee", print_of="jaal", ground="#1f4f3a", colours=("#e3b04a", "#f2d58a"), repeat=9, trim="#e3b04a"), "#e6dac6", TALL),
    "Granny Square Cardigan": (s.garment, dict(kind="tee", print_of="ikat", ground="#2b2a3f", colours=("#e37a3a", "#e3b04a", "#2f8a7a"), repeat=6, trim="#f3efe6"), "#dfe3e0", TALL),
    "Peacock Diya": (s.diya, dict(), "#2f3a5a", LOW),
    "Moon Wall Hanging": (s.moon, dict(), "#b58f7a", TALL),
    "Macramé Plant Hanger": (s.plant_hanger, dict(), "#d6dccf", TALL),
    "Desk Plant Gift Set": (s.plant_set, dict(), "#e6dccb", MID),
}


def slug(name):
    """As slugOf() of the domain writes it."""
    return re.sub(r"-{2,}", "-", re.sub(r"[^\w-]", "", re.sub(r"\s+", "-", name.lower().replace("&", "")))).strip("-")


def clear():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = SAMPLES
    scene.cycles.use_adaptive_sampling = True
    scene.cycles.adaptive_threshold = 0.08
    scene.cycles.use_denoising = True
    scene.cycles.denoiser = "OPENIMAGEDENOISE"
    scene.cycles.max_bounces = 6
    scene.cycles.transparent_max_bounces = 10
    scene.cycles.caustics_reflective = scene.cycles.caustics_refractive = False
    scene.render.resolution_x = scene.render.resolution_y = SIZE
    scene.render.threads_mode, scene.render.threads = "FIXED", int(os.environ.get("THREADS", "1"))
    scene.view_settings.view_transform = "AgX"
    scene.view_settings.look = "AgX - Medium High Contrast"
    scene.view_settings.exposure = 0.35
    return scene


def studio(scene, ground, distance, height, elevation):
    """A bent sheet of paper, a large lamp from the left, a small one from the right, and a camera."""
    depth, points, faces = 60, [], []
    for k in range(depth + 1):
        t = k / depth
        y, z = (-9 + 13 * t / 0.5, 0) if t < 0.5 else (4 + 3 * math.sin((t - 0.5) * math.pi), 3 * (1 - math.cos((t - 0.5) * math.pi)) * 2.4)
        points += [(-14, y, z), (14, y, z)]
    faces = [(2 * k, 2 * k + 1, 2 * k + 3, 2 * k + 2) for k in range(depth)]
    s.mesh("paper", points, faces, s.material(ground, 0.85, bump=0.04, scale=30))

    def lamp(at, energy, size, colour):
        light = bpy.data.lights.new("lamp", "AREA")
        light.energy, light.size, light.color = energy, size, colour
        thing = bpy.data.objects.new("lamp", light)
        thing.location = at
        thing.rotation_euler = (Vector((0, 0, 0.5)) - Vector(at)).to_track_quat("-Z", "Y").to_euler()
        bpy.context.collection.objects.link(thing)

    lamp((-4.2, -3.2, 5.2), 620, 3.2, (1, 0.95, 0.87))
    lamp((4.8, -1.5, 3.0), 130, 3.0, (0.9, 0.95, 1))
    lamp((1.5, 3.4, 5.5), 160, 2.0, (1, 0.97, 0.92))
    world = bpy.data.worlds.new("room")
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs[0].default_value = (0.92, 0.94, 1, 1)
    world.node_tree.nodes["Background"].inputs[1].default_value = 0.28
    scene.world = world
    camera = bpy.data.cameras.new("camera")
    camera.lens, camera.sensor_width = 60, 36
    thing = bpy.data.objects.new("camera", camera)
    up = math.radians(elevation)
    target = Vector((0, 0, height))
    distance *= 0.84
    thing.location = target + Vector((0.12 * distance, -math.cos(up) * distance, math.sin(up) * distance))
    thing.rotation_euler = (target - thing.location).to_track_quat("-Z", "Y").to_euler()
    camera.dof.use_dof = True
    camera.dof.focus_distance = (thing.location - Vector((0, -0.5, height))).length
    camera.dof.aperture_fstop = 5.6
    bpy.context.collection.objects.link(thing)
    scene.camera = thing


def main():
    folder, *names = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    for name in names or PRODUCTS:
        build, *rest = PRODUCTS[name]
        path = os.path.join(folder, slug(name) + ".png")
        if build is None or os.path.exists(path):
            continue
        arguments, ground, view = rest
        began = time.time()
        scene = clear()
        if arguments.get("opaque") is True:
            arguments = {**arguments, "opaque": s.material("#b9bcc0", 0.25, metal=1)}
        build(**arguments)
        studio(scene, ground, *view)
        scene.render.filepath = path
        bpy.ops.render.render(write_still=True)
        print(f"{name}: {time.time() - began:.1f} s", flush=True)


main()
