#pragma once
// Include only headers that Swift's Glibc module lacks. A header that it also has would be defined twice, with other feature macros.
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/types.h>
#include <unistd.h>

// Parts of the kernel's interface that Swift cannot import: function-like macros, and constants that glibc's headers hide from the Glibc
// module.
struct marquee_ucred {
    int32_t pid;
    uint32_t uid;
    uint32_t gid;
};
static const int MARQUEE_SO_PEERCRED = SO_PEERCRED;
static const int MARQUEE_SO_PEERGROUPS = 59;
static const int MARQUEE_MFD_CLOEXEC = 0x1;
static const int MARQUEE_MFD_ALLOW_SEALING = 0x2;
// include/uapi/linux/memfd.h and fcntl.h
static const int MARQUEE_F_ADD_SEALS = 1033;
static const int MARQUEE_F_GET_SEALS = 1034;
static const int MARQUEE_F_SEAL_SHRINK = 2;
static const int MARQUEE_F_SEAL_GROW = 4;
static const int MARQUEE_F_SEAL_WRITE = 8;
static const int MARQUEE_F_SEAL_SEAL = 1;

// Whether an open file is a dma-buf, which can never shrink (fstatfs(2), DMA_BUF_MAGIC of linux/magic.h).
static inline int marquee_is_dma_buf(int file) {
    // The kernel's struct statfs begins with the type.
    long facts[32] = {0};
    return syscall(SYS_fstatfs, file, facts) == 0 && facts[0] == 0x444d4142;
}

// Begins or ends the processor's access to the pixels of a dma-buf (DMA_BUF_IOCTL_SYNC of linux/dma-buf.h). Returns ioctl's result.
static inline int marquee_sync_dma_buf(int file, int writes, int begins) {
    uint64_t flags = (writes ? 2 : 1) | (begins ? 0 : 4);
    return ioctl(file, _IOW('b', 0, uint64_t), &flags);
}

// The limits of the program's constants and code, from the linker. They are never written.
extern const char __executable_start[], etext[];

// Unmaps the pages of the code. Pages that are needed again come back from the file, mostly from the page cache. Returns 0 or an errno.
static inline int marquee_release_code(void) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t start = ((uintptr_t)__executable_start + page - 1) / page * page;
    uintptr_t end = (uintptr_t)etext / page * page;
    return start < end && madvise((void *)start, end - start, MADV_DONTNEED) != 0 ? errno : 0;
}

// Whether the kernel reports a synchronised clock (adjtimex without STA_UNSYNC). It changes nothing.
static inline bool marquee_clock_is_synchronised(void) {
    struct timex timex = {.modes = 0};
    return adjtimex(&timex) >= 0 && !(timex.status & STA_UNSYNC);
}

enum { MARQUEE_MOST_DESCRIPTORS = 6 };

// Sends `length` bytes with up to MARQUEE_MOST_DESCRIPTORS descriptors (SCM_RIGHTS). Returns sendmsg's result.
static inline ssize_t marquee_send_with_descriptors(
    int socket, const void *bytes, size_t length, const int *descriptors, int count) {
    if (count < 0 || count > MARQUEE_MOST_DESCRIPTORS) {
        errno = EINVAL;
        return -1;
    }
    struct iovec part = {(void *)bytes, length};
    union {
        char space[CMSG_SPACE(MARQUEE_MOST_DESCRIPTORS * sizeof(int))];
        struct cmsghdr alignment;
    } control;
    memset(&control, 0, sizeof control);
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (count > 0) {
        message.msg_control = control.space;
        message.msg_controllen = CMSG_SPACE((size_t)count * sizeof(int));
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN((size_t)count * sizeof(int));
        memcpy(CMSG_DATA(header), descriptors, (size_t)count * sizeof(int));
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

// Receives bytes with up to MARQUEE_MOST_DESCRIPTORS descriptors, which are close-on-exec and owned by the caller. `*count` is their number. A truncated message
// (MSG_TRUNC or MSG_CTRUNC) closes its descriptors and fails with EMSGSIZE.
static inline ssize_t marquee_receive_with_descriptors(
    int socket, void *bytes, size_t length, int *descriptors, int *count) {
    struct iovec part = {bytes, length};
    union {
        char space[CMSG_SPACE(MARQUEE_MOST_DESCRIPTORS * sizeof(int))];
        struct cmsghdr alignment;
    } control;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.space, .msg_controllen = sizeof control.space};
    *count = 0;
    ssize_t received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (received < 0) return received;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        int many = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
        for (int i = 0; i < many; i++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(header) + (size_t)i * sizeof(int), sizeof descriptor);
            if (*count < MARQUEE_MOST_DESCRIPTORS) descriptors[(*count)++] = descriptor;
            else close(descriptor);
        }
    }
    if (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) {
        for (int i = 0; i < *count; i++) close(descriptors[i]);
        *count = 0;
        errno = EMSGSIZE;
        return -1;
    }
    return received;
}

