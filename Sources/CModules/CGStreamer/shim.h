#pragma once
#include <gio/gio.h>
#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/gst.h>
#include <gst/pbutils/missing-plugins.h>
#include <gst/video/video.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

// The casts and variadic functions of GStreamer, which Swift does not see.

static inline GstElement *marquee_gst_child(GstElement *pipeline, const char *name) {
    return gst_bin_get_by_name(GST_BIN(pipeline), name);
}

static inline GstAppSink *marquee_gst_app_sink(GstElement *element) { return GST_APP_SINK(element); }

static inline GstAppSrc *marquee_gst_app_source(GstElement *element) { return GST_APP_SRC(element); }

static inline void marquee_gst_set_text(GstElement *element, const char *name, const char *text) {
    g_object_set(element, name, text, NULL);
}

// Lets times of buffers be times of CLOCK_MONOTONIC.
static inline void marquee_gst_follow_monotonic_clock(GstElement *pipeline) {
    GstClock *clock = gst_system_clock_obtain();
    gst_pipeline_use_clock(GST_PIPELINE(pipeline), clock);
    gst_object_unref(clock);
    gst_element_set_start_time(pipeline, GST_CLOCK_TIME_NONE);
    gst_element_set_base_time(pipeline, 0);
}

// Copies samples into an `appsrc`.
static inline gboolean marquee_gst_push(GstAppSrc *source, const void *bytes, gsize length, GstClockTime time, GstClockTime duration) {
    GstBuffer *buffer = gst_buffer_new_allocate(NULL, length, NULL);
    if (!buffer) return FALSE;
    gst_buffer_fill(buffer, 0, bytes, length);
    GST_BUFFER_PTS(buffer) = time;
    GST_BUFFER_DURATION(buffer) = duration;
    return gst_app_src_push_buffer(source, buffer) == GST_FLOW_OK;
}

static inline GstIterator *marquee_gst_elements(GstElement *pipeline) { return gst_bin_iterate_recurse(GST_BIN(pipeline)); }

static inline GstElement *marquee_gst_element(const GValue *value) { return GST_ELEMENT(g_value_get_object(value)); }

// The file of an `appsrc`. Its thread reads any part of the file when a demuxer asks for it. A demuxer that is fed from the beginning instead
// loses the pictures of a short file if the file's index is at its end.
typedef struct { int descriptor; gint64 offset; } MarqueeFile;

static void marquee_gst_read(GstAppSrc *source, guint length, gpointer data) {
    MarqueeFile *file = (MarqueeFile *)data;
    GstBuffer *buffer = gst_buffer_new_allocate(NULL, length, NULL);
    GstMapInfo map;
    gssize count = -1;
    if (buffer && gst_buffer_map(buffer, &map, GST_MAP_WRITE)) {
        count = pread(file->descriptor, map.data, map.size, file->offset);
        gst_buffer_unmap(buffer, &map);
    }
    if (count <= 0) {
        if (buffer) gst_buffer_unref(buffer);
        gst_app_src_end_of_stream(source);
        return;
    }
    gst_buffer_set_size(buffer, count);
    // The demuxer of MPEG-TS takes its position from the buffers.
    GST_BUFFER_OFFSET(buffer) = (guint64)file->offset;
    file->offset += count;
    GST_BUFFER_OFFSET_END(buffer) = (guint64)file->offset;
    gst_app_src_push_buffer(source, buffer);
}

static gboolean marquee_gst_seek(GstAppSrc *source, guint64 offset, gpointer data) {
    (void)source;
    ((MarqueeFile *)data)->offset = (gint64)offset;
    return TRUE;
}

// Lets an `appsrc` read a file. The descriptor stays open as long as the pipeline.
static inline void marquee_gst_set_file(GstElement *source, int descriptor, gint64 size) {
    GstAppSrcCallbacks callbacks = {.need_data = marquee_gst_read, .seek_data = marquee_gst_seek};
    MarqueeFile *file = g_new0(MarqueeFile, 1);
    file->descriptor = descriptor;
    gst_app_src_set_stream_type(GST_APP_SRC(source), GST_APP_STREAM_TYPE_RANDOM_ACCESS);
    gst_app_src_set_size(GST_APP_SRC(source), size);
    gst_app_src_set_callbacks(GST_APP_SRC(source), &callbacks, file, g_free);
}

