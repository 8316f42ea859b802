#include "shim.h"
#include <pthread.h>
#include <string.h>
#include <sys/ioctl.h>

static const char *const names[operation_count] = {
	"OTHER", "GET_CAP", "SET_CLIENT_CAP", "SET_MASTER", "DROP_MASTER", "WAIT_VBLANK", "GETRESOURCES",
	"GETCRTC", "SETCRTC", "CURSOR", "SETGAMMA", "GETCONNECTOR", "GETCONNECTOR_PROBE", "SETPROPERTY",
	"OBJ_SETPROPERTY", "OBJ_GETPROPERTIES", "GETPROPBLOB", "CREATEPROPBLOB", "DESTROYPROPBLOB",
	"ADDFB", "ADDFB2", "RMFB", "CLOSEFB", "PAGE_FLIP", "DIRTYFB", "CREATE_DUMB", "MAP_DUMB",
	"DESTROY_DUMB", "SETPLANE", "ATOMIC_TEST", "ATOMIC_MODESET", "ATOMIC_FLIP",
};

const char *operation_name(enum operation operation)
{
	return names[operation];
}

/* A rule's word: an operation, or a group of them. */
bool operation_matches(enum operation operation, const char *name)
{
	if (strcmp(names[operation], name) == 0)
		return true;
	if (strcmp(name, "MODESET") == 0)
		return operation == op_set_crtc || operation == op_atomic_modeset;
	if (strcmp(name, "FLIP") == 0)
		return operation == op_page_flip || operation == op_atomic_flip;
	if (strcmp(name, "ATOMIC") == 0)
		return operation == op_atomic_test || operation == op_atomic_modeset || operation == op_atomic_flip;
	return strcmp(name, "GETCONNECTOR") == 0 && operation == op_get_connector_probe;
}

/* The size of each mode that was made a blob. It identifies the MODE_ID of a commit. */
static struct {
	dev_t device;
	uint32_t identifier;
	struct size size;
} blobs[256];
static unsigned next_blob;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void remember_blob(int fd, const struct drm_mode_create_blob *blob)
{
	const struct drm_mode_modeinfo *mode = (const void *)(uintptr_t)blob->data;

	if (blob->length != sizeof *mode)
		return;
	pthread_mutex_lock(&lock);
	unsigned index = next_blob++ % (sizeof blobs / sizeof *blobs);

	blobs[index].device = device_of(fd);
	blobs[index].identifier = blob->blob_id;
	blobs[index].size = (struct size){mode->hdisplay, mode->vdisplay};
	pthread_mutex_unlock(&lock);
}

/* Blob identifiers are used again: the newest of them counts. */
static struct size size_of_blob(int fd, uint32_t identifier)
{
	const unsigned capacity = sizeof blobs / sizeof *blobs;
	dev_t device = device_of(fd);
	struct size size = {0, 0};

	pthread_mutex_lock(&lock);
	for (unsigned back = 1; back <= capacity && back <= next_blob && size.width == 0; back++) {
		unsigned index = (next_blob - back) % capacity;

		if (blobs[index].identifier == identifier && blobs[index].device == device)
			size = blobs[index].size;
	}
	pthread_mutex_unlock(&lock);
	return size;
}

static struct size size_of_commit(int fd, const struct drm_mode_atomic *commit)
{
	const uint32_t *counts = (const void *)(uintptr_t)commit->count_props_ptr;
	const uint32_t *properties = (const void *)(uintptr_t)commit->props_ptr;
	const uint64_t *values = (const void *)(uintptr_t)commit->prop_values_ptr;
	unsigned index = 0;

	for (unsigned object = 0; object < commit->count_objs; object++)
		for (unsigned last = index + counts[object]; index < last; index++)
			if (values[index] != 0 && property_of(fd, properties[index]) == property_mode_id)
				return size_of_blob(fd, values[index]);
	return (struct size){0, 0};
}