// memfd_create(2), which glibc declares only with _GNU_SOURCE.
static inline int marquee_memfd_create(const char *name, unsigned int flags) {
    return (int)syscall(SYS_memfd_create, name, flags);
}

// malloc_trim(3): returns freed memory to the system.
static inline void marquee_trim_heap(void) {
    extern int malloc_trim(size_t);
    malloc_trim(0);
}

// fallocate(2) with FALLOC_FL_KEEP_SIZE: reserves disk space for the first `length` bytes of a file, and does not change its size. Returns
// 0 or an errno.
static inline int marquee_reserve(int file, uint64_t length) {
    return syscall(SYS_fallocate, file, 0x01, (off_t)0, (off_t)length) == 0 ? 0 : errno;
}

// The size of a large page: the memory that one entry of a page directory maps, on the processors with pages of 4 KiB.
static const size_t MARQUEE_LARGE_PAGE = (size_t)2 << 20;
// From include/uapi/asm-generic/mman-common.h, since Linux 6.1.
static const int MARQUEE_MADV_COLLAPSE = 25;

// Maps `length` bytes of a memory file, at an address that is suitable for large pages. Returns MAP_FAILED with errno after an error.
static inline void *marquee_map_memory_file(int file, size_t length, int protection, int flags) {
    if (length < MARQUEE_LARGE_PAGE) return mmap(NULL, length, protection, MAP_SHARED | flags, file, 0);
    size_t room = length + MARQUEE_LARGE_PAGE;
    char *reserved = mmap(NULL, room, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (reserved == MAP_FAILED) return MAP_FAILED;
    char *start = reserved + (MARQUEE_LARGE_PAGE - (uintptr_t)reserved % MARQUEE_LARGE_PAGE) % MARQUEE_LARGE_PAGE;
    void *mapped = mmap(start, length, protection, MAP_SHARED | MAP_FIXED | flags, file, 0);
    if (mapped == MAP_FAILED) {
        int error = errno;
        munmap(reserved, room);
        errno = error;
        return MAP_FAILED;
    }
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *end = start + (length + page - 1) / page * page;
    if (start > reserved) munmap(reserved, (size_t)(start - reserved));
    munmap(end, (size_t)(reserved + room - end));
    return mapped;
}

// Names the calling thread, 15 bytes at most.
static inline void marquee_name_thread(const char *name) {
    prctl(PR_SET_NAME, name, 0, 0, 0);
}

// pidfd_open(2): a descriptor that becomes readable when the process has ended. glibc declares it since 2.36.
static inline int marquee_pidfd_open(int32_t pid) {
    return (int)syscall(SYS_pidfd_open, pid, 0);
}

// TIOCGWINSZ, as a function because ioctl(2) is variadic. Returns -1 if the descriptor is no terminal.
static inline int marquee_window_size(int terminal, struct winsize *size) {
    return ioctl(terminal, TIOCGWINSZ, size);
}

// prctl(2) with one argument; Swift cannot call a variadic function.
static inline int marquee_prctl(int option, unsigned long argument) {
    return prctl(option, argument, 0, 0, 0);
}

// close_range(2): closes every descriptor from `first` on.
static inline int marquee_close_from(unsigned int first) {
    return (int)syscall(SYS_close_range, first, ~0U, 0);
}

// Closes every descriptor from `first` on when the process becomes another program (CLOSE_RANGE_CLOEXEC, Linux 5.11).
static inline int marquee_close_from_at_exec(unsigned int first) {
    return (int)syscall(SYS_close_range, first, ~0U, 1U << 2);
}

// Whether the kernel has Landlock, and it is enabled.
static inline bool marquee_has_landlock(void) {
    return syscall(SYS_landlock_create_ruleset, 0, 0, LANDLOCK_CREATE_RULESET_VERSION) >= 1;
}

// Whether the kernel has seccomp(2) with filters that return an errno.
static inline bool marquee_has_seccomp_filters(void) {
    uint32_t action = SECCOMP_RET_ERRNO;
    return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}