// Asks the handler whether decodebin decodes a stream with these caps.
static inline void marquee_gst_on_stream(
    GstElement *decoder, gboolean (*handler)(GstElement *, GstPad *, GstCaps *, void *), void *data) {
    g_signal_connect_data(decoder, "autoplug-continue", G_CALLBACK(handler), data, NULL, (GConnectFlags)0);
}

// Whether a stream with these caps has other streams inside.
static inline gboolean marquee_gst_is_container(GstCaps *caps) {
    GList *all = gst_element_factory_list_get_elements(GST_ELEMENT_FACTORY_TYPE_DEMUXER, GST_RANK_MARGINAL);
    GList *found = gst_element_factory_list_filter(all, caps, GST_PAD_SINK, FALSE);
    gboolean is_container = found != NULL;
    gst_plugin_feature_list_free(found);
    gst_plugin_feature_list_free(all);
    return is_container;
}

static inline GQuark marquee_gst_stream_errors(void) { return GST_STREAM_ERROR; }

static inline GQuark marquee_gst_resource_errors(void) { return GST_RESOURCE_ERROR; }

// A converter of pictures into the form `out`. The rectangle is the part of the picture that it takes.
static inline GstVideoConverter *marquee_gst_converter(
    const GstVideoInfo *in, const GstVideoInfo *out, int x, int y, int width, int height, unsigned threads) {
    GstStructure *options = gst_structure_new(
        "options", GST_VIDEO_CONVERTER_OPT_SRC_X, G_TYPE_INT, x, GST_VIDEO_CONVERTER_OPT_SRC_Y, G_TYPE_INT, y,
        GST_VIDEO_CONVERTER_OPT_SRC_WIDTH, G_TYPE_INT, width, GST_VIDEO_CONVERTER_OPT_SRC_HEIGHT, G_TYPE_INT, height,
        GST_VIDEO_CONVERTER_OPT_THREADS, G_TYPE_UINT, threads, GST_VIDEO_CONVERTER_OPT_RESAMPLER_METHOD,
        GST_TYPE_VIDEO_RESAMPLER_METHOD, GST_VIDEO_RESAMPLER_METHOD_LINEAR, GST_VIDEO_CONVERTER_OPT_DITHER_METHOD,
        GST_TYPE_VIDEO_DITHER_METHOD, GST_VIDEO_DITHER_NONE, NULL);
    return gst_video_converter_new(in, out, options);
}

// Converts a picture into `pixels`, which has the bytes of `out`. Returns FALSE if the picture's memory cannot be read.
static inline gboolean marquee_gst_convert(
    GstVideoConverter *converter, const GstVideoInfo *in, const GstVideoInfo *out, GstBuffer *picture, void *pixels) {
    GstVideoFrame source, target;
    if (!gst_video_frame_map(&source, in, picture, GST_MAP_READ)) return FALSE;
    GstBuffer *wrapped = gst_buffer_new_wrapped_full((GstMemoryFlags)0, pixels, out->size, 0, out->size, NULL, NULL);
    gboolean is_mapped = gst_video_frame_map(&target, out, wrapped, GST_MAP_WRITE);
    if (is_mapped) {
        gst_video_converter_frame(converter, &source, &target);
        gst_video_frame_unmap(&target);
    }
    gst_buffer_unref(wrapped);
    gst_video_frame_unmap(&source);
    return is_mapped;
}

// The factors from Y'CbCr to R'G'B', in 64ths; the factor of Y' is in 128ths. GStreamer 1.22 converts 8-bit pictures with products that it cuts
// to whole steps: its white is 253.
typedef struct { int16_t black, white, luma, red_v, green_u, green_v, blue_u; } MarqueeColors;

static inline MarqueeColors marquee_gst_colors(const GstVideoInfo *info) {
    gboolean is_full = info->colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255;
    double red = 0.2126, blue = 0.0722;
    gst_video_color_matrix_get_Kr_Kb(info->colorimetry.matrix, &red, &blue);
    double green = 1 - red - blue, chroma = is_full ? 128 : 128 * 255 / 224.0;
    return (MarqueeColors){
        .black = is_full ? 0 : 16,
        .white = is_full ? 255 : 235,
        .luma = (int16_t)lrint(is_full ? 128 : 128 * 255 / 219.0),
        .red_v = (int16_t)lrint((1 - red) * chroma),
        .green_u = (int16_t)lrint((1 - blue) * blue / green * chroma),
        .green_v = (int16_t)lrint((1 - red) * red / green * chroma),
        .blue_u = (int16_t)lrint((1 - blue) * chroma),
    };
}

