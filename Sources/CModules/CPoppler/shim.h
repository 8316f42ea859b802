#pragma once
// The only header of poppler (GPL) in this tree. marquee-pages is the only program that includes it.
#include <cairo.h>
#include <poppler.h>

static inline GQuark marquee_poppler_error_domain(void) { return POPPLER_ERROR; }
