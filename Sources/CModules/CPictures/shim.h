#pragma once
// GTimeVal, which animations are asked by.
#define GLIB_DISABLE_DEPRECATION_WARNINGS
#include <cairo.h>
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <stdio.h>
#include <jpeglib.h>
#include <jerror.h>
#include <lcms2.h>
#include <librsvg/rsvg.h>
#include <setjmp.h>
#include <stdbool.h>
#include <unistd.h>
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

enum marquee_jpeg_result { MARQUEE_JPEG_READ, MARQUEE_JPEG_NO_MEMORY, MARQUEE_JPEG_FAILED };

// What the data of a JPEG file are like.
struct marquee_jpeg_data {
    enum marquee_jpeg_result result;
    // The file has not the data of all blocks, or some of them are no code.
    bool has_made_up_blocks;
    // Bytes that libjpeg skipped between the last block and the marker after it.
    int bytes_after_last_block;
};

// libjpeg has its address as `client_data`.
struct marquee_jpeg_reader {
    struct jpeg_error_mgr errors;
    struct jpeg_source_mgr source;
    struct jpeg_decompress_struct decoder;
    struct marquee_jpeg_data data;
    // libjpeg may not return from an error, and no longjmp may pass through Swift.
    jmp_buf after_error;
    int file;
    off_t offset;
    JOCTET bytes[1 << 14];
};

static inline void marquee_jpeg_error(j_common_ptr decoder) {
    struct marquee_jpeg_reader *reader = decoder->client_data;
    reader->data.result =
        decoder->err->msg_code == JERR_OUT_OF_MEMORY ? MARQUEE_JPEG_NO_MEMORY : MARQUEE_JPEG_FAILED;
    longjmp(reader->after_error, 1);
}

static inline void marquee_jpeg_message(j_common_ptr decoder, int level) {
    struct marquee_jpeg_reader *reader = decoder->client_data;
    // Others are no warnings.
    if (level >= 0) return;
    switch (decoder->err->msg_code) {
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC:
        // A small file can declare many blocks.
        reader->data.has_made_up_blocks = true;
        longjmp(reader->after_error, 1);
    case JWRN_EXTRANEOUS_DATA: reader->data.bytes_after_last_block = decoder->err->msg_parm.i[0]; break;
    default: break;
    }
}

static inline void marquee_jpeg_begin(j_decompress_ptr decoder) { (void)decoder; }

// A file that ends gets the last marker.
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

static inline void marquee_jpeg_decode(struct marquee_jpeg_reader *reader) {
    j_decompress_ptr decoder = &reader->decoder;
    if (setjmp(reader->after_error) != 0) return;
    jpeg_create_decompress(decoder);
    decoder->client_data = reader;
    decoder->src = &reader->source;
    jpeg_read_header(decoder, TRUE);
    // The pixels are not kept: as few of them as libjpeg can make.
    decoder->scale_num = 1;
    decoder->scale_denom = 8;
    decoder->dct_method = JDCT_IFAST;
    decoder->do_fancy_upsampling = FALSE;
    decoder->do_block_smoothing = FALSE;
    if (decoder->jpeg_color_space == JCS_YCbCr) decoder->out_color_space = JCS_GRAYSCALE;
    jpeg_start_decompress(decoder);
    JSAMPARRAY row = decoder->mem->alloc_sarray(
        (j_common_ptr)decoder, JPOOL_IMAGE, decoder->output_width * (JDIMENSION)decoder->output_components, 1);
    while (decoder->output_scanline < decoder->output_height) jpeg_read_scanlines(decoder, row, 1);
    // Only the bytes before the last marker count.
    reader->data.bytes_after_last_block = 0;
    jpeg_finish_decompress(decoder);
}

// Reads all data of a JPEG file.
static inline struct marquee_jpeg_data marquee_jpeg_read(int file) {
    struct marquee_jpeg_reader reader = {.file = file};
    reader.decoder.err = jpeg_std_error(&reader.errors);
    // An error may come before libjpeg has made the rest of it.
    reader.decoder.client_data = &reader;
    reader.errors.error_exit = marquee_jpeg_error;
    reader.errors.emit_message = marquee_jpeg_message;
    reader.source.init_source = marquee_jpeg_begin;
    reader.source.fill_input_buffer = marquee_jpeg_fill;
    reader.source.skip_input_data = marquee_jpeg_skip;
    reader.source.resync_to_restart = jpeg_resync_to_restart;
    reader.source.term_source = marquee_jpeg_begin;
    marquee_jpeg_decode(&reader);
    jpeg_destroy_decompress(&reader.decoder);
    return reader.data;
}
