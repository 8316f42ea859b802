/* A bar that moves over a screen, drawn in C. Build it with: cc -I Examples -o bar Examples/surface-c/bar.c
 *
 *     bar SOCKET NAME [FRAMES]
 *
 * SOCKET is beside the control socket, for example /run/marquee/marquee-surfaces.sock. NAME is that of `content: { surface: NAME }`. After FRAMES
 * the bar stands. */
#define _GNU_SOURCE
#include "../marquee-surface.h"
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **words) {
    if (count != 3 && count != 4) {
        fprintf(stderr, "usage: bar SOCKET NAME [FRAMES]\n");
        return 64;
    }
    uint64_t most = count == 4 ? strtoull(words[3], NULL, 10) : UINT64_MAX;
    struct marquee_surface surface;
    int status = marquee_surface_open(&surface, words[1], words[2], 0, 0, MARQUEE_SURFACE_CARDS);
    uint32_t was_on_plane = 0;
    while (status >= 0) {
        /* One frame for each refresh: wait until the frame before is on the screen, at most a second. */
        while (status >= 0 && (surface.presented.number < surface.number || surface.number >= most)) {
            struct pollfd wait = {surface.socket, POLLIN, 0};
            if (poll(&wait, 1, surface.number < most ? 1000 : -1) <= 0) break;
            status = marquee_surface_read(&surface);
        }
        if (surface.presented.on_plane != was_on_plane) {
            was_on_plane = surface.presented.on_plane;
            fprintf(stderr, was_on_plane ? "bar: a plane shows its buffers\n" : "bar: the daemon composes its buffers\n");
        }
        int buffer = status < 0 ? status : marquee_surface_next(&surface, -1);
        if (buffer < 0) break;
        uint32_t left = (uint32_t)(surface.number * 4 % surface.width);
        for (uint32_t y = 0; y < surface.height; y++) {
            uint32_t *row = surface.buffers[buffer] + (size_t)y * surface.stride / 4;
            for (uint32_t x = 0; x < surface.width; x++) row[x] = x - left < 40 ? 0xFFFFC000 : 0xFF102030;
        }
        status = marquee_surface_show(&surface, buffer, 0);
    }
    fprintf(stderr, "bar: %s\n", surface.reason[0] ? surface.reason : strerror(errno));
    marquee_surface_close(&surface);
    return 1;
}
