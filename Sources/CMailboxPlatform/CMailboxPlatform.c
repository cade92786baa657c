#if defined(__linux__)

#define _GNU_SOURCE
#include "CMailboxPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <unistd.h>

#ifndef O_TMPFILE
#define O_TMPFILE (020000000 | O_DIRECTORY)
#endif
#ifndef RENAME_NOREPLACE
#define RENAME_NOREPLACE 1
#endif

// The volumes whose stamps are "multigrain": one that was looked at is not given again.
#define MAILBOX_EXT4 0xEF53
#define MAILBOX_XFS 0x58465342
#define MAILBOX_BTRFS 0x9123683E
#define MAILBOX_TMPFS 0x01021994

int mailbox_has_distinct_change_times(int directory) {
  struct utsname system;
  int major = 0, minor = 0;
  if (uname(&system) == -1 || sscanf(system.release, "%d.%d", &major, &minor) != 2) return 0;
  if (major < 6 || (major == 6 && minor < 13)) return 0;
  struct statfs volume;
  if (fstatfs(directory, &volume) == -1) return 0;
  switch ((unsigned long)volume.f_type) {
  case MAILBOX_EXT4:
  case MAILBOX_XFS:
  case MAILBOX_BTRFS:
  case MAILBOX_TMPFS:
    return 1;
  default:
    return 0;
  }
}

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
  // Without a way through /proc, where the kernel lets whoever opened the file do so: since 6.10, and with a capability before.
  if (linkat(descriptor, "", directory, name, AT_EMPTY_PATH) == 0) return 0;
  // Whatever may come of a refusal is left to the long way, so that kernels fail alike.
  if (errno != ENOENT && errno != EPERM && errno != EINVAL && errno != EBADF) return -1;
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

void mailbox_begin_writing(int descriptor) {
  // Without the flags that wait, which would also take a failure away from the fsync that is to report it.
  (void)sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE);
}

#else
typedef int mailbox_platform_has_nothing_to_add;
#endif
