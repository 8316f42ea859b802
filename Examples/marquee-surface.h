/* The protocol of docs/surfaces.md for C: pixels of a program on a screen of marqueed.
 *
 *     struct marquee_surface surface;
 *     if (marquee_surface_open(&surface, path, "clock", 0, 0, 0) < 0) …
 *     for (;;) {
 *         int buffer = marquee_surface_next(&surface, -1);   // waits for a free buffer
 *         if (buffer < 0) …                                  // surface.reason says why
 *         draw(surface.buffers[buffer], surface.width, surface.height, surface.stride);
 *         marquee_surface_show(&surface, buffer, 0);
 *     }
 *
 * Functions return -1 after an error: `reason` has the daemon's words, or is empty and errno has the error. One thread uses a surface.
 * All numbers of the protocol are little-endian; this header is for processors that are. */
#ifndef MARQUEE_SURFACE_H
#define MARQUEE_SURFACE_H

#ifndef _GNU_SOURCE
#error "define _GNU_SOURCE before the first header"
#endif
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { MARQUEE_SURFACE_VERSION = 1, MARQUEE_SURFACE_BUFFERS = 4 };
/* Flags: pixels have alpha; a graphics card may have the buffers, which are then slow to read, so draw all pixels again. */
enum { MARQUEE_SURFACE_ALPHA = 1, MARQUEE_SURFACE_CARDS = 2 };

/* The types of messages. */
enum {
    MARQUEE_SURFACE_HELLO = 1, MARQUEE_SURFACE_FRAME = 2,
    MARQUEE_SURFACE_CONFIGURE = 128, MARQUEE_SURFACE_RELEASED, MARQUEE_SURFACE_PRESENTED, MARQUEE_SURFACE_SUPERSEDED,
    MARQUEE_SURFACE_FAILED, MARQUEE_SURFACE_VISIBLE, MARQUEE_SURFACE_HIDDEN,
};

struct marquee_surface_hello { uint32_t type, length, version, width, height, flags; char name[64]; };
struct marquee_surface_frame { uint32_t type, length, serial, buffer; uint64_t number, target; uint32_t x, y, width, height; };
struct marquee_surface_configure {
    uint32_t type, length, serial, width, height, stride, format, buffers; uint64_t refresh_interval, card; uint32_t memory, reserved;
};
struct marquee_surface_released { uint32_t type, length, serial, buffer; };
struct marquee_surface_presented { uint32_t type, length; uint64_t number, time, interval, sequence; uint32_t on_plane, reserved; };
struct marquee_surface_failed { uint32_t type, length; char reason[240]; };

union marquee_surface_message {
    uint32_t type;
    struct marquee_surface_configure configure;
    struct marquee_surface_released released;
    struct marquee_surface_presented presented;
    struct marquee_surface_failed failed;
};

/* A connection, and its buffers of 32-bit words 0xAARRGGBB; without MARQUEE_SURFACE_ALPHA the first byte does not count. */
struct marquee_surface {
    int socket;
    uint32_t serial, width, height, stride, count, *buffers[MARQUEE_SURFACE_BUFFERS];
    uint64_t refresh_interval, number;
    int is_free[MARQUEE_SURFACE_BUFFERS], is_visible, cards[MARQUEE_SURFACE_BUFFERS]; /* A card's memory, or -1. */
    /* The last shown frame: its number, time and interval in nanoseconds of CLOCK_MONOTONIC, and the count of frames on the screen. */
    struct marquee_surface_presented presented;
    char reason[240];
};

static inline int marquee_surface_read(struct marquee_surface *surface);

static inline void marquee_surface_unmap(struct marquee_surface *surface) {
    for (uint32_t i = 0; i < surface->count; i++) {
        if (surface->cards[i] >= 0) close(surface->cards[i]);
        if (surface->buffers[i]) munmap(surface->buffers[i], (size_t)surface->stride * surface->height);
    }
    surface->count = 0;
}

/* Begins (0) or ends (1) writing by the processor: DMA_BUF_IOCTL_SYNC. Returns the buffer. */
static inline int marquee_surface_sync(struct marquee_surface *surface, int buffer, int ends) {
    uint64_t flags = 2 | (ends ? 4 : 0);
    if (surface->cards[buffer] >= 0) ioctl(surface->cards[buffer], _IOW('b', 0, uint64_t), &flags);
    return buffer;
}

/* Connects to `path`, beside the control socket, with the surface's name. Width and height are 0 for the size on the screen. */
static inline int marquee_surface_open(
    struct marquee_surface *surface, const char *path, const char *name, uint32_t width, uint32_t height, uint32_t flags) {
    memset(surface, 0, sizeof *surface);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct marquee_surface_hello hello = {MARQUEE_SURFACE_HELLO, sizeof hello, MARQUEE_SURFACE_VERSION, width, height, flags, ""};
    surface->socket = -1;
    errno = ENAMETOOLONG;
    if (strlen(path) >= sizeof address.sun_path || strlen(name) >= sizeof hello.name) return -1;
    strcpy(address.sun_path, path), strcpy(hello.name, name);
    surface->socket = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (surface->socket < 0 || connect(surface->socket, (struct sockaddr *)&address, sizeof address) < 0) return -1;
    if (send(surface->socket, &hello, sizeof hello, MSG_NOSIGNAL) >= 0) return 0;
    while (marquee_surface_read(surface) > 0) {} /* The daemon's reason may wait. */
    return -1;
}

