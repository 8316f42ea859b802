#pragma once
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline uint32_t marquee_seccomp_allow(void) { return SCMP_ACT_ALLOW; }

// The actions against another process that `--check-sandbox` tries. A call that succeeds changes nothing, except the receiver of a file's
// signals.

// tgkill(2) with the signal 0.
static inline int marquee_try_thread_signal(int process) { return (int)syscall(SYS_tgkill, process, process, 0); }

// prlimit(2): reads a limit.
static inline int marquee_try_limits(int process) {
    struct rlimit limit;
    return (int)syscall(SYS_prlimit64, process, RLIMIT_NOFILE, NULL, &limit);
}

// fcntl(2), F_SETOWN.
static inline int marquee_try_file_owner(int file, int process) { return (int)syscall(SYS_fcntl, file, 8, process); }

// fcntl(2), F_SETSIG: sets the default signal. glibc declares F_SETSIG only with _GNU_SOURCE.
static inline int marquee_try_file_signal(int file) { return (int)syscall(SYS_fcntl, file, 10, 0); }

// setpriority(2): sets the nice value that the process already has. The system call getpriority returns 20 minus the nice value.
static inline int marquee_try_priority(int process) {
    long nice = syscall(SYS_getpriority, PRIO_PROCESS, process);
    return (int)syscall(SYS_setpriority, PRIO_PROCESS, process, nice < 0 ? 0 : 20 - nice);
}

// sched_setaffinity(2): sets the processors that the process already has.
static inline int marquee_try_processors(int process) {
    unsigned long processors[128];
    long size = syscall(SYS_sched_getaffinity, process, sizeof processors, processors);
    return size < 0 ? -1 : (int)syscall(SYS_sched_setaffinity, process, size, processors);
}

// ioctl(2), FIONREAD: reads the number of waiting bytes.
static inline int marquee_try_other_request(int file) {
    int count;
    return (int)syscall(SYS_ioctl, file, 0x541B, &count);
}

// ioctl(2), I2C_FUNCS: reads the functions of an I2C line.
static inline int marquee_try_line_request(int file) {
    unsigned long functions;
    return (int)syscall(SYS_ioctl, file, 0x0705, &functions);
}
