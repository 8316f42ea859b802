/*
 * libmarqueeshim.so: preloaded into the daemon under test, it is between the daemon and the kernel's DRM ioctls.
 *
 *   ioctl.c       the ioctl itself: count, delay, fail, pass on
 *   operation.c   the kind of a call: its name, the size of its mode
 *   control.c     the control file: rules, re-read whenever it changes
 *   connector.c   false answers about connectors: no EDID, no modes, a bad link
 *   counts.c      shared counters and the log
 *
 * README.md describes the control file, the counters and the log.
 */
#pragma once
#define _GNU_SOURCE
#include <drm.h>
#include <drm_mode.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* In the order of the counters in the shared file; VirtualMachine's ShimCounts reads the names from there. */
enum operation {
	op_other, op_get_cap, op_set_client_cap, op_set_master, op_drop_master, op_wait_vblank, op_get_resources,
	op_get_crtc, op_set_crtc, op_cursor, op_set_gamma, op_get_connector, op_get_connector_probe, op_set_property,
	op_obj_set_property, op_obj_get_properties, op_get_prop_blob, op_create_prop_blob, op_destroy_prop_blob,
	op_add_fb, op_add_fb2, op_rm_fb, op_close_fb, op_page_flip, op_dirty_fb, op_create_dumb, op_map_dumb,
	op_destroy_dumb, op_set_plane, op_atomic_test, op_atomic_modeset, op_atomic_flip, operation_count
};

struct size {
	unsigned width, height; /* zero: the call names no mode */
};

struct call {
	enum operation operation;
	struct size size;
	uint32_t connector; /* zero: the call names no connector */
};

enum lie { lie_none, lie_guessed, lie_no_modes, lie_link_bad };

/* The effect of the rules on one call. */
struct verdict {
	unsigned delay_milliseconds;
	int error;      /* fail with this errno, without asking the kernel */
	bool swallowed; /* say that it worked, without asking the kernel */
};

int kernel_ioctl(int fd, unsigned long request, void *argument);

const char *operation_name(enum operation operation);
bool operation_matches(enum operation operation, const char *name);
struct call classify(int fd, unsigned long request, void *argument);
void remember_blob(int fd, const struct drm_mode_create_blob *blob);

struct verdict judge(int fd, const struct call *call);
enum lie lie_about(int fd, uint32_t connector);
bool is_atomic_hidden(void);

enum property { property_other, property_edid, property_link_status, property_mode_id };
enum property property_of(int fd, uint32_t identifier);
bool connector_has_name(int fd, uint32_t connector, const char *name);
int get_connector(int fd, struct drm_mode_get_connector *request, enum lie lie);
void amend_properties(int fd, const struct drm_mode_obj_get_properties *request, enum lie lie);

void count(enum operation operation);
void note(const struct call *call, int result, int error, uint64_t started, uint64_t ended);
uint64_t monotonic_nanoseconds(void);
dev_t device_of(int fd);
