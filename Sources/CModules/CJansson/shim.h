#pragma once
#include <jansson.h>

// Function-like macros, which Swift cannot import.
static inline size_t marquee_json_precision(int digits) {
    return JSON_REAL_PRECISION(digits);
}
static inline size_t marquee_json_indent(int columns) {
    return JSON_INDENT(columns);
}
