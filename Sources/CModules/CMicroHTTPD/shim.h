#pragma once
#include <stdbool.h>
#include <sys/socket.h>
#include <microhttpd.h>

// Functions of libmicrohttpd that Swift cannot call, because they are variadic.

// Starts a server without a listening socket and without threads. The caller accepts connections, and runs the server if its epoll
// descriptor is readable.
static inline struct MHD_Daemon *marquee_http_start(
    void *certificate, MHD_AccessHandlerCallback handler, MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback changed,
    MHD_LogCallback logged, void *context, unsigned int connections, size_t memory, unsigned int seconds) {
    unsigned int flags = MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG;
    struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
    struct MHD_OptionItem secure[] = {
        {MHD_OPTION_HTTPS_CERT_CALLBACK, 0, certificate},
        {MHD_OPTION_HTTPS_PRIORITIES, 0, "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:%SERVER_PRECEDENCE"},
        {MHD_OPTION_END, 0, NULL}};
    return MHD_start_daemon(
        flags | (certificate ? MHD_USE_TLS : 0), 0, NULL, NULL, handler, context, MHD_OPTION_EXTERNAL_LOGGER, logged, context,
        MHD_OPTION_NOTIFY_COMPLETED, completed, context, MHD_OPTION_NOTIFY_CONNECTION, changed, context, MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        memory, MHD_OPTION_CONNECTION_TIMEOUT, seconds, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_ARRAY, certificate ? secure : none,
        MHD_OPTION_END);
}

// The descriptor with which the server waits; -1 if there is none.
static inline int marquee_http_descriptor(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -1;
}

// The pointer that the connection got at its beginning (MHD_OPTION_NOTIFY_CONNECTION).
static inline void *marquee_http_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

// The connection's TLS session; NULL without TLS.
static inline void *marquee_http_session(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
    return info ? info->tls_session : NULL;
}

// The size of the request's head in bytes; 0 until it has arrived.
static inline size_t marquee_http_head_bytes(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}

// Sets the seconds without a byte after which the connection ends.
static inline void marquee_http_set_timeout(struct MHD_Connection *connection, unsigned int seconds) {
    MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, seconds);
}
