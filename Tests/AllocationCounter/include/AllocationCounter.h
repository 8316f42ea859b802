/// Counts the requests of this thread to the C library's allocator.
///
/// The functions of malloc's family in this program replace those of the C library (glibc's manual, "Replacing malloc"). They pass each
/// call on to the C library. So the allocations of Swift's runtime, pixman and our own code are all counted.
#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

/// How many blocks this thread has asked for, or asked to be resized, since it began.
unsigned long allocation_count(void);

#endif
