#pragma once
#include <stdint.h>
#include <stddef.h>

// wcwidth(3), which glibc declares only with _XOPEN_SOURCE.
static inline int marquee_columns(uint32_t scalar) {
    extern int wcwidth(wchar_t);
    return wcwidth((wchar_t)scalar);
}
