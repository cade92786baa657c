// What the library uses of Apple's C library, written down by hand from its documentation: types, sizes and signatures as Apple's
// have them on 64-bit systems. Nothing here is ever linked or run.
//
// Every C name is made up and carries its real name for Swift only: the same compiler has also loaded Linux's C library (through
// Foundation), and C knows one `struct stat`. No system header is included, so that no name of Linux can slip in.

#ifndef CDARWIN_H
#define CDARWIN_H

#define AS(name) __attribute__((swift_name(name)))

typedef __SIZE_TYPE__ size_t;
typedef long stub_ssize_t AS("ssize_t");
typedef long long stub_off_t AS("off_t");
typedef long stub_time_t AS("time_t");
typedef unsigned short stub_mode_t AS("mode_t");
typedef unsigned short stub_nlink_t AS("nlink_t");
typedef int stub_dev_t AS("dev_t");
typedef unsigned long long stub_ino_t AS("ino_t");
typedef unsigned int stub_uid_t AS("uid_t");
typedef unsigned int stub_gid_t AS("gid_t");
typedef int stub_pid_t AS("pid_t");

// time.h
struct AS("timespec") stub_timespec {
  stub_time_t tv_sec;
  long tv_nsec;
};
enum AS("clockid_t") stub_clockid { stub_realtime = 0, stub_monotonic = 6 };
int stub_clock_gettime(enum stub_clockid, struct stub_timespec *) AS("clock_gettime(_:_:)");
int stub_nanosleep(const struct stub_timespec *, struct stub_timespec *) AS("nanosleep(_:_:)");

// sys/stat.h
struct AS("stat") stub_stat {
  stub_dev_t st_dev;
  stub_mode_t st_mode;
  stub_nlink_t st_nlink;
  stub_ino_t st_ino;
  stub_uid_t st_uid;
  stub_gid_t st_gid;
  stub_dev_t st_rdev;
  struct stub_timespec st_atimespec;
  struct stub_timespec st_mtimespec;
  struct stub_timespec st_ctimespec;
  struct stub_timespec st_birthtimespec;
  stub_off_t st_size;
  long long st_blocks;
  int st_blksize;
  unsigned int st_flags;
  unsigned int st_gen;
};
int stub_stat_path(const char *, struct stub_stat *) AS("stat(_:_:)");
int stub_lstat(const char *, struct stub_stat *) AS("lstat(_:_:)");
int stub_fstat(int, struct stub_stat *) AS("fstat(_:_:)");
int stub_fstatat(int, const char *, struct stub_stat *, int) AS("fstatat(_:_:_:_:)");
int stub_mkdir(const char *, stub_mode_t) AS("mkdir(_:_:)");
int stub_mkdirat(int, const char *, stub_mode_t) AS("mkdirat(_:_:_:)");
int stub_chmod(const char *, stub_mode_t) AS("chmod(_:_:)");
int stub_fchmod(int, stub_mode_t) AS("fchmod(_:_:)");
int stub_fchmodat(int, const char *, stub_mode_t, int) AS("fchmodat(_:_:_:_:)");
int stub_futimens(int, const struct stub_timespec *) AS("futimens(_:_:)");

// dirent.h
struct AS("DIR") stub_dir {
  int private_part;
};
struct AS("dirent") stub_dirent {
  unsigned long long d_ino;
  unsigned long long d_seekoff;
  unsigned short d_reclen;
  unsigned short d_namlen;
  unsigned char d_type;
  char d_name[1024];
};
struct stub_dir *stub_fdopendir(int) AS("fdopendir(_:)");
struct stub_dirent *stub_readdir(struct stub_dir *) AS("readdir(_:)");
int stub_closedir(struct stub_dir *) AS("closedir(_:)");

// unistd.h, stdio.h, sys/file.h, string.h
int stub_close(int) AS("close(_:)");
stub_ssize_t stub_pread(int, void *, size_t, stub_off_t) AS("pread(_:_:_:_:)");
stub_ssize_t stub_pwrite(int, const void *, size_t, stub_off_t) AS("pwrite(_:_:_:_:)");
int stub_fsync(int) AS("fsync(_:)");
int stub_faccessat(int, const char *, int, int) AS("faccessat(_:_:_:_:)");
int stub_unlinkat(int, const char *, int) AS("unlinkat(_:_:_:)");
int stub_renameat(int, const char *, int, const char *) AS("renameat(_:_:_:_:)");
int stub_renameatx_np(int, const char *, int, const char *, unsigned int) AS("renameatx_np(_:_:_:_:_:)");
int stub_flock(int, int) AS("flock(_:_:)");
stub_pid_t stub_getpid(void) AS("getpid()");
stub_uid_t stub_geteuid(void) AS("geteuid()");
size_t stub_strlen(const char *) AS("strlen(_:)");

// pthread.h
struct AS("_opaque_pthread_mutex_t") stub_pthread_mutex {
  long __sig;
  char __opaque[56];
};
struct AS("_opaque_pthread_mutexattr_t") stub_pthread_mutexattr {
  long __sig;
  char __opaque[8];
};
typedef struct stub_pthread_mutex stub_pthread_mutex_t AS("pthread_mutex_t");
typedef struct stub_pthread_mutexattr stub_pthread_mutexattr_t AS("pthread_mutexattr_t");
int stub_mutex_init(stub_pthread_mutex_t *_Nonnull, const stub_pthread_mutexattr_t *_Nullable) AS("pthread_mutex_init(_:_:)");
int stub_mutex_destroy(stub_pthread_mutex_t *_Nonnull) AS("pthread_mutex_destroy(_:)");
int stub_mutex_lock(stub_pthread_mutex_t *_Nonnull) AS("pthread_mutex_lock(_:)");
int stub_mutex_trylock(stub_pthread_mutex_t *_Nonnull) AS("pthread_mutex_trylock(_:)");
int stub_mutex_unlock(stub_pthread_mutex_t *_Nonnull) AS("pthread_mutex_unlock(_:)");

#undef AS
#endif
