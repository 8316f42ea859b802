#pragma once
#include <dlfcn.h>
#include <libseat.h>
#include <linux/kd.h>
#include <stdbool.h>
#include <sys/ioctl.h>

// libseat is loaded when a seat is asked for, and not linked. With libsystemd, which it needs, it would cost every daemon memory.
struct marquee_seat_library {
    __typeof__(&libseat_open_seat) open_seat;
    __typeof__(&libseat_disable_seat) disable_seat;
    __typeof__(&libseat_close_seat) close_seat;
    __typeof__(&libseat_open_device) open_device;
    __typeof__(&libseat_close_device) close_device;
    __typeof__(&libseat_get_fd) get_fd;
    __typeof__(&libseat_dispatch) dispatch;
};

// False if the library or a function is missing.
static inline bool marquee_load_seat_library(struct marquee_seat_library *library) {
    void *handle = dlopen("libseat.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return false;
    library->open_seat = (__typeof__(&libseat_open_seat))dlsym(handle, "libseat_open_seat");
    library->disable_seat = (__typeof__(&libseat_disable_seat))dlsym(handle, "libseat_disable_seat");
    library->close_seat = (__typeof__(&libseat_close_seat))dlsym(handle, "libseat_close_seat");
    library->open_device = (__typeof__(&libseat_open_device))dlsym(handle, "libseat_open_device");
    library->close_device = (__typeof__(&libseat_close_device))dlsym(handle, "libseat_close_device");
    library->get_fd = (__typeof__(&libseat_get_fd))dlsym(handle, "libseat_get_fd");
    library->dispatch = (__typeof__(&libseat_dispatch))dlsym(handle, "libseat_dispatch");
    return library->open_seat && library->disable_seat && library->close_seat && library->open_device
        && library->close_device && library->get_fd && library->dispatch;
}

// The modes of a virtual terminal (ioctl_console(2)). Each returns -1 with errno on failure.
static inline int marquee_console_mode(int descriptor, int *mode) { return ioctl(descriptor, KDGETMODE, mode); }
static inline int marquee_set_console_mode(int descriptor, int mode) { return ioctl(descriptor, KDSETMODE, mode); }
static inline int marquee_keyboard_mode(int descriptor, int *mode) { return ioctl(descriptor, KDGKBMODE, mode); }
static inline int marquee_set_keyboard_mode(int descriptor, int mode) { return ioctl(descriptor, KDSKBMODE, mode); }
