#pragma once
// The functions of animations need the deprecated GTimeVal.
#define GLIB_DISABLE_DEPRECATION_WARNINGS
#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <stdio.h>
#include <jpeglib.h>
#include <jerror.h>
#include <lcms2.h>
#include <librsvg/rsvg.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <webp/decode.h>
#include <webp/demux.h>

// Calls back with the size that a file declares, before memory is allocated for it. GObject's own function for this is a macro.
static inline void marquee_on_size_prepared(
    GdkPixbufLoader *loader, void (*handler)(GdkPixbufLoader *, int, int, void *), void *data) {
    g_signal_connect_data(loader, "size-prepared", G_CALLBACK(handler), data, NULL, (GConnectFlags)0);
}

// Calls back with each decoded part of the picture.
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

enum marquee_jpeg_result { MARQUEE_JPEG_READ, MARQUEE_JPEG_MADE_UP, MARQUEE_JPEG_NO_MEMORY, MARQUEE_JPEG_FAILED };

// Reads a JPEG file with libjpeg. libjpeg has the address of this structure as `client_data`.
struct marquee_jpeg_reader {
    struct jpeg_decompress_struct decoder;
    struct jpeg_error_mgr errors;
    struct jpeg_source_mgr source;
    // libjpeg may not return from an error, and no longjmp may pass through Swift.
    jmp_buf after_error;
    enum marquee_jpeg_result result;
    // Bytes that libjpeg skipped between the last block and the marker after it.
    int bytes_after_last_block;
    char message[JMSG_LENGTH_MAX];
    int file;
    off_t offset;
    JOCTET bytes[1 << 16];
};

static inline void marquee_jpeg_error(j_common_ptr decoder) {
    struct marquee_jpeg_reader *reader = decoder->client_data;
    reader->result = decoder->err->msg_code == JERR_OUT_OF_MEMORY ? MARQUEE_JPEG_NO_MEMORY : MARQUEE_JPEG_FAILED;
    decoder->err->format_message(decoder, reader->message);
    longjmp(reader->after_error, 1);
}

static inline void marquee_jpeg_notice(j_common_ptr decoder, int level) {
    struct marquee_jpeg_reader *reader = decoder->client_data;
    // Other levels are no warnings.
    if (level >= 0) return;
    switch (decoder->err->msg_code) {
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC:
        // Stop here: libjpeg would invent the rest too, and a small file can declare many blocks.
        reader->result = MARQUEE_JPEG_MADE_UP;
        longjmp(reader->after_error, 1);
    case JWRN_EXTRANEOUS_DATA: reader->bytes_after_last_block = decoder->err->msg_parm.i[0]; break;
    default: break;
    }
}

static inline void marquee_jpeg_nothing(j_decompress_ptr decoder) { (void)decoder; }

// At the end of the file, provide the last marker.
static inline boolean marquee_jpeg_fill(j_decompress_ptr decoder) {
    struct marquee_jpeg_reader *reader = decoder->client_data;
    ssize_t count = pread(reader->file, reader->bytes, sizeof reader->bytes, reader->offset);
    if (count <= 0) {
        reader->bytes[0] = 0xFF;
        reader->bytes[1] = JPEG_EOI;
        count = 2;
    }
    reader->offset += count;
    reader->source.next_input_byte = reader->bytes;
    reader->source.bytes_in_buffer = (size_t)count;
    return TRUE;
}

static inline void marquee_jpeg_skip(j_decompress_ptr decoder, long count) {
    struct marquee_jpeg_reader *reader = decoder->client_data;
    if (count <= 0) return;
    if ((size_t)count > reader->source.bytes_in_buffer) {
        reader->offset += count - (long)reader->source.bytes_in_buffer;
        marquee_jpeg_fill(decoder);
    } else {
        reader->source.next_input_byte += count;
        reader->source.bytes_in_buffer -= (size_t)count;
    }
}

