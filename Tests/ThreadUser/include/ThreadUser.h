#ifndef THREAD_USER_H
#define THREAD_USER_H

/// Makes a user the effective one of the calling thread alone: seteuid(3) changes all threads of the process.
///
/// Returns 0, or -1 with errno.
int thread_user_set(unsigned int user);

#endif
