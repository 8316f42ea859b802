#pragma once
#include <errno.h>
#include <linux/videodev2.h>
#include <stdint.h>
#include <sys/ioctl.h>

// The requests as functions, because ioctl(2) is variadic and Swift does not import their macros. Each returns 0 or an errno.
#define MARQUEE_VIDEO_REQUEST(name, request, type) \
    static inline int marquee_video_##name(int device, type *argument) { \
        int result; \
        do result = ioctl(device, request, argument); \
        while (result < 0 && errno == EINTR); \
        return result < 0 ? errno : 0; \
    }

MARQUEE_VIDEO_REQUEST(capabilities, VIDIOC_QUERYCAP, struct v4l2_capability)
MARQUEE_VIDEO_REQUEST(format, VIDIOC_G_FMT, struct v4l2_format)
MARQUEE_VIDEO_REQUEST(set_format, VIDIOC_S_FMT, struct v4l2_format)
MARQUEE_VIDEO_REQUEST(set_parameters, VIDIOC_S_PARM, struct v4l2_streamparm)
MARQUEE_VIDEO_REQUEST(request_buffers, VIDIOC_REQBUFS, struct v4l2_requestbuffers)
MARQUEE_VIDEO_REQUEST(query_buffer, VIDIOC_QUERYBUF, struct v4l2_buffer)
MARQUEE_VIDEO_REQUEST(queue, VIDIOC_QBUF, struct v4l2_buffer)
MARQUEE_VIDEO_REQUEST(dequeue, VIDIOC_DQBUF, struct v4l2_buffer)
MARQUEE_VIDEO_REQUEST(start, VIDIOC_STREAMON, int)
