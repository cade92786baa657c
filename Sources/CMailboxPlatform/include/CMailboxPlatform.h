// What Swift cannot call of the C library of Linux: variadic functions and those behind _GNU_SOURCE.
// Empty on Apple systems, whose own module has all of it.

#ifndef MAILBOX_PLATFORM_H
#define MAILBOX_PLATFORM_H

#if defined(__linux__)

#include <sys/types.h>

/// `openat` with its mode as an ordinary parameter.
int mailbox_openat(int directory, const char *name, int flags, mode_t mode);

/// `renameat` that fails with EEXIST instead of replacing; EINVAL or ENOSYS where the file system or kernel has no such rename.
int mailbox_rename_exclusively(int from_directory, const char *from, int to_directory, const char *to);

/// Opens a file without a name in a directory; EOPNOTSUPP, EISDIR or ENOENT where there are none.
int mailbox_open_unnamed(int directory, mode_t mode);

/// Gives an unnamed file, and no other, a name.
int mailbox_link_unnamed(int descriptor, int directory, const char *name);

/// Sets the mode of a directory, and of nothing else that may stand in its place; works where the directory cannot be opened.
int mailbox_chmod_directory(int directory, const char *name, mode_t mode);

/// Has the volume begin to write what a file holds, without waiting; where it cannot, nothing happens.
void mailbox_begin_writing(int descriptor);

/// 1 if every change of a directory after a look at its status gets a change time of its own; 0 if not, or if that is unknown.
int mailbox_has_distinct_change_times(int directory);

#endif
#endif
