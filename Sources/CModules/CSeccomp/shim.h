#pragma once
#include <errno.h>
#include <linux/sched.h>
#include <seccomp.h>

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
