#pragma once
#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/gst.h>
#include <gst/pbutils/missing-plugins.h>
#include <gst/video/video.h>
#include <unistd.h>

// The casts and variadic functions of GStreamer, which Swift does not see.

static inline GstElement *marquee_gst_child(GstElement *pipeline, const char *name) {
    return gst_bin_get_by_name(GST_BIN(pipeline), name);
}

static inline GstAppSink *marquee_gst_app_sink(GstElement *element) { return GST_APP_SINK(element); }

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

static inline GQuark marquee_gst_stream_errors(void) { return GST_STREAM_ERROR; }

// A converter of pictures into 32-bit words of the size `width` x `height`. The rectangle is the part of the picture that it shows.
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

// Converts a picture into `pixels`, which has the size of `out`. Returns FALSE if the picture's memory cannot be read.
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

static inline GstElementFactoryListType marquee_gst_video_decoders(void) {
    return GST_ELEMENT_FACTORY_TYPE_DECODER | (GST_ELEMENT_FACTORY_TYPE_MEDIA_VIDEO | GST_ELEMENT_FACTORY_TYPE_MEDIA_IMAGE);
}
