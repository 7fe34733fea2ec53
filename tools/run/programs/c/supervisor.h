/* What the supervisor, our parent, holds. */
#ifndef SUPERVISOR_H
#define SUPERVISOR_H

#include <dirent.h>
#include <fcntl.h>

#include "check.h"

static inline int descriptors_of_supervisor(void) {
  char path[64];
  int count = 0;
  snprintf(path, sizeof(path), "/proc/%d/fd", (int)getppid());
  DIR* folder = opendir(path);
  CHECK(folder != NULL);
  while (readdir(folder) != NULL) ++count;
  closedir(folder);
  return count;
}

/* It serves in order: with these answers it has seen all that was closed before. */
static inline void settle(int probe) {
  char datagram[8192];
  int file = open("/proc/net/ip_vs", O_RDONLY);
  CHECK(file >= 0);
  close(file);
  ask(probe, 0);
  CHECK(is_answer(datagram, recv(probe, datagram, sizeof(datagram), 0)));
}

#endif
