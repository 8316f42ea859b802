#pragma once
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Landlock (Linux 5.13) for a process that reads a few files and writes none.

// A set of rules that permits nothing yet; -1 where the kernel has no Landlock, or has it switched off.
static inline int marquee_landlock_begin(void) {
    long version = syscall(SYS_landlock_create_ruleset, 0, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1) return -1;
    // Every right of version 1 (bits 0 to 12), and of later ones REFER, TRUNCATE and IOCTL_DEV, which Debian 12's headers lack.
    uint64_t files = (1ULL << 13) - 1;
    if (version >= 2) files |= 1ULL << 13;
    if (version >= 3) files |= 1ULL << 14;
    if (version >= 5) files |= 1ULL << 15;
    struct landlock_ruleset_attr rights = {.handled_access_fs = files};
    return (int)syscall(SYS_landlock_create_ruleset, &rights, sizeof(rights), 0);
}

// Permits to read a file, or all that lies below a folder. -1 where there is no such path.
static inline int marquee_landlock_permit_reading(int rules, const char *path) {
    // glibc shows O_PATH itself with _GNU_SOURCE only.
    int place = open(path, __O_PATH | O_CLOEXEC);
    if (place < 0) return -1;
    struct stat status;
    int result = fstat(place, &status);
    if (result == 0) {
        struct landlock_path_beneath_attr beneath = {
            .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | (S_ISDIR(status.st_mode) ? LANDLOCK_ACCESS_FS_READ_DIR : 0),
            .parent_fd = place,
        };
        result = (int)syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
    }
    close(place);
    return result;
}

// In force from here on, for good; closes the rules.
static inline int marquee_landlock_restrict(int rules) {
    int result = (int)syscall(SYS_landlock_restrict_self, rules, 0);
    close(rules);
    return result;
}
