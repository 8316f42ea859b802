#pragma once
#include <libinput.h>
#include <linux/input.h>
#include <sys/ioctl.h>

// EVIOCGRAB (linux/input.h), a function-like macro: from here on nobody else hears the device, or everybody again. 0, or -1 and errno.
static inline int marquee_grab(int descriptor, int grabs) {
    return ioctl(descriptor, EVIOCGRAB, grabs);
}
