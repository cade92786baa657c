#if defined(__linux__)

#define _GNU_SOURCE
#include "CMailboxPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef O_TMPFILE
#define O_TMPFILE (020000000 | O_DIRECTORY)
#endif
#ifndef RENAME_NOREPLACE
#define RENAME_NOREPLACE 1
#endif

int mailbox_openat(int directory, const char *name, int flags, mode_t mode) {
  return openat(directory, name, flags, mode);
}

int mailbox_rename_exclusively(int from_directory, const char *from, int to_directory, const char *to) {
  return (int)syscall(SYS_renameat2, from_directory, from, to_directory, to, RENAME_NOREPLACE);
}

int mailbox_open_unnamed(int directory, mode_t mode) {
  return openat(directory, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
}

int mailbox_link_unnamed(int descriptor, int directory, const char *name) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  return linkat(AT_FDCWD, path, directory, name, AT_SYMLINK_FOLLOW);
}

int mailbox_chmod_directory(int directory, const char *name, mode_t mode) {
  int handle = openat(directory, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (handle == -1) return -1;
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", handle);
  int result = chmod(path, mode);
  int code = errno;
  close(handle);
  errno = code;
  return result;
}

#else
typedef int mailbox_platform_has_nothing_to_add;
#endif
