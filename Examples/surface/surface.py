#!/usr/bin/env python3
"""Animates a surface with NumPy: rings that move outward from the middle of the screen.

    surface.py [NAME]

NAME is that of `content: { surface: NAME }`, and clock by default.
"""
import pathlib
import sys
import time

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from marquee_surface import Surface, SurfaceError  # noqa: E402


def distances(width, height):
    """The distance of each pixel from the middle."""
    x = numpy.arange(width, dtype=numpy.float32) - width / 2
    y = numpy.arange(height, dtype=numpy.float32)[:, None] - height / 2
    return numpy.sqrt(x * x + y * y)


def main():
    name = sys.argv[1] if len(sys.argv) > 1 else "clock"
    # One wave has 256 places, and each place has a colour: blue, green, red, alpha.
    wave = (numpy.sin(numpy.arange(256) * numpy.pi / 128) * 100 + 120).astype(numpy.uint8)
    colors = numpy.stack([wave, wave // 2, numpy.full(256, 32, numpy.uint8), numpy.full(256, 255, numpy.uint8)], axis=1)
    places = None
    with Surface(name, size=(640, 360)) as surface:
        while True:
            frame = surface.next_frame()
            if places is None:
                places = distances(*frame.size)
            frame.pixels[...] = colors[(places - time.monotonic() * 120).astype(numpy.int32) & 255]
            surface.show(frame)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
    except (SurfaceError, OSError) as error:
        sys.exit(f"surface: {error}")
