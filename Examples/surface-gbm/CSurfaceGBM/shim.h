#pragma once
// EGL, GLES and packets with descriptors for Swift. Their macros and function pointers of extensions are not imported.
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>
#include <string.h>
#include <sys/socket.h>

enum { SURFACE_GBM_DESCRIPTORS = 8 };

// Receives a packet and its descriptors (recvmsg(2), SCM_RIGHTS). Returns the length of the packet, 0 after the end, or -1.
static inline ssize_t surface_gbm_receive(
    int socket, void *bytes, size_t capacity, int descriptors[SURFACE_GBM_DESCRIPTORS], int *count) {
    union { char space[CMSG_SPACE(SURFACE_GBM_DESCRIPTORS * sizeof(int))]; struct cmsghdr alignment; } control;
    struct iovec part = {bytes, capacity};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.space, .msg_controllen = sizeof control.space};
    *count = 0;
    ssize_t length = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    for (struct cmsghdr *header = length < 0 ? NULL : CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        *count = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
        memcpy(descriptors, CMSG_DATA(header), (size_t)*count * sizeof(int));
    }
    return length;
}

// Sends a packet, with a descriptor unless it is -1. Returns -1 after an error.
static inline ssize_t surface_gbm_send(int socket, const void *bytes, size_t length, int descriptor) {
    union { char space[CMSG_SPACE(sizeof(int))]; struct cmsghdr alignment; } control;
    struct iovec part = {(void *)bytes, length};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor >= 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = control.space;
        message.msg_controllen = sizeof control.space;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

// The display of a GBM device, or with NULL a display without a card, on which Mesa draws with the CPU.
static inline EGLDisplay surface_gbm_display(void *device) {
    return eglGetPlatformDisplay(device ? EGL_PLATFORM_GBM_KHR : EGL_PLATFORM_SURFACELESS_MESA, device, NULL);
}

// A context for OpenGL ES 2 that needs no surface (EGL_KHR_surfaceless_context, EGL_KHR_no_config_context); NULL after an error.
static inline EGLContext surface_gbm_context(EGLDisplay display) {
    static const EGLint attributes[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
    if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_ES_API)) return NULL;
    EGLContext context = eglCreateContext(display, (EGLConfig)0, EGL_NO_CONTEXT, attributes);
    if (!context || !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) return NULL;
    return context;
}

// The image of a linear dma-buf with 32-bit words 0xXXRRGGBB (EGL_EXT_image_dma_buf_import); NULL after an error.
static inline EGLImage surface_gbm_image(EGLDisplay display, int descriptor, int width, int height, int stride, int offset) {
    const EGLAttrib attributes[] = {
        EGL_WIDTH, width, EGL_HEIGHT, height, EGL_LINUX_DRM_FOURCC_EXT, 0x34325258 /* XR24 */,
        EGL_DMA_BUF_PLANE0_FD_EXT, descriptor, EGL_DMA_BUF_PLANE0_OFFSET_EXT, offset, EGL_DMA_BUF_PLANE0_PITCH_EXT, stride, EGL_NONE};
    return eglCreateImage(display, EGL_NO_CONTEXT, EGL_LINUX_DMA_BUF_EXT, NULL, attributes);
}

// Lets the bound renderbuffer have the memory of an image (GL_OES_EGL_image).
static inline void surface_gbm_attach(EGLImage image) {
    PFNGLEGLIMAGETARGETRENDERBUFFERSTORAGEOESPROC attach =
        (PFNGLEGLIMAGETARGETRENDERBUFFERSTORAGEOESPROC)eglGetProcAddress("glEGLImageTargetRenderbufferStorageOES");
    if (attach) attach(GL_RENDERBUFFER, image);
}