static enum operation operation_of(unsigned long request)
{
	switch (_IOC_NR(request)) {
	case _IOC_NR(DRM_IOCTL_GET_CAP): return op_get_cap;
	case _IOC_NR(DRM_IOCTL_SET_CLIENT_CAP): return op_set_client_cap;
	case _IOC_NR(DRM_IOCTL_SET_MASTER): return op_set_master;
	case _IOC_NR(DRM_IOCTL_DROP_MASTER): return op_drop_master;
	case _IOC_NR(DRM_IOCTL_WAIT_VBLANK): return op_wait_vblank;
	case _IOC_NR(DRM_IOCTL_MODE_GETRESOURCES): return op_get_resources;
	case _IOC_NR(DRM_IOCTL_MODE_GETCRTC): return op_get_crtc;
	case _IOC_NR(DRM_IOCTL_MODE_SETCRTC): return op_set_crtc;
	case _IOC_NR(DRM_IOCTL_MODE_CURSOR): case _IOC_NR(DRM_IOCTL_MODE_CURSOR2): return op_cursor;
	case _IOC_NR(DRM_IOCTL_MODE_SETGAMMA): return op_set_gamma;
	case _IOC_NR(DRM_IOCTL_MODE_GETCONNECTOR): return op_get_connector;
	case _IOC_NR(DRM_IOCTL_MODE_SETPROPERTY): return op_set_property;
	case _IOC_NR(DRM_IOCTL_MODE_OBJ_SETPROPERTY): return op_obj_set_property;
	case _IOC_NR(DRM_IOCTL_MODE_OBJ_GETPROPERTIES): return op_obj_get_properties;
	case _IOC_NR(DRM_IOCTL_MODE_GETPROPBLOB): return op_get_prop_blob;
	case _IOC_NR(DRM_IOCTL_MODE_CREATEPROPBLOB): return op_create_prop_blob;
	case _IOC_NR(DRM_IOCTL_MODE_DESTROYPROPBLOB): return op_destroy_prop_blob;
	case _IOC_NR(DRM_IOCTL_MODE_ADDFB): return op_add_fb;
	case _IOC_NR(DRM_IOCTL_MODE_ADDFB2): return op_add_fb2;
	case _IOC_NR(DRM_IOCTL_MODE_RMFB): return op_rm_fb;
	case 0xD0: return op_close_fb; /* DRM_IOCTL_MODE_CLOSEFB is younger than Debian 12's header */
	case _IOC_NR(DRM_IOCTL_MODE_PAGE_FLIP): return op_page_flip;
	case _IOC_NR(DRM_IOCTL_MODE_DIRTYFB): return op_dirty_fb;
	case _IOC_NR(DRM_IOCTL_MODE_CREATE_DUMB): return op_create_dumb;
	case _IOC_NR(DRM_IOCTL_MODE_MAP_DUMB): return op_map_dumb;
	case _IOC_NR(DRM_IOCTL_MODE_DESTROY_DUMB): return op_destroy_dumb;
	case _IOC_NR(DRM_IOCTL_MODE_SETPLANE): return op_set_plane;
	case _IOC_NR(DRM_IOCTL_MODE_ATOMIC): return op_atomic_flip;
	default: return op_other;
	}
}

struct call classify(int fd, unsigned long request, void *argument)
{
	struct call call = {.operation = operation_of(request)};

	if (call.operation == op_set_crtc) {
		const struct drm_mode_crtc *crtc = argument;

		if (crtc->mode_valid)
			call.size = (struct size){crtc->mode.hdisplay, crtc->mode.vdisplay};
	} else if (call.operation == op_get_connector) {
		const struct drm_mode_get_connector *connector = argument;

		call.connector = connector->connector_id;
		/* The kernel probes when it is asked for no modes (drm_mode_getconnector). */
		if (connector->count_modes == 0)
			call.operation = op_get_connector_probe;
	} else if (call.operation == op_atomic_flip) {
		const struct drm_mode_atomic *commit = argument;

		if (commit->flags & DRM_MODE_ATOMIC_TEST_ONLY)
			call.operation = op_atomic_test;
		else if (commit->flags & DRM_MODE_ATOMIC_ALLOW_MODESET)
			call.operation = op_atomic_modeset;
		call.size = size_of_commit(fd, commit);
	}
	return call;
}