typedef int16_t MarqueeLanes __attribute__((vector_size(16)));
typedef uint8_t MarqueeBytes __attribute__((vector_size(8)));

static inline MarqueeLanes marquee_lanes(const uint8_t *bytes) {
    MarqueeBytes found;
    memcpy(&found, bytes, sizeof found);
    return __builtin_convertvector(found, MarqueeLanes);
}

static inline MarqueeLanes marquee_level(MarqueeLanes sum) {
    return __builtin_elementwise_min(__builtin_elementwise_max(sum >> 6, (MarqueeLanes){0}), (MarqueeLanes){0} + 255);
}

// Converts eight pixels to 32-bit words 0xFFRRGGBB.
static inline void marquee_eight_pixels(
    const uint8_t *y, const uint8_t *u, const uint8_t *v, const MarqueeColors *colors, uint8_t *pixels) {
    MarqueeLanes blue_difference = marquee_lanes(u) - 128, red_difference = marquee_lanes(v) - 128;
    MarqueeLanes level = __builtin_elementwise_min(marquee_lanes(y), (MarqueeLanes){0} + colors->white) - colors->black;
    // With half a step, so that the shift rounds.
    MarqueeLanes luma = (level * colors->luma >> 1) + 32;
    MarqueeLanes red = marquee_level(__builtin_elementwise_add_sat(luma, red_difference * colors->red_v));
    MarqueeLanes green = marquee_level(
        __builtin_elementwise_sub_sat(luma, blue_difference * colors->green_u + red_difference * colors->green_v));
    MarqueeLanes blue = marquee_level(__builtin_elementwise_add_sat(luma, blue_difference * colors->blue_u));
    MarqueeLanes low = blue | green << 8, high = red | (MarqueeLanes){0} + (int16_t)0xFF00;
    MarqueeLanes words = __builtin_shufflevector(low, high, 0, 8, 1, 9, 2, 10, 3, 11);
    memcpy(pixels, &words, sizeof words);
    words = __builtin_shufflevector(low, high, 4, 12, 5, 13, 6, 14, 7, 15);
    memcpy(pixels + sizeof words, &words, sizeof words);
}

// Converts a picture in three planes of its size (Y444) to 32-bit words, whose rows begin each `stride` bytes.
static inline void marquee_gst_color(
    const GstVideoInfo *info, const MarqueeColors *colors, const void *planes, void *pixels, gsize stride) {
    for (int row = 0; row < info->height; row++) {
        const uint8_t *plane[3];
        for (int i = 0; i < 3; i++)
            plane[i] = (const uint8_t *)planes + info->offset[i] + (gsize)row * (gsize)info->stride[i];
        uint8_t *out = (uint8_t *)pixels + (gsize)row * stride;
        int x = 0;
        for (; x + 8 <= info->width; x += 8)
            marquee_eight_pixels(plane[0] + x, plane[1] + x, plane[2] + x, colors, out + 4 * x);
        if (x < info->width) {
            uint8_t rest[3][8] = {{0}}, words[32];
            gsize count = (gsize)(info->width - x);
            for (int i = 0; i < 3; i++) memcpy(rest[i], plane[i] + x, count);
            marquee_eight_pixels(rest[0], rest[1], rest[2], colors, words);
            memcpy(out + 4 * x, words, count * 4);
        }
    }
}

static inline GstElementFactoryListType marquee_gst_video_decoders(void) {
    return GST_ELEMENT_FACTORY_TYPE_DECODER | (GST_ELEMENT_FACTORY_TYPE_MEDIA_VIDEO | GST_ELEMENT_FACTORY_TYPE_MEDIA_IMAGE);
}

// Streams: the sources that a stream may use, and the guard of its connections.
static inline void marquee_gst_set_flag(gpointer object, const char *name, gboolean value) { g_object_set(object, name, value, NULL); }

