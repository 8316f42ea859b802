#pragma once
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Landlock (Linux 5.13): a process gives up access to files for good. Every function returns a negative errno if it fails.

// struct landlock_ruleset_attr as of Linux 6.12. Older kernels know the first members only, and Debian 12's headers one of them.
struct marquee_landlock_attributes {
    uint64_t files;
    uint64_t network;
    uint64_t scopes;
};

// The version of the interface. ENOSYS: the kernel has no Landlock. EOPNOTSUPP: Landlock is switched off (lsm=).
static inline int marquee_landlock_version(void) {
    long version = syscall(SYS_landlock_create_ruleset, 0, 0, LANDLOCK_CREATE_RULESET_VERSION);
    return version < 0 ? -errno : (int)version;
}

// Makes a set of rules that permits nothing of what it handles yet: the first `size` bytes of the attributes count.
static inline int marquee_landlock_create(const struct marquee_landlock_attributes *attributes, size_t size) {
    long rules = syscall(SYS_landlock_create_ruleset, attributes, size, 0);
    return rules < 0 ? -errno : (int)rules;
}

// Permits rights at an open file or folder, and below it.
static inline int marquee_landlock_permit_at(int rules, int place, uint64_t rights) {
    struct stat status;
    if (fstat(place, &status) != 0) return -errno;
    // A rule for a file must not name a right of folders: EXECUTE, WRITE_FILE, READ_FILE, TRUNCATE and IOCTL_DEV are those of files.
    uint64_t of_files = 1ULL << 0 | 1ULL << 1 | 1ULL << 2 | 1ULL << 14 | 1ULL << 15;
    struct landlock_path_beneath_attr beneath = {
        .allowed_access = S_ISDIR(status.st_mode) ? rights : rights & of_files,
        .parent_fd = place,
    };
    return syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0) == 0 ? 0 : -errno;
}

// The same by a path. ENOENT if there is none.
static inline int marquee_landlock_permit(int rules, const char *path, uint64_t rights) {
    // glibc shows O_PATH itself with _GNU_SOURCE only.
    int place = open(path, __O_PATH | O_CLOEXEC);
    if (place < 0) return -errno;
    int result = marquee_landlock_permit_at(rules, place, rights);
    close(place);
    return result;
}

// The rules hold from here on, for this thread and those that it starts.
static inline int marquee_landlock_restrict(int rules) {
    return syscall(SYS_landlock_restrict_self, rules, 0) == 0 ? 0 : -errno;
}
