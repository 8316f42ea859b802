#define _GNU_SOURCE
#include "ThreadUser.h"

#include <sys/syscall.h>
#include <unistd.h>

int thread_user_set(unsigned int user) {
  // -1 leaves a number as it is (setresuid(2)).
  return (int)syscall(SYS_setresuid, (uid_t)-1, (uid_t)user, (uid_t)-1);
}
