/// Counts what this thread asks the C library's allocator for.
///
/// The functions of malloc's family stand in this program's place of the C library's (glibc's manual, "Replacing malloc") and hand on to
/// those, so that Swift's runtime, pixman and our own code are counted alike.
#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

/// How many blocks this thread has asked for, or asked to be resized, since it began.
unsigned long allocation_count(void);

#endif
