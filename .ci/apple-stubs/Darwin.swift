// The rest of the stand-in for Apple's module `Darwin`: what comes there from macros, and the forms of variadic functions that Apple's
// overlay gives Swift. The values are Apple's, though nothing runs them.

@_exported import CDarwin

public var errno: Int32 {
  get { fatalError() }
  set { fatalError() }
}

// fcntl.h
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { fatalError() }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { fatalError() }
public func openat(_ directory: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { fatalError() }
public func openat(_ directory: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
  fatalError()
}
public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { fatalError() }
public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 { fatalError() }
public func fcntl(_ descriptor: Int32, _ command: Int32, _ pointer: UnsafeMutableRawPointer) -> Int32 { fatalError() }

public var O_RDONLY: Int32 { 0x0 }
public var O_RDWR: Int32 { 0x2 }
public var O_NONBLOCK: Int32 { 0x4 }
public var O_NOFOLLOW: Int32 { 0x100 }
public var O_CREAT: Int32 { 0x200 }
public var O_EXCL: Int32 { 0x800 }
public var O_NOCTTY: Int32 { 0x20000 }
public var O_EVTONLY: Int32 { 0x8000 }
public var O_DIRECTORY: Int32 { 0x100000 }
public var O_CLOEXEC: Int32 { 0x1000000 }
public var F_FULLFSYNC: Int32 { 51 }
public var F_SETPROTECTIONCLASS: Int32 { 64 }
public var F_BARRIERFSYNC: Int32 { 85 }
public var AT_FDCWD: Int32 { -2 }
public var AT_EACCESS: Int32 { 0x10 }
public var AT_SYMLINK_NOFOLLOW: Int32 { 0x20 }
public var AT_REMOVEDIR: Int32 { 0x80 }

// sys/stat.h, dirent.h, unistd.h, sys/file.h, stdio.h
public var S_IFMT: mode_t { 0o170000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFLNK: mode_t { 0o120000 }
public var DT_UNKNOWN: Int32 { 0 }
public var DT_DIR: Int32 { 4 }
public var DT_REG: Int32 { 8 }
public var DT_LNK: Int32 { 10 }
public var X_OK: Int32 { 1 }
public var W_OK: Int32 { 2 }
public var LOCK_EX: Int32 { 2 }
public var LOCK_NB: Int32 { 4 }
public var LOCK_UN: Int32 { 8 }
public var RENAME_EXCL: Int32 { 4 }

// time.h
public var CLOCK_REALTIME: clockid_t { stub_realtime }
public var CLOCK_MONOTONIC: clockid_t { stub_monotonic }

// errno.h
public var EPERM: Int32 { 1 }
public var ENOENT: Int32 { 2 }
public var EINTR: Int32 { 4 }
public var EIO: Int32 { 5 }
public var ENXIO: Int32 { 6 }
public var EBADF: Int32 { 9 }
public var ENOMEM: Int32 { 12 }
public var EACCES: Int32 { 13 }
public var EBUSY: Int32 { 16 }
public var EEXIST: Int32 { 17 }
public var EXDEV: Int32 { 18 }
public var ENODEV: Int32 { 19 }
public var ENOTDIR: Int32 { 20 }
public var EISDIR: Int32 { 21 }
public var EINVAL: Int32 { 22 }
public var ENFILE: Int32 { 23 }
public var EMFILE: Int32 { 24 }
public var ENOTTY: Int32 { 25 }
public var EFBIG: Int32 { 27 }
public var ENOSPC: Int32 { 28 }
public var EROFS: Int32 { 30 }
public var EMLINK: Int32 { 31 }
public var EAGAIN: Int32 { 35 }
public var EWOULDBLOCK: Int32 { 35 }
public var ENOTSUP: Int32 { 45 }
public var ELOOP: Int32 { 62 }
public var ENAMETOOLONG: Int32 { 63 }
public var ENOTEMPTY: Int32 { 66 }
public var EDQUOT: Int32 { 69 }
public var ESTALE: Int32 { 70 }
public var ENOSYS: Int32 { 78 }
public var EOPNOTSUPP: Int32 { 102 }
