#pragma once
// Include only headers that Swift's Glibc module lacks. sys/mman.h and sys/ioctl.h would be defined twice.
#include <drm.h>
#include <drm_fourcc.h>
#include <drm_mode.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

// Swift imports no function-like macros and no unsigned long macros of the DRM headers. So each needed macro is a constant here, with the
// macro's name.
static const uint32_t MARQUEE_DRM_FORMAT_XRGB8888 = DRM_FORMAT_XRGB8888;
static const uint32_t MARQUEE_DRM_FORMAT_ARGB8888 = DRM_FORMAT_ARGB8888;
static const unsigned long MARQUEE_DRM_IOCTL_MODE_ATOMIC = DRM_IOCTL_MODE_ATOMIC;
static const unsigned long MARQUEE_DRM_IOCTL_MODE_MAP_DUMB = DRM_IOCTL_MODE_MAP_DUMB;

// DRM_IOCTL_MODE_CLOSEFB exists since Linux 6.8. Debian 12's headers do not have it.
struct marquee_drm_mode_closefb {
    uint32_t fb_id;
    uint32_t pad;
};
static const unsigned long MARQUEE_DRM_IOCTL_MODE_CLOSEFB = DRM_IOWR(0xD0, struct marquee_drm_mode_closefb);
