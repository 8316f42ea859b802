#pragma once
// The only header of libddcutil (GPL) in this tree. marquee-ddc is the only program that includes it.
#include <ddcutil_c_api.h>
#include <ddcutil_status_codes.h>
#include <stdio.h>
#include <stdio_ext.h>

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

// Discards the contents of standard output's buffer.
static inline void marquee_ddc_forget_said(void) { __fpurge(stdout); }

// Macros that Swift does not import.
static const DDCA_Status MARQUEE_DDC_REPORTED_UNSUPPORTED = DDCRC_REPORTED_UNSUPPORTED;
static const DDCA_Status MARQUEE_DDC_DETERMINED_UNSUPPORTED = DDCRC_DETERMINED_UNSUPPORTED;