static inline void marquee_gst_set_number(gpointer object, const char *name, guint value) { g_object_set(object, name, value, NULL); }

// Calls the handler with each source that `uridecodebin` makes.
static inline void marquee_gst_on_source(GstElement *decoder, void (*handler)(GstElement *, GstElement *, void *)) {
    g_signal_connect_data(decoder, "source-setup", G_CALLBACK(handler), NULL, NULL, (GConnectFlags)0);
}

// Asks the handler for each coded picture whether it is decoded. The handler gets its time since the beginning of the pipeline, or
// GST_CLOCK_TIME_NONE, and whether it is a key frame. It is called on the thread of the decoder.
typedef gboolean (*MarqueePictureHandler)(GstClockTime time, gboolean is_key);

static GstPadProbeReturn marquee_gst_on_coded(GstPad *pad, GstPadProbeInfo *info, gpointer handler) {
    GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER(info);
    GstEvent *event = gst_pad_get_sticky_event(pad, GST_EVENT_SEGMENT, 0);
    GstClockTime time = GST_CLOCK_TIME_NONE;
    if (event) {
        const GstSegment *segment;
        gst_event_parse_segment(event, &segment);
        time = gst_segment_to_running_time(segment, GST_FORMAT_TIME, GST_BUFFER_DTS_OR_PTS(buffer));
        gst_event_unref(event);
    }
    gboolean is_key = !GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_DELTA_UNIT);
    return ((MarqueePictureHandler)handler)(time, is_key) ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP;
}

static void marquee_gst_on_element(GstBin *bin, GstBin *inner, GstElement *element, gpointer handler) {
    (void)bin, (void)inner;
    GstElementFactory *factory = gst_element_get_factory(element);
    GstElementFactoryListType kind = GST_ELEMENT_FACTORY_TYPE_DECODER | GST_ELEMENT_FACTORY_TYPE_MEDIA_VIDEO | GST_ELEMENT_FACTORY_TYPE_MEDIA_IMAGE;
    if (!factory || !gst_element_factory_list_is_type(factory, kind)) return;
    GstPad *pad = gst_element_get_static_pad(element, "sink");
    if (!pad) return;
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, marquee_gst_on_coded, handler, NULL);
    gst_object_unref(pad);
}

static inline void marquee_gst_on_coded_picture(GstElement *pipeline, MarqueePictureHandler handler) {
    g_signal_connect_data(
        pipeline, "deep-element-added", G_CALLBACK(marquee_gst_on_element), (gpointer)handler, NULL, (GConnectFlags)0);
}

// Removes all elements that open an address, except those for streams, so that neither a playlist nor a redirection can open anything else. A plugin
// that is loaded adds its elements again. So plugins with needed elements are loaded before, and the others are removed as a whole.
static inline void marquee_gst_keep_stream_sources(void) {
    static const char *const sources[] = {"appsrc", "rtspsrc", "souphttpsrc", NULL};
    static const char *const plugins[] = {"app", "coreelements", "rtsp", "soup", NULL};
    GstRegistry *registry = gst_registry_get();
    for (int i = 0; plugins[i]; i++) {
        GstPlugin *plugin = gst_plugin_load_by_name(plugins[i]);
        if (plugin) gst_object_unref(plugin);
    }
    GList *all = gst_registry_get_feature_list(registry, GST_TYPE_ELEMENT_FACTORY);
    for (GList *entry = all; entry; entry = entry->next) {
        GstPluginFeature *feature = GST_PLUGIN_FEATURE(entry->data);
        if (gst_element_factory_get_uri_type(GST_ELEMENT_FACTORY(feature)) != GST_URI_SRC) continue;
        if (g_strv_contains(sources, GST_OBJECT_NAME(feature))) continue;
        GstPlugin *plugin = gst_plugin_feature_get_plugin(feature);
        if (plugin && !g_strv_contains(plugins, gst_plugin_get_name(plugin)))
            gst_registry_remove_plugin(registry, plugin);
        else
            gst_registry_remove_feature(registry, feature);
        if (plugin) gst_object_unref(plugin);
    }
    gst_plugin_feature_list_free(all);
}

