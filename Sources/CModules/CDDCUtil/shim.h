#pragma once
// The only header of libddcutil (GPL) in this tree. marquee-ddc is the only program that includes it.
#include <ddcutil_c_api.h>
#include <ddcutil_status_codes.h>
#include <dlfcn.h>
#include <stddef.h>

// The functions of libddcutil. Debian 12 has libddcutil.so.4 (1.4.1), and Debian 13 has libddcutil.so.5 (2.2.0). These functions and their types are
// the same in both, so the program is not linked with one of them. It loads the one that the system has.
typedef struct {
    __typeof__(ddca_enable_verify) *_Nonnull enable_verify;
    __typeof__(ddca_get_display_info_list2) *_Nonnull get_display_info_list2;
    __typeof__(ddca_free_display_info_list) *_Nonnull free_display_info_list;
    __typeof__(ddca_open_display2) *_Nonnull open_display2;
    __typeof__(ddca_close_display) *_Nonnull close_display;
    __typeof__(ddca_get_non_table_vcp_value) *_Nonnull get_non_table_vcp_value;
    __typeof__(ddca_set_non_table_vcp_value) *_Nonnull set_non_table_vcp_value;
} MarqueeDDCLibrary;

// Loads libddcutil without its search over USB, because that takes long and finds no monitors on connectors. NULL if the system has no libddcutil.
static inline const MarqueeDDCLibrary *_Nullable marquee_ddc_load(void) {
    static MarqueeDDCLibrary library;
    void *file = dlopen("libddcutil.so.5", RTLD_NOW | RTLD_LOCAL);
    if (file == NULL) file = dlopen("libddcutil.so.4", RTLD_NOW | RTLD_LOCAL);
    if (file == NULL) return NULL;
    struct {
        const char *name;
        void **place;
    } functions[] = {
        {"ddca_enable_verify", (void **)&library.enable_verify},
        {"ddca_get_display_info_list2", (void **)&library.get_display_info_list2},
        {"ddca_free_display_info_list", (void **)&library.free_display_info_list},
        {"ddca_open_display2", (void **)&library.open_display2},
        {"ddca_close_display", (void **)&library.close_display},
        {"ddca_get_non_table_vcp_value", (void **)&library.get_non_table_vcp_value},
        {"ddca_set_non_table_vcp_value", (void **)&library.set_non_table_vcp_value},
    };
    for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
        *functions[index].place = dlsym(file, functions[index].name);
        if (*functions[index].place == NULL) return NULL;
    }
    // Version 4 has a function for this, and version 5 has options: no system log (0) and no flags (0).
    bool (*enable_usb)(bool) = (bool (*)(bool))dlsym(file, "ddca_enable_usb_display_detection");
    DDCA_Status (*init)(const char *, int, int) = (DDCA_Status(*)(const char *, int, int))dlsym(file, "ddca_init");
    if (enable_usb != NULL) {
        enable_usb(false);
    } else if (init != NULL) {
        init("--disable-usb", 0, 0);
    }
    return &library;
}

// The list's records follow its end, where Swift cannot access them.
static inline DDCA_Display_Info *marquee_ddc_display(DDCA_Display_Info_List *list, int index) {
    return index >= 0 && index < list->ct ? &list->info[index] : NULL;
}

// The first 128 bytes of the display's EDID.
static inline const uint8_t *marquee_ddc_edid(const DDCA_Display_Info *display) { return display->edid_bytes; }

// The number N of /dev/i2c-N. It is -1 if the display has another connection, such as USB.
static inline int marquee_ddc_bus(const DDCA_Display_Info *display) {
    return display->path.io_mode == DDCA_IO_I2C ? display->path.path.i2c_busno : -1;
}

// Macros that Swift does not import.
static const DDCA_Status MARQUEE_DDC_REPORTED_UNSUPPORTED = DDCRC_REPORTED_UNSUPPORTED;
static const DDCA_Status MARQUEE_DDC_DETERMINED_UNSUPPORTED = DDCRC_DETERMINED_UNSUPPORTED;