// Reads the header of a file, which stays open. Returns NULL if there is no memory. `result` says whether the header is readable.
static inline struct marquee_jpeg_reader *marquee_jpeg_open(int file) {
    struct marquee_jpeg_reader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->file = file;
    j_decompress_ptr decoder = &reader->decoder;
    decoder->err = jpeg_std_error(&reader->errors);
    decoder->client_data = reader;
    reader->errors.error_exit = marquee_jpeg_error;
    reader->errors.emit_message = marquee_jpeg_notice;
    reader->source.init_source = marquee_jpeg_nothing;
    reader->source.fill_input_buffer = marquee_jpeg_fill;
    reader->source.skip_input_data = marquee_jpeg_skip;
    reader->source.resync_to_restart = jpeg_resync_to_restart;
    reader->source.term_source = marquee_jpeg_nothing;
    if (setjmp(reader->after_error) != 0) return reader;
    jpeg_create_decompress(decoder);
    decoder->src = &reader->source;
    // EXIF and colour profiles.
    jpeg_save_markers(decoder, JPEG_APP0 + 1, 0xFFFF);
    jpeg_save_markers(decoder, JPEG_APP0 + 2, 0xFFFF);
    jpeg_read_header(decoder, TRUE);
    return reader;
}

static inline void marquee_jpeg_close(struct marquee_jpeg_reader *reader) {
    jpeg_destroy_decompress(&reader->decoder);
    free(reader);
}

static inline const char *marquee_jpeg_message(struct marquee_jpeg_reader *reader) { return reader->message; }

// The EXIF block; NULL if there is none.
static inline const void *marquee_jpeg_exif(struct marquee_jpeg_reader *reader, unsigned int *length) {
    for (jpeg_saved_marker_ptr marker = reader->decoder.marker_list; marker; marker = marker->next) {
        if (marker->marker != JPEG_APP0 + 1 || marker->data_length < 6 || memcmp(marker->data, "Exif\0", 6) != 0) continue;
        *length = marker->data_length;
        return marker->data;
    }
    return NULL;
}

// The colour profile; NULL if there is none. The caller must free it with free(3).
static inline void *marquee_jpeg_profile(struct marquee_jpeg_reader *reader, unsigned int *length) {
    JOCTET *profile = NULL;
    if (setjmp(reader->after_error) != 0) return NULL;
    return jpeg_read_icc_profile(&reader->decoder, &profile, length) ? profile : NULL;
}

// Converts the inks from libjpeg to red, green and blue. Adobe's programs write inverted inks.
static inline void marquee_jpeg_to_rgb(const JSAMPLE *inks, unsigned char *pixels, JDIMENSION count, bool is_inverted) {
    unsigned int flip = is_inverted ? 0 : 255;
    for (JDIMENSION x = 0; x < count; x++, inks += 4, pixels += 3) {
        for (int i = 0; i < 3; i++) pixels[i] = (unsigned char)((inks[i] ^ flip) * (inks[3] ^ flip) / 255);
    }
}

// Decodes the picture at a fraction of its size, as red, green and blue with a byte each. `result` says whether that succeeded.
static inline void marquee_jpeg_decode(
    struct marquee_jpeg_reader *reader, unsigned int denominator, unsigned int width, unsigned int height,
    unsigned char *pixels, size_t stride) {
    j_decompress_ptr decoder = &reader->decoder;
    if (setjmp(reader->after_error) != 0) return;
    bool has_inks = decoder->jpeg_color_space == JCS_CMYK || decoder->jpeg_color_space == JCS_YCCK;
    decoder->out_color_space = has_inks ? JCS_CMYK : JCS_RGB;
    decoder->scale_num = 1;
    decoder->scale_denom = denominator;
    jpeg_start_decompress(decoder);
    if (decoder->output_width != width || decoder->output_height != height) ERREXIT(decoder, JERR_BAD_DCTSIZE);
    JSAMPARRAY inks = NULL;
    if (has_inks) inks = decoder->mem->alloc_sarray((j_common_ptr)decoder, JPOOL_IMAGE, width * 4, 1);
    while (decoder->output_scanline < height) {
        unsigned char *row = pixels + decoder->output_scanline * stride;
        jpeg_read_scanlines(decoder, inks ? inks : &row, 1);
        if (inks) marquee_jpeg_to_rgb(inks[0], row, width, decoder->saw_Adobe_marker);
    }
    // Only the bytes before the last marker count.
    reader->bytes_after_last_block = 0;
    jpeg_finish_decompress(decoder);
}