// The kind of an address: 0 for a usual one, 1 for this machine, 2 for one that is valid only on its cable, 3 for one of no single machine.
static inline int marquee_kind_of_address(GInetAddress *address) {
    const guint8 *bytes = g_inet_address_to_bytes(address);
    if (g_inet_address_get_family(address) == G_SOCKET_FAMILY_IPV6) {
        // ::ffff:0:0/96 has the addresses of IPv4, and ::/96 had them (RFC 4291, section 2.5.5). The kernel connects to the former. 64:ff9b::/96 leads
        // to them (RFC 6052).
        static const guint8 mapped[12] = {[10] = 0xFF, [11] = 0xFF}, translated[12] = {0, 0x64, 0xFF, 0x9B}, compatible[12] = {0};
        if (!memcmp(bytes, mapped, 12) || !memcmp(bytes, translated, 12) || (!memcmp(bytes, compatible, 12) && bytes[12])) {
            GInetAddress *inner = g_inet_address_new_from_bytes(bytes + 12, G_SOCKET_FAMILY_IPV4);
            int kind = marquee_kind_of_address(inner);
            g_object_unref(inner);
            return kind;
        }
        // Amazon's address for the facts of a virtual machine.
        static const guint8 facts[16] = {0xFD, 0x00, 0x0E, 0xC2, [14] = 0x02, [15] = 0x54};
        if (!memcmp(bytes, facts, 16)) return 2;
    } else if (bytes[0] == 0) {
        // 0.0.0.0/8 leads to this machine.
        return 1;
    }
    if (g_inet_address_get_is_loopback(address) || g_inet_address_get_is_any(address)) return 1;
    if (g_inet_address_get_is_link_local(address)) return 2;
    return g_inet_address_get_is_multicast(address) ? 3 : 0;
}

// An event of a connection (GSocketClientEvent). Before the connection is made, `kind` and `address` tell its address, and the handler may end the
// process. NULL is an unknown address.
typedef void (*MarqueeConnectionHandler)(guint event, int kind, const char *address);

static gboolean marquee_on_connection(GSignalInvocationHint *hint, guint count, const GValue *values, gpointer handler) {
    (void)hint;
    if (count < 4) return TRUE;
    guint event = (guint)g_value_get_enum(values + 1);
    if (event != G_SOCKET_CLIENT_CONNECTING) {
        ((MarqueeConnectionHandler)handler)(event, 0, NULL);
        return TRUE;
    }
    GSocketAddress *address = NULL;
    GObject *connection = (GObject *)g_value_get_object(values + 3);
    if (connection && G_IS_SOCKET_CONNECTION(connection))
        address = g_socket_connection_get_remote_address(G_SOCKET_CONNECTION(connection), NULL);
    if (!address || !G_IS_INET_SOCKET_ADDRESS(address)) {
        ((MarqueeConnectionHandler)handler)(event, 3, NULL);
    } else {
        GInetAddress *inner = g_inet_socket_address_get_address(G_INET_SOCKET_ADDRESS(address));
        gchar *text = g_inet_address_to_string(inner);
        ((MarqueeConnectionHandler)handler)(event, marquee_kind_of_address(inner), text);
        g_free(text);
    }
    if (address) g_object_unref(address);
    return TRUE;
}

static gboolean marquee_on_certificate(GSignalInvocationHint *hint, guint count, const GValue *values, gpointer handler) {
    (void)hint;
    if (count >= 3) ((void (*)(guint))handler)(g_value_get_flags(values + 2));
    return TRUE;
}

// Has all connections of GLib checked by `on_connection` at the moment of each connection, also those after a redirection, and reports the faults of
// wrong certificates (GTlsCertificateFlags), which are refused.
static inline void marquee_guard_connections(MarqueeConnectionHandler on_connection, void (*on_certificate)(guint)) {
    // The classes have no signals before they are used.
    g_type_class_ref(G_TYPE_SOCKET_CLIENT);
    g_type_class_ref(G_TYPE_TLS_CONNECTION);
    g_signal_add_emission_hook(
        g_signal_lookup("event", G_TYPE_SOCKET_CLIENT), 0, marquee_on_connection, (gpointer)on_connection, NULL);
    g_signal_add_emission_hook(
        g_signal_lookup("accept-certificate", G_TYPE_TLS_CONNECTION), 0, marquee_on_certificate,
        (gpointer)on_certificate, NULL);
}
