#pragma once
#include <libinput.h>
#include <linux/input.h>
#include <sys/ioctl.h>

// EVIOCGRAB (linux/input.h), a function-like macro: begins or ends the exclusive use of the device. Returns 0, or -1 with errno.
static inline int marquee_grab(int descriptor, int grabs) {
    return ioctl(descriptor, EVIOCGRAB, grabs);
}