static inline void marquee_surface_close(struct marquee_surface *surface) {
    marquee_surface_unmap(surface);
    if (surface->socket >= 0) close(surface->socket);
    surface->socket = -1;
}

/* Reads a message with its descriptors. Returns 1, or 0 if there is none. */
static inline int marquee_surface_receive(
    struct marquee_surface *surface, union marquee_surface_message *message, int *descriptors, uint32_t *count) {
    union { char space[CMSG_SPACE(MARQUEE_SURFACE_BUFFERS * sizeof(int))]; struct cmsghdr alignment; } control;
    struct iovec part = {message, sizeof *message};
    struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control.space, .msg_controllen = sizeof control.space};
    memset(message, 0, sizeof *message);
    *count = 0;
    ssize_t length = recvmsg(surface->socket, &header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (length < 0) return errno == EAGAIN || errno == EINTR ? 0 : -1;
    if (length == 0) { errno = EPIPE; return -1; }
    for (struct cmsghdr *part = CMSG_FIRSTHDR(&header); part; part = CMSG_NXTHDR(&header, part)) {
        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
        *count = (uint32_t)((part->cmsg_len - CMSG_LEN(0)) / sizeof(int));
        memcpy(descriptors, CMSG_DATA(part), *count * sizeof(int));
    }
    return 1;
}

/* Maps the buffers of a new size. The frames of earlier buffers are no longer shown. */
static inline int marquee_surface_configured(
    struct marquee_surface *surface, const struct marquee_surface_configure *configure, int *descriptors, uint32_t count) {
    marquee_surface_unmap(surface);
    surface->serial = configure->serial, surface->stride = configure->stride;
    surface->width = configure->width, surface->height = configure->height;
    surface->refresh_interval = configure->refresh_interval;
    int status = 0;
    for (uint32_t i = 0; i < count; i++) {
        size_t length = (size_t)configure->stride * configure->height;
        void *memory = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptors[i], 0);
        surface->cards[i] = configure->memory ? descriptors[i] : -1;
        if (!configure->memory) close(descriptors[i]);
        if (!(surface->is_free[i] = memory != MAP_FAILED)) status = -1;
        surface->buffers[i] = memory == MAP_FAILED ? NULL : (uint32_t *)memory;
        surface->count = i + 1;
    }
    return status;
}

/* Handles one message. Returns 1, or 0 if there is none. */
static inline int marquee_surface_read(struct marquee_surface *surface) {
    union marquee_surface_message message;
    int descriptors[MARQUEE_SURFACE_BUFFERS];
    uint32_t count = 0;
    int status = marquee_surface_receive(surface, &message, descriptors, &count);
    if (status <= 0) return status;
    switch (message.type) {
    case MARQUEE_SURFACE_CONFIGURE:
        return marquee_surface_configured(surface, &message.configure, descriptors, count) < 0 ? -1 : 1;
    case MARQUEE_SURFACE_RELEASED:
        if (message.released.serial == surface->serial && message.released.buffer < surface->count)
            surface->is_free[message.released.buffer] = 1;
        return 1;
    case MARQUEE_SURFACE_PRESENTED: surface->presented = message.presented; return 1;
    case MARQUEE_SURFACE_VISIBLE:
    case MARQUEE_SURFACE_HIDDEN: surface->is_visible = message.type == MARQUEE_SURFACE_VISIBLE; return 1;
    case MARQUEE_SURFACE_FAILED:
        memcpy(surface->reason, message.failed.reason, sizeof surface->reason - 1);
        errno = EPROTO;
        return -1;
    default: return 1;
    }
}

/* The index of a free buffer, or -2 after `milliseconds` (-1 waits). The first one comes when a screen shows the surface. */
static inline int marquee_surface_next(struct marquee_surface *surface, int milliseconds) {
    for (;;) {
        int status;
        while ((status = marquee_surface_read(surface)) > 0) {}
        if (status < 0) return -1;
        for (uint32_t i = 0; i < surface->count; i++)
            if (surface->is_free[i]) return marquee_surface_sync(surface, (int)i, 0);
        struct pollfd wait = {surface->socket, POLLIN, 0};
        status = poll(&wait, 1, milliseconds);
        if (status == 0) return -2;
        if (status < 0 && errno != EINTR) return -1;
    }
}

/* Hands a buffer over, of which all pixels may have changed. `target` is the time from which it is shown, in nanoseconds of
 * CLOCK_MONOTONIC; 0 for the next refresh. */
static inline int marquee_surface_show(struct marquee_surface *surface, int buffer, uint64_t target) {
    struct marquee_surface_frame frame = {
        MARQUEE_SURFACE_FRAME, sizeof frame, surface->serial, (uint32_t)buffer, ++surface->number, target, 0, 0, 0, 0};
    surface->is_free[buffer] = 0;
    marquee_surface_sync(surface, buffer, 1);
    if (send(surface->socket, &frame, sizeof frame, MSG_NOSIGNAL) >= 0) return 0;
    while (marquee_surface_read(surface) > 0) {} /* The daemon's reason may wait. */
    return -1;
}

#endif
