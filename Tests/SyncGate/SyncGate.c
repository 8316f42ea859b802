#define _GNU_SOURCE
#include "SyncGate.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

// Whether the last call of the thread was for the audit, whose folder is next.
static _Thread_local bool follows_audit;

// The answer of the test to this call: 0, or an errno. The audit is not held: its writes depend on the time since the last one.
static unsigned char verdict(int descriptor) {
  const char *path = getenv("MARQUEE_SYNC_GATE");
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (!path || strlen(path) >= sizeof address.sun_path) return 0;
  strcpy(address.sun_path, path);

  char link[64], name[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, name, sizeof name - 1);
  if (length < 0) return 0;
  name[length] = 0;
  const char *last = strrchr(name, '/');
  last = last ? last + 1 : name;

  bool is_audit = strcmp(last, "audit.json.new") == 0;
  bool is_passed = is_audit || follows_audit;
  follows_audit = is_audit;
  if (is_passed) return 0;

  int gate = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (gate < 0) return 0;
  unsigned char answer = 0;
  if (connect(gate, (struct sockaddr *)&address, sizeof address) == 0 &&
      send(gate, last, strlen(last) + 1, MSG_NOSIGNAL) > 0) {
    ssize_t count;
    do count = recv(gate, &answer, 1, 0);
    while (count < 0 && errno == EINTR);
    if (count != 1) answer = 0;
  }
  close(gate);
  return answer;
}

int fsync(int descriptor) {
  unsigned char failure = verdict(descriptor);
  if (failure == SYNC_GATE_SKIPPED) return 0;
  if (failure) {
    errno = failure;
    return -1;
  }
  return (int)syscall(SYS_fsync, descriptor);
}
