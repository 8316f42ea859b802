#pragma once
#include <sys/syscall.h>
#include <unistd.h>

/* A descriptor of another process, as if it had been inherited: of the same open file. -1 with errno. */
static inline int descriptor_of_process(int process, int descriptor) {
    int handle = (int)syscall(SYS_pidfd_open, process, 0);
    if (handle < 0) return -1;
    int found = (int)syscall(SYS_pidfd_getfd, handle, descriptor, 0);
    close(handle);
    return found;
}
