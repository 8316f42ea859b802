#pragma once
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Landlock (Linux 5.13): a process gives up access to files, and cannot undo that. Every function returns a negative errno if it fails.

// struct landlock_ruleset_attr of Linux 6.12. Older kernels know only its first members, and Debian 12's headers have only the first one.
struct marquee_landlock_attributes {
    uint64_t files;
    uint64_t network;
    uint64_t scopes;
};

// The version of the interface. ENOSYS means that the kernel has no Landlock. EOPNOTSUPP means that it is disabled (lsm=).
static inline int marquee_landlock_version(void) {
    long version = syscall(SYS_landlock_create_ruleset, 0, 0, LANDLOCK_CREATE_RULESET_VERSION);
    return version < 0 ? -errno : (int)version;
}

// Makes a set of rules that permits no handled right yet. Only the first `size` bytes of the attributes count.
static inline int marquee_landlock_create(const struct marquee_landlock_attributes *attributes, size_t size) {
    long rules = syscall(SYS_landlock_create_ruleset, attributes, size, 0);
    return rules < 0 ? -errno : (int)rules;
}

// Permits rights at an open file or folder, and below it.
static inline int marquee_landlock_permit_at(int rules, int place, uint64_t rights) {
    struct stat status;
    if (fstat(place, &status) != 0) return -errno;
    // A rule for a file must not have a right of folders. The rights of files are EXECUTE, WRITE_FILE, READ_FILE, TRUNCATE and IOCTL_DEV.
    uint64_t of_files = 1ULL << 0 | 1ULL << 1 | 1ULL << 2 | 1ULL << 14 | 1ULL << 15;
    struct landlock_path_beneath_attr beneath = {
        .allowed_access = S_ISDIR(status.st_mode) ? rights : rights & of_files,
        .parent_fd = place,
    };
    return syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0) == 0 ? 0 : -errno;
}

// Permits rights at a path, and below it. The error is ENOENT if the path does not exist.
static inline int marquee_landlock_permit(int rules, const char *path, uint64_t rights) {
    // glibc declares O_PATH only with _GNU_SOURCE.
    int place = open(path, __O_PATH | O_CLOEXEC);
    if (place < 0) return -errno;
    int result = marquee_landlock_permit_at(rules, place, rights);
    close(place);
    return result;
}

// Puts the rules in force, for this thread and the threads that it starts.
static inline int marquee_landlock_restrict(int rules) {
    return syscall(SYS_landlock_restrict_self, rules, 0) == 0 ? 0 : -errno;
}
