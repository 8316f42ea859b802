#pragma once
#include <gnutls/abstract.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

// libmicrohttpd takes the function that gives a handshake its certificate as an address.
typedef int (*marquee_tls_function)(
    gnutls_session_t, const gnutls_datum_t *, int, const gnutls_pk_algorithm_t *, int, gnutls_pcert_st **, unsigned int *, gnutls_privkey_t *);
static inline void *marquee_tls_address(marquee_tls_function function) { return (void *)function; }
