#include "shim.h"
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

enum { array_capacity = 512, cache_capacity = 256 };

dev_t device_of(int fd)
{
	struct stat status;

	return fstat(fd, &status) == 0 ? status.st_rdev : 0;
}

/* Property identifiers are the device's, and never change while it lives. */
enum property property_of(int fd, uint32_t identifier)
{
	static struct {
		dev_t device;
		uint32_t identifier;
		enum property property;
	} cache[cache_capacity];
	static unsigned cached;
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	dev_t device = device_of(fd);
	struct drm_mode_get_property request = {.prop_id = identifier};
	enum property property = property_other;

	pthread_mutex_lock(&lock);
	for (unsigned index = 0; index < cached; index++)
		if (cache[index].identifier == identifier && cache[index].device == device) {
			property = cache[index].property;
			pthread_mutex_unlock(&lock);
			return property;
		}
	if (kernel_ioctl(fd, DRM_IOCTL_MODE_GETPROPERTY, &request) == 0) {
		if (strcmp(request.name, "EDID") == 0)
			property = property_edid;
		else if (strcmp(request.name, "link-status") == 0)
			property = property_link_status;
		else if (strcmp(request.name, "MODE_ID") == 0)
			property = property_mode_id;
		if (cached < cache_capacity) {
			cache[cached].device = device;
			cache[cached].identifier = identifier;
			cache[cached++].property = property;
		}
	}
	pthread_mutex_unlock(&lock);
	return property;
}

/* As drm_connector_enum_list of the kernel has them. */
static const char *const type_names[] = {
	"Unknown", "VGA", "DVI-I", "DVI-D", "DVI-A", "Composite", "SVIDEO", "LVDS", "Component", "DIN", "DP", "HDMI-A",
	"HDMI-B", "TV", "eDP", "Virtual", "DSI", "DPI", "Writeback", "SPI", "USB",
};

bool connector_has_name(int fd, uint32_t connector, const char *name)
{
	struct drm_mode_modeinfo mode;
	/* One mode is asked for, so that the kernel does not probe. */
	struct drm_mode_get_connector request = {
		.connector_id = connector, .count_modes = 1, .modes_ptr = (uintptr_t)&mode};
	char text[40];

	snprintf(text, sizeof text, "%u", connector);
	if (strcmp(text, name) == 0)
		return true;
	if (kernel_ioctl(fd, DRM_IOCTL_MODE_GETCONNECTOR, &request) != 0
	    || request.connector_type >= sizeof type_names / sizeof *type_names)
		return false;
	snprintf(text, sizeof text, "%s-%u", type_names[request.connector_type], request.connector_type_id);
	return strcmp(text, name) == 0;
}

static uint64_t amended(int fd, uint32_t property, uint64_t value, enum lie lie)
{
	switch (property_of(fd, property)) {
	case property_edid: return lie == lie_guessed || lie == lie_no_modes ? 0 : value;
	case property_link_status: return lie == lie_link_bad ? DRM_MODE_LINK_STATUS_BAD : value;
	default: return value;
	}
}

void amend_properties(int fd, const struct drm_mode_obj_get_properties *request, enum lie lie)
{
	const uint32_t *properties = (const void *)(uintptr_t)request->props_ptr;
	uint64_t *values = (void *)(uintptr_t)request->prop_values_ptr;

	for (unsigned index = 0; properties && values && index < request->count_props; index++)
		values[index] = amended(fd, properties[index], values[index], lie);
}

/* The kernel's modes for a display without a readable EDID: the timings of DMT up to 1024x768 (drm_add_modes_noedid). */
static const struct drm_mode_modeinfo guessed_modes[] = {
	{65000, 1024, 1048, 1184, 1344, 0, 768, 771, 777, 806, 0, 60, 10, DRM_MODE_TYPE_DRIVER, "1024x768"},
	{40000, 800, 840, 968, 1056, 0, 600, 601, 605, 628, 0, 60, 5, DRM_MODE_TYPE_DRIVER, "800x600"},
	{33750, 848, 864, 976, 1088, 0, 480, 486, 494, 517, 0, 60, 5, DRM_MODE_TYPE_DRIVER, "848x480"},
	{25175, 640, 656, 752, 800, 0, 480, 490, 492, 525, 0, 60, 10, DRM_MODE_TYPE_DRIVER, "640x480"},
};

static unsigned guess(struct drm_mode_modeinfo *modes)
{
	memcpy(modes, guessed_modes, sizeof guessed_modes);
	return sizeof guessed_modes / sizeof *guessed_modes;
}

/* Hands an array back as the kernel does: only when there is room for all of it, and always the count. */
static void answer(uint64_t to, uint32_t *count, const void *array, unsigned available, size_t size)
{
	if (available > 0 && *count >= available && to)
		memcpy((void *)(uintptr_t)to, array, available * size);
	*count = available;
}

int get_connector(int fd, struct drm_mode_get_connector *request, enum lie lie)
{
	struct arrays {
		struct drm_mode_modeinfo modes[array_capacity];
		uint32_t properties[array_capacity];
		uint64_t values[array_capacity];
		uint32_t encoders[array_capacity];
	} *arrays = malloc(sizeof *arrays);
	struct drm_mode_get_connector probe = {.connector_id = request->connector_id}, real;

	if (!arrays) {
		errno = ENOMEM;
		return -1;
	}
	int result = 0;

	if (request->count_modes == 0)
		result = kernel_ioctl(fd, DRM_IOCTL_MODE_GETCONNECTOR, &probe);
	real = (struct drm_mode_get_connector){
		.connector_id = request->connector_id,
		.count_modes = array_capacity, .modes_ptr = (uintptr_t)arrays->modes,
		.count_props = array_capacity, .props_ptr = (uintptr_t)arrays->properties,
		.prop_values_ptr = (uintptr_t)arrays->values,
		.count_encoders = array_capacity, .encoders_ptr = (uintptr_t)arrays->encoders};
	if (result == 0)
		result = kernel_ioctl(fd, DRM_IOCTL_MODE_GETCONNECTOR, &real);
	if (result != 0) {
		free(arrays);
		return result;
	}
	for (unsigned index = 0; index < real.count_props; index++)
		arrays->values[index] = amended(fd, arrays->properties[index], arrays->values[index], lie);
	/* A disconnected connector keeps its empty list. */
	if (lie == lie_no_modes)
		real.count_modes = 0;
	else if (lie == lie_guessed && real.count_modes > 0)
		real.count_modes = guess(arrays->modes);
	if (lie == lie_guessed || lie == lie_no_modes)
		real.mm_width = real.mm_height = 0;

	uint32_t properties = request->count_props;

	answer(request->modes_ptr, &request->count_modes, arrays->modes, real.count_modes, sizeof *arrays->modes);
	answer(request->props_ptr, &properties, arrays->properties, real.count_props, sizeof *arrays->properties);
	answer(request->prop_values_ptr, &request->count_props, arrays->values, real.count_props, sizeof *arrays->values);
	answer(request->encoders_ptr, &request->count_encoders, arrays->encoders, real.count_encoders,
	       sizeof *arrays->encoders);
	request->encoder_id = real.encoder_id;
	request->connector_type = real.connector_type;
	request->connector_type_id = real.connector_type_id;
	request->connection = real.connection;
	request->mm_width = real.mm_width;
	request->mm_height = real.mm_height;
	request->subpixel = real.subpixel;
	free(arrays);
	return 0;
}
