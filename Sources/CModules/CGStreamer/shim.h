#pragma once
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

// Converts a picture in three planes of its size (Y444) to 32-bit words, without space between rows.
static inline void marquee_gst_color(const GstVideoInfo *info, const MarqueeColors *colors, const void *planes, void *pixels) {
    for (int row = 0; row < info->height; row++) {
        const uint8_t *plane[3];
        for (int i = 0; i < 3; i++)
            plane[i] = (const uint8_t *)planes + info->offset[i] + (gsize)row * (gsize)info->stride[i];
        uint8_t *out = (uint8_t *)pixels + (gsize)row * (gsize)info->width * 4;
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
