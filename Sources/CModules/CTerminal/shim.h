#pragma once
#include <stdint.h>
#include <stddef.h>

// wcwidth(3), which glibc declares with _XOPEN_SOURCE only.
static inline int marquee_columns(uint32_t scalar) {
    extern int wcwidth(wchar_t);
    return wcwidth((wchar_t)scalar);
}
