#pragma once
#include <dlfcn.h>
#include <gbm.h>

// libgbm's functions, loaded at their first use. If a program linked libgbm, it and its three libraries would take a quarter of a megabyte
// in every program that may use GBM buffers. Few programs use them.
struct marquee_gbm {
    __typeof__(gbm_create_device) *create_device;
    __typeof__(gbm_device_destroy) *device_destroy;
    __typeof__(gbm_bo_create) *bo_create;
    __typeof__(gbm_bo_destroy) *bo_destroy;
    __typeof__(gbm_bo_get_handle) *bo_get_handle;
    __typeof__(gbm_bo_get_stride) *bo_get_stride;
    __typeof__(gbm_bo_get_offset) *bo_get_offset;
    __typeof__(gbm_bo_get_modifier) *bo_get_modifier;
    __typeof__(gbm_bo_get_fd) *bo_get_fd;
};

// Loads libgbm (dlopen(3), dlsym(3)), which stays until the process ends. Returns 0 if libgbm is missing or lacks a function.
static inline int marquee_gbm_load(struct marquee_gbm *gbm) {
    void *library = dlopen("libgbm.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
#define MARQUEE_LOOK_UP(name) ((gbm->name = (__typeof__(gbm->name))dlsym(library, "gbm_" #name)) != 0)
    return MARQUEE_LOOK_UP(create_device) && MARQUEE_LOOK_UP(device_destroy) && MARQUEE_LOOK_UP(bo_create) &&
           MARQUEE_LOOK_UP(bo_destroy) && MARQUEE_LOOK_UP(bo_get_handle) && MARQUEE_LOOK_UP(bo_get_stride) &&
           MARQUEE_LOOK_UP(bo_get_offset) && MARQUEE_LOOK_UP(bo_get_modifier) && MARQUEE_LOOK_UP(bo_get_fd);
#undef MARQUEE_LOOK_UP
}
