#pragma once
// GTimeVal, which animations are asked by.
#define GLIB_DISABLE_DEPRECATION_WARNINGS
#include <cairo.h>
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <lcms2.h>
#include <librsvg/rsvg.h>
#include <webp/decode.h>
#include <webp/demux.h>

// Calls back with the size that a file declares, before memory is taken for it. GObject's own way in is a macro.
static inline void marquee_on_size_prepared(
    GdkPixbufLoader *loader, void (*handler)(GdkPixbufLoader *, int, int, void *), void *data) {
    g_signal_connect_data(loader, "size-prepared", G_CALLBACK(handler), data, NULL, (GConnectFlags)0);
}

// Calls back with each part of the picture that has been decoded.
static inline void marquee_on_area_updated(
    GdkPixbufLoader *loader, void (*handler)(GdkPixbufLoader *, int, int, int, int, void *), void *data) {
    g_signal_connect_data(loader, "area-updated", G_CALLBACK(handler), data, NULL, (GConnectFlags)0);
}

static inline GQuark marquee_pixbuf_error_domain(void) { return GDK_PIXBUF_ERROR; }

// 0xAARRGGBB in host order with premultiplied alpha.
#if G_BYTE_ORDER == G_LITTLE_ENDIAN
static const cmsUInt32Number MARQUEE_TYPE_ARGB32 = TYPE_BGRA_8_PREMUL;
static const WEBP_CSP_MODE MARQUEE_MODE_ARGB32 = MODE_bgrA;
#else
static const cmsUInt32Number MARQUEE_TYPE_ARGB32 = TYPE_ARGB_8_PREMUL;
static const WEBP_CSP_MODE MARQUEE_MODE_ARGB32 = MODE_Argb;
#endif
