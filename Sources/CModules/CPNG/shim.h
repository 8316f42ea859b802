#pragma once
#include <png.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// Reads a PNG file of this size as RGB, with 8 bits for each colour. White is behind transparent pixels. False for another file.
static inline bool marquee_read_png(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *rgb) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_memory(&image, bytes, count)) return false;
    if (image.width != width || image.height != height) {
        png_image_free(&image);
        return false;
    }
    image.format = PNG_FORMAT_RGB;
    const png_color white = {255, 255, 255};
    return png_image_finish_read(&image, &white, rgb, 0, NULL) != 0;
}
