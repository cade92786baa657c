// What is needed from the system: POSIX, what Linux and macOS spell differently, random UUIDs, the clock.
#ifndef SYSTEM_H
#define SYSTEM_H
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// Never replaces what has the new name already.
static inline int rename_exclusively(int from, const char *name, int to, const char *new_name) {
#ifdef __APPLE__
  return renameatx_np(from, name, to, new_name, RENAME_EXCL);
#else
  return renameat2(from, name, to, new_name, RENAME_NOREPLACE);
#endif
}

// Until it is on the disk, which takes more than fsync on macOS.
static inline int synchronise(int file) {
#ifdef F_FULLFSYNC
  if (!fcntl(file, F_FULLFSYNC)) return 0;
#endif
  return fsync(file);
}

static inline void make_uuid(char uuid[37]) {
  uint16_t b[8];
  if (getentropy(b, sizeof b)) abort();
  snprintf(uuid, 37, "%04X%04X-%04X-4%03X-%04X-%04X%04X%04X", b[0], b[1], b[2], b[3] & 0xFFFu,
           (b[4] & 0x3FFFu) | 0x8000u, b[5], b[6], b[7]);
}

static inline double seconds_since_1970(void) {
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now)) abort();
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

#endif
