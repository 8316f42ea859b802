#pragma once
#include <gst/app/gstappsink.h>
#include <gst/gst.h>
#include <gst/pbutils/missing-plugins.h>
#include <gst/video/video.h>

// The casts and variadic functions of GStreamer, which Swift does not see.

static inline GstElement *marquee_gst_child(GstElement *pipeline, const char *name) {
    return gst_bin_get_by_name(GST_BIN(pipeline), name);
}

static inline GstAppSink *marquee_gst_app_sink(GstElement *element) { return GST_APP_SINK(element); }

static inline GstIterator *marquee_gst_elements(GstElement *pipeline) { return gst_bin_iterate_recurse(GST_BIN(pipeline)); }

static inline GstElement *marquee_gst_element(const GValue *value) { return GST_ELEMENT(g_value_get_object(value)); }

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
