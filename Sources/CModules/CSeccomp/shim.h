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

// seccomp_rule_add(3), which is variadic: the call fails with `error`.
static inline int marquee_seccomp_refuse(scmp_filter_ctx filter, int call, int error) {
    return seccomp_rule_add(filter, SCMP_ACT_ERRNO(error), call, 0);
}

// Threads may be made and processes not. clone3 hides its flags from a filter; where it is missing, the C library takes clone.
static inline int marquee_seccomp_refuse_processes(scmp_filter_ctx filter) {
    struct scmp_arg_cmp is_process = SCMP_CMP(0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0);
    int result = seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1, &is_process);
    return result != 0 ? result : seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
}

static inline uint32_t marquee_seccomp_allow(void) { return SCMP_ACT_ALLOW; }

// What `--check-sandbox` tries against another process. No call changes anything where it succeeds, except the receiver of a file's signals.

// tgkill(2) with the signal 0.
static inline int marquee_try_thread_signal(int process) { return (int)syscall(SYS_tgkill, process, process, 0); }

// prlimit(2): reads a limit.
static inline int marquee_try_limits(int process) {
    struct rlimit limit;
    return (int)syscall(SYS_prlimit64, process, RLIMIT_NOFILE, NULL, &limit);
}

// fcntl(2), F_SETOWN.
static inline int marquee_try_file_owner(int file, int process) { return (int)syscall(SYS_fcntl, file, 8, process); }

// fcntl(2), F_SETSIG, which glibc shows with _GNU_SOURCE only: the default signal.
static inline int marquee_try_file_signal(int file) { return (int)syscall(SYS_fcntl, file, 10, 0); }

// setpriority(2): to the nice value that the process has. The call getpriority answers 20 minus that.
static inline int marquee_try_priority(int process) {
    long nice = syscall(SYS_getpriority, PRIO_PROCESS, process);
    return (int)syscall(SYS_setpriority, PRIO_PROCESS, process, nice < 0 ? 0 : 20 - nice);
}

// sched_setaffinity(2): to the processors that the process has.
static inline int marquee_try_processors(int process) {
    unsigned long processors[128];
    long size = syscall(SYS_sched_getaffinity, process, sizeof processors, processors);
    return size < 0 ? -1 : (int)syscall(SYS_sched_setaffinity, process, size, processors);
}
