#pragma once
#include <openssl/err.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>

// Macros that Swift cannot import.
static inline int marquee_tls_at_least_1_2(SSL_CTX *context) { return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION); }

// A write may take a part of what it is given, and may be tried again from a buffer that has moved.
static inline void marquee_tls_write_in_parts(SSL_CTX *context) {
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
}
