#include "shim.h"
#include <errno.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int kernel_ioctl(int fd, unsigned long request, void *argument)
{
	return syscall(SYS_ioctl, fd, request, argument);
}

static void sleep_milliseconds(unsigned milliseconds)
{
	struct timespec rest = {milliseconds / 1000, milliseconds % 1000 * 1000000l};

	while (nanosleep(&rest, &rest) != 0 && errno == EINTR)
		;
}

/* The call itself, with the lies that the rules ask for. */
static int answer(int fd, unsigned long request, void *argument, const struct call *call)
{
	if (call->operation == op_get_connector || call->operation == op_get_connector_probe) {
		enum lie lie = lie_about(fd, call->connector);

		if (lie != lie_none)
			return get_connector(fd, argument, lie);
	}
	if (call->operation == op_set_client_cap) {
		const struct drm_set_client_cap *capability = argument;

		if (capability->capability == DRM_CLIENT_CAP_ATOMIC && is_atomic_hidden()) {
			errno = EOPNOTSUPP;
			return -1;
		}
	}
	int result = kernel_ioctl(fd, request, argument);

	if (result == 0 && call->operation == op_obj_get_properties) {
		const struct drm_mode_obj_get_properties *properties = argument;

		if (properties->obj_type == DRM_MODE_OBJECT_CONNECTOR || properties->obj_type == DRM_MODE_OBJECT_ANY) {
			enum lie lie = lie_about(fd, properties->obj_id);

			if (lie != lie_none)
				amend_properties(fd, properties, lie);
		}
	}
	if (result == 0 && call->operation == op_create_prop_blob)
		remember_blob(fd, argument);
	return result;
}

int ioctl(int fd, unsigned long request, ...)
{
	va_list list;

	va_start(list, request);
	void *argument = va_arg(list, void *);
	va_end(list);
	if (_IOC_TYPE(request) != DRM_IOCTL_BASE || !argument)
		return kernel_ioctl(fd, request, argument);

	struct call call = classify(fd, request, argument);
	struct verdict verdict = judge(fd, &call);
	uint64_t started = monotonic_nanoseconds();
	int result = 0;

	count(call.operation);
	if (verdict.delay_milliseconds)
		sleep_milliseconds(verdict.delay_milliseconds);
	if (verdict.error) {
		errno = verdict.error;
		result = -1;
	} else if (!verdict.swallowed) {
		result = answer(fd, request, argument, &call);
	}
	int error = errno;

	if (result != 0 || verdict.swallowed || verdict.delay_milliseconds || operation_matches(call.operation, "MODESET")
	    || call.operation == op_atomic_test || call.operation == op_get_connector_probe)
		note(&call, result, error, started, monotonic_nanoseconds());
	errno = error;
	return result;
}
