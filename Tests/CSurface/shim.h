#pragma once

// With _GNU_SOURCE from the first header on, fd_set would differ from that of other modules. The header of surfaces needs no more than this.
#include <sys/types.h>
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "../../Examples/marquee-surface.h"

/* Sends a packet with a descriptor, which the protocol forbids. */
static inline ssize_t send_with_descriptor(int socket, const void *bytes, size_t length, int descriptor) {
    union { char space[CMSG_SPACE(sizeof(int))]; struct cmsghdr alignment; } control;
    struct iovec part = {(void *)bytes, length};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.space, .msg_controllen = sizeof control.space};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}
