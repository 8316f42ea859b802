"""The textures of the game: tiles of 32x32 pixels, which this file computes.

A tile is a list of rows, and each row has four bytes for a pixel: blue, green, red and one without meaning. Each tile is made once.
"""

import functools
import math
import random

from snake import WAYS

SIDE = 32
# The grass differs from tile to tile.
VARIANTS = 4
# The body of the snake is so many pixels wide at each side of its middle line.
RADIUS = 11
SCALES = {False: [(244, 196, 76), (196, 122, 34)], True: [(176, 176, 168), (120, 120, 116)]}


def tile(color, brightness=1.0):
    """A tile, from a function that returns red, green and blue of the pixel in a column and row."""
    rows = []
    for y in range(SIDE):
        row = bytearray()
        for x in range(SIDE):
            red, green, blue = (max(0, min(255, int(part * brightness))) for part in color(x, y))
            row += bytes((blue, green, red, 255))
        rows.append(bytes(row))
    return rows


def mixed(first, second, share):
    return tuple(one + (other - one) * share for one, other in zip(first, second))


def shaded(color, factor):
    return tuple(part * factor for part in color)


@functools.lru_cache(maxsize=None)
def grass_pixels(variant):
    """Earth with blades: short strokes that become lighter towards their tips."""
    numbers = random.Random(variant)
    base = (46, 92, 40) if variant % 2 else (54, 104, 46)
    pixels = [[shaded(base, 0.9 + 0.2 * numbers.random()) for _ in range(SIDE)] for _ in range(SIDE)]
    for _ in range(26):
        x, y, length = numbers.randrange(SIDE), numbers.randrange(6, SIDE), numbers.randrange(3, 7)
        for step in range(length):
            pixels[y - step][x] = mixed((58, 116, 48), (122, 176, 78), step / length)
    return pixels


def grass(variant):
    pixels = grass_pixels(variant)
    return lambda x, y: pixels[y][x]


def bricks(variant):
    """Rows of bricks of 16x8 pixels with mortar between them. Each brick has its own red, and is darker at its lower edge."""
    numbers = random.Random(100 + variant)
    reds = [[0.8 + 0.4 * numbers.random() for _ in range(3)] for _ in range(4)]

    def color(x, y):
        row = y // 8
        shifted = x + 8 * (row % 2)
        if y % 8 == 7 or shifted % 16 == 15:
            return (150, 142, 130)
        return shaded((150, 66, 48), reds[row][shifted // 16 % 2] * (1.15 - 0.05 * (y % 8)))

    return color


def apple(below):
    def color(x, y):
        across, down = x + 0.5 - 16, y + 0.5 - 18
        if math.hypot(across - 4, (down + 11) * 1.8) < 4.5:
            return mixed((88, 190, 60), (40, 120, 36), (across + 1) / 10)
        if abs(across + (down + 14) * 0.2) < 1.2 and -14 < down < -7:
            return (92, 60, 30)
        if math.hypot(across, down) < 10.5:
            return mixed((255, 132, 112), (150, 10, 20), min(1, math.hypot(across + 4, down + 4) / 14))
        # Its shadow lies on the grass.
        return shaded(below(x, y), 0.6) if math.hypot(across - 2, down - 3) < 10.5 else below(x, y)

    return color


def place(x, y, to_tail, to_head):
    """The place of a pixel in the snake: its distance from the middle line, the way along it from -16 to 16, and the radius there."""
    x, y = x + 0.5 - SIDE / 2, y + 0.5 - SIDE / 2
    if to_tail is None:
        # The tail: it becomes wider towards the head.
        (head_x, head_y) = WAYS[to_head]
        along = x * head_x + y * head_y
        return x * head_y - y * head_x, along, RADIUS * math.sqrt(max(0, along + 14) / 30)
    (tail_x, tail_y) = WAYS[to_tail]
    if to_head is None:
        along = -(x * tail_x + y * tail_y)
        across = x * tail_y - y * tail_x
        return (across, along, RADIUS) if along < 0 else (math.copysign(math.hypot(x, y), across), along, RADIUS + 2)
    (head_x, head_y) = WAYS[to_head]
    if head_x + tail_x == head_y + tail_y == 0:
        return x * head_y - y * head_x, x * head_x + y * head_y, RADIUS
    # A bend: a quarter of a circle around the corner between both ways.
    x, y = x - 16 * (head_x + tail_x), y - 16 * (head_y + tail_y)
    angle = math.atan2(-(x * tail_x + y * tail_y), -(x * head_x + y * head_y))
    return math.hypot(x, y) - 16, 32 * angle / (math.pi / 2) - 16, RADIUS


def snake(below, to_tail, to_head, is_over):
    """A cell of the snake: a round body with chevrons of scales. The head has eyes."""
    light, dark = SCALES[is_over]
    eyes = []
    if to_head is None:
        way_x, way_y = (-part for part in WAYS[to_tail])
        eyes = [(16 + 4 * way_x + side * way_y, 16 + 4 * way_y + side * way_x) for side in (-6, 6)]

    def color(x, y):
        for eye_x, eye_y in eyes:
            if math.hypot(x + 0.5 - eye_x - 1.5 * way_x, y + 0.5 - eye_y - 1.5 * way_y) < 2:
                return (16, 16, 24)
            if math.hypot(x + 0.5 - eye_x, y + 0.5 - eye_y) < 3.6:
                return (250, 250, 244)
        across, along, radius = place(x, y, to_tail, to_head)
        if radius <= 0 or abs(across) >= radius:
            return below(x, y)
        # 32 is a multiple of the chevrons' length, so they continue in the next cell.
        scale = light if (along + abs(across)) % 8 < 4 else dark
        return shaded(scale, 0.45 + 0.6 * math.sqrt(1 - (across / radius) ** 2))

    return color


@functools.lru_cache(maxsize=None)
def texture(kind, variant, is_dim, to_tail=None, to_head=None, is_over=False):
    """The tile of a kind: `grass`, `bricks`, `apple` or `snake`. A dim one is for a game that pauses."""
    below = grass(variant)
    color = {
        "grass": lambda: below,
        "bricks": lambda: bricks(variant),
        "apple": lambda: apple(below),
        "snake": lambda: snake(below, to_tail, to_head, is_over),
    }[kind]()
    return tile(color, 0.5 if is_dim else 1.0)
