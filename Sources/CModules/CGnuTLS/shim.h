#pragma once
#include <gnutls/abstract.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

// The type of the function that returns a handshake's certificate. libmicrohttpd takes its address.
typedef int (*marquee_tls_function)(
    gnutls_session_t, const gnutls_datum_t *, int, const gnutls_pk_algorithm_t *, int, gnutls_pcert_st **, unsigned int *, gnutls_privkey_t *);
static inline void *marquee_tls_address(marquee_tls_function function) { return (void *)function; }
