#pragma once
// The kernel's CEC device: its structures, and its ioctls as functions. Swift imports neither the macros nor a variadic call.
#include <errno.h>
#include <fcntl.h>
#include <linux/cec.h>
#include <string.h>
#include <sys/ioctl.h>

// Opens an adapter. Of the calls below only `marquee_cec_transmit` waits for the line. Returns -1 with errno after an error, as open(2).
static inline int marquee_cec_open(const char *path) {
    return open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
}
static inline int marquee_cec_capabilities(int adapter, struct cec_caps *caps) {
    return ioctl(adapter, CEC_ADAP_G_CAPS, caps);
}
static inline int marquee_cec_physical_address(int adapter, __u16 *address) {
    return ioctl(adapter, CEC_ADAP_G_PHYS_ADDR, address);
}
static inline int marquee_cec_set_physical_address(int adapter, __u16 address) {
    return ioctl(adapter, CEC_ADAP_S_PHYS_ADDR, &address);
}
static inline int marquee_cec_logical_addresses(int adapter, struct cec_log_addrs *addresses) {
    return ioctl(adapter, CEC_ADAP_G_LOG_ADDRS, addresses);
}
// Makes the kernel claim the address of a playback device. The kernel does that later.
static inline int marquee_cec_claim(int adapter, const char *name) {
    struct cec_log_addrs addresses;
    memset(&addresses, 0, sizeof addresses);
    addresses.cec_version = CEC_OP_CEC_VERSION_1_4;
    addresses.num_log_addrs = 1;
    addresses.vendor_id = CEC_VENDOR_ID_NONE;
    strncpy(addresses.osd_name, name, sizeof addresses.osd_name - 1);
    addresses.primary_device_type[0] = CEC_OP_PRIM_DEVTYPE_PLAYBACK;
    addresses.log_addr_type[0] = CEC_LOG_ADDR_TYPE_PLAYBACK;
    return ioctl(adapter, CEC_ADAP_S_LOG_ADDRS, &addresses);
}
// Gets the DRM connector of the adapter. Returns 0 if the kernel knows it.
static inline int marquee_cec_connector(int adapter, __u32 *card, __u32 *connector) {
    struct cec_connector_info info;
    memset(&info, 0, sizeof info);
    if (ioctl(adapter, CEC_ADAP_G_CONNECTOR_INFO, &info) != 0) return -1;
    if (info.type != CEC_CONNECTOR_TYPE_DRM) {
        errno = ENOENT;
        return -1;
    }
    *card = info.drm.card_no;
    *connector = info.drm.connector_id;
    return 0;
}
// Sends a message and waits until it is sent. With a `timeout` in milliseconds it also waits for the reply. `message` has the result.
static inline int marquee_cec_transmit(
    int adapter, const __u8 *bytes, __u32 length, __u8 reply, __u32 timeout, struct cec_msg *message) {
    memset(message, 0, sizeof *message);
    if (length < 1 || length > CEC_MAX_MSG_SIZE) {
        errno = EINVAL;
        return -1;
    }
    memcpy(message->msg, bytes, length);
    message->len = length;
    message->reply = reply;
    message->timeout = timeout;
    if (fcntl(adapter, F_SETFL, 0) != 0) return -1;
    int result = ioctl(adapter, CEC_TRANSMIT, message);
    int error = errno;
    fcntl(adapter, F_SETFL, O_NONBLOCK);
    errno = error;
    return result;
}
