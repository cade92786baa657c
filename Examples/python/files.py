"""What one operation does to the file system: descriptors, the lock, the generation, and single moves."""

import ctypes
import errno
import fcntl
import os
import stat
import struct
import sys
import time
from contextlib import contextmanager

from names import EPOCH, Entry

ROOT = "AppGroupMailbox"
LOCK = ".mailbox.lock"
LOCK_PAUSE = 0.002  # seconds between two tries for the lock
REMOVAL_DEPTH, REMOVAL_ENTRIES = 32, 4096  # "removal-depth" of section 7


class MailboxError(Exception):
    """A failure of an operation; `code` is one of PROTOCOL.md's, `details` never hold a path or a name (SEC-7)."""

    def __init__(self, code, **details):
        super().__init__(code, details)
        self.code, self.details = code, details


class SystemFailure(MailboxError):
    """A system call that failed, with its name and errno (ERR-1)."""

    def __init__(self, name, number):
        super().__init__("ioFailure", call=name, errno=number)
        self.errno = number


def call(name, function, *arguments, **options):
    """Makes one system call; Python repeats it when it is interrupted (ERR-2)."""
    try:
        return function(*arguments, **options)
    except OSError as error:
        failed = error.errno
    raise SystemFailure(name, failed)  # out here, for the OSError holds a name (SEC-7)


@contextmanager
def tolerating(*numbers):
    """Goes on behind the block when a system call in it fails with one of these errors."""
    try:
        yield
    except SystemFailure as failure:
        if failure.errno not in numbers:
            raise


def _find_exclusive_rename():
    library = ctypes.CDLL(None, use_errno=True)
    function, flag = (library.renameatx_np, 4) if sys.platform == "darwin" else (library.renameat2, 1)
    function.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
    return function, flag  # RENAME_EXCL or RENAME_NOREPLACE


_rename, _EXCLUSIVE = _find_exclusive_rename()


def rename_exclusively(from_directory, old, to_directory, new):
    """Renames; where the new name is taken it fails with EEXIST and changes nothing (CLM-1, ENQ-9)."""
    while _rename(from_directory, os.fsencode(old), to_directory, os.fsencode(new), _EXCLUSIVE) != 0:
        failed = ctypes.get_errno()
        if failed != errno.EINTR:  # ERR-2; ctypes does not repeat by itself
            raise SystemFailure("renameat", failed)


def close(descriptor):
    """Closes once; `close` is not repeated (ERR-2)."""
    try:
        os.close(descriptor)
    except OSError:
        pass


def open_in(directory, name, flags, mode=0):
    """Opens a name in a directory without following a link (SEC-3)."""
    return call("openat", os.open, name, flags | os.O_NOFOLLOW | os.O_CLOEXEC, mode, dir_fd=directory)


def stat_in(directory, name):
    return call("fstatat", os.stat, name, dir_fd=directory, follow_symlinks=False)


def stat_of(descriptor):
    return call("fstat", os.fstat, descriptor)


def unlink_in(directory, name):
    call("unlinkat", os.unlink, name, dir_fd=directory)


def list_names(descriptor):
    return call("getdents", os.listdir, descriptor)


def same_file(one, other):
    return (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino)


def read_up_to(descriptor, count):
    """Reads until the end of the file, but not more than `count` bytes (SEC-6)."""
    parts, left = [], count
    while left > 0:
        part = call("read", os.read, descriptor, min(left, 1 << 20))
        if not part:
            break
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def write_all(descriptor, data):
    """Writes everything, going on after a short write (ERR-2)."""
    view = memoryview(data)
    while view:
        view = view[call("write", os.write, descriptor, view):]


def synchronise(descriptor, durability):
    """Synchronises a file or directory as far as the durability asks (DUR-1 to DUR-3)."""
    if durability == "processCrash":
        return
    if sys.platform == "darwin":  # F_FULLFSYNC, F_BARRIERFSYNC
        call("fcntl", fcntl.fcntl, descriptor, 51 if durability == "powerLoss" else 85)
    else:
        call("fsync", os.fsync, descriptor)


def stamp_of(status):
    """The modification time in seconds since 2001 (LSE-1)."""
    return (status.st_mtime_ns - EPOCH * 10**9) / 10**9


def set_stamp(descriptor, date):
    """Sets the modification time; whole seconds and the rest apart, to be as exact as binary64 is."""
    whole = int(date // 1)
    now = (whole + EPOCH) * 10**9 + round((date - whole) * 10**9)
    call("futimens", os.utime, descriptor, ns=(now, now))


def remove_tree(directory, name, depth=0, count=None):
    """Removes a file, or a directory with all that is in it, following no link (QUA-8)."""
    count = count or [0]
    count[0] += 1
    if not stat.S_ISDIR(stat_in(directory, name).st_mode):
        return unlink_in(directory, name)
    if depth >= REMOVAL_DEPTH or count[0] > REMOVAL_ENTRIES:
        raise SystemFailure("unlinkat", errno.ENOTEMPTY)
    if stat_in(directory, name).st_mode & 0o700 != 0o700:  # closed even to us
        call("fchmodat", os.chmod, name, 0o700, dir_fd=directory)
    inside = open_in(directory, name, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for child in list_names(inside):
            remove_tree(inside, child, depth + 1, count)
    finally:
        close(inside)
    return call("unlinkat", os.rmdir, name, dir_fd=directory)


def make_directory(parent, name):
    """Makes a directory of mode 0700, whatever the umask is (LAY-2), unless another process was faster."""
    with tolerating(errno.EEXIST):
        call("mkdirat", os.mkdir, name, 0o700, dir_fd=parent)
        if stat.S_IMODE(stat_in(parent, name).st_mode) != 0o700:
            call("fchmodat", os.chmod, name, 0o700, dir_fd=parent)


def is_own_directory(status):
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid()  # SEC-1


def is_safe_lock(status):
    return stat.S_ISREG(status.st_mode) and status.st_nlink <= 1 and status.st_uid == os.geteuid()  # SEC-2


def next_generation(data):
    """One more than the generation, or a random one where it is unknown (section 2.3)."""
    if len(data) < 8:
        return os.urandom(8)
    return struct.pack("<Q", (struct.unpack("<Q", data)[0] + 1) % 2**64)


class Operation:
    """What one operation has open, whether it holds the lock, what it listed and what it has to tell.

    Nothing stays open between operations. So a removed directory is made again (LCK-7), a forked child never uses its
    parent's descriptors (LCK-6), and threads exclude each other by `flock` as processes do (LCK-5).
    """

    def __init__(self, container, namespace, lock_timeout, create):
        self.container_path, self.namespace = container, namespace
        self.lock_timeout, self.create = lock_timeout, create
        self.container = self.root = self.directory = self.lock_file = None
        self.held = self.raised = False  # the lock, and the generation since it was taken
        self.changes, self.entries = 0, []  # since it was taken
        self.withheld, self.skipped = set(), set()  # entries that are not to be delivered; names that failed
        self.failures, self.first_failure = 0, None
        self.events, self.wake = [], False

    # Directories

    def open(self):
        """Opens container, AppGroupMailbox and namespace; only the container may be reached by links (SEC-3)."""
        self.container = call("open", os.open, self.container_path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        self.root = self._open_directory(self.container, ROOT)
        self.directory = self._open_directory(self.root, self.namespace)

    def _open_directory(self, parent, name):
        try:
            descriptor = open_in(parent, name, os.O_RDONLY | os.O_DIRECTORY)
        except SystemFailure as failure:
            if failure.errno in (errno.ELOOP, errno.ENOTDIR):
                raise MailboxError("unsafeFile") from None
            if failure.errno != errno.ENOENT or not self.create:
                raise
            make_directory(parent, name)
            descriptor = open_in(parent, name, os.O_RDONLY | os.O_DIRECTORY)
        if not is_own_directory(stat_of(descriptor)):
            close(descriptor)
            raise MailboxError("unsafeFile")
        return descriptor

    def close(self):
        """Lets the lock go and closes everything."""
        self.unlock()
        for descriptor in (self.directory, self.root, self.container):
            if descriptor is not None:
                close(descriptor)
        self.directory = self.root = self.container = None

    def reopen(self):
        """Goes to what is at the paths now."""
        self.close()
        self.open()

    # The lock

    def lock(self):
        """Takes the lock on what is at the paths, or fails with `busy` (LCK-2, LCK-3), and lists the directory."""
        deadline = time.monotonic() + self.lock_timeout
        while not self._lock_once(deadline):
            if time.monotonic() >= deadline:
                raise MailboxError("busy")
            self.reopen()
        self.raised, self.changes, self.entries = False, 0, self.list()

    def _lock_once(self, deadline):
        """Whether what was locked is still what is at the paths; if not, nothing is locked."""
        current = False
        try:
            self.lock_file = self.open_lock()
            self._wait_for_lock(deadline)
            current = self.is_current()
        except SystemFailure as failure:
            if failure.errno != errno.ENOENT or not self.create:  # the directory was removed (LCK-7)
                raise
        finally:
            if not current:
                self.unlock()
        return current

    def open_lock(self):
        """Opens or makes the lock file; one that cannot be written is still good for `flock` (LAY-18)."""
        there, descriptor = self.find(LOCK), None
        if there is not None and not is_safe_lock(there):  # it is not even opened: it may be a device
            raise MailboxError("unsafeFile")
        with tolerating(errno.EACCES, errno.EPERM, errno.EROFS):
            descriptor = open_in(self.directory, LOCK, os.O_RDWR | os.O_CREAT | os.O_NONBLOCK, 0o600)
        if descriptor is None:
            descriptor = open_in(self.directory, LOCK, os.O_RDONLY | os.O_NONBLOCK)
        try:
            if not is_safe_lock(stat_of(descriptor)):
                raise MailboxError("unsafeFile")
            if there is None:
                call("fchmod", os.fchmod, descriptor, 0o600)  # whatever the umask is
        except BaseException:
            close(descriptor)
            raise
        return descriptor

    def _wait_for_lock(self, deadline):
        while True:
            last = time.monotonic() >= deadline  # then it is tried once more
            if self._try_lock():
                self.held = True
                return
            if last:
                raise MailboxError("busy")
            time.sleep(min(LOCK_PAUSE, max(0.0, deadline - time.monotonic())))

    def _try_lock(self):
        with tolerating(errno.EWOULDBLOCK):
            call("flock", fcntl.flock, self.lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        return False

    def is_current(self):
        """Whether lock file and directories are still the ones at their paths (LCK-3)."""
        try:
            return same_file(os.fstat(self.container), os.stat(self.container_path)) and all(
                same_file(os.fstat(descriptor), os.stat(name, dir_fd=parent, follow_symlinks=False))
                for descriptor, name, parent in ((self.root, ROOT, self.container),
                                                 (self.directory, self.namespace, self.root),
                                                 (self.lock_file, LOCK, self.directory)))
        except OSError:
            return False

    def unlock(self):
        """Lets the lock go, also for a child that was forked meanwhile and inherited it."""
        if self.lock_file is not None:
            try:
                if self.held:
                    fcntl.flock(self.lock_file, fcntl.LOCK_UN)
            except OSError:
                pass  # closing does it as well
            close(self.lock_file)
        self.lock_file, self.held = None, False

    def before_change(self):
        """Raises the generation once under each hold of the lock (LAY-19); failing is no error (LAY-18)."""
        self.changes += 1
        if self.held and not self.raised:
            self.raised = True
            try:
                os.pwrite(self.lock_file, next_generation(os.pread(self.lock_file, 8, 0)), 0)
            except OSError:
                pass

    # Entries

    def list(self):
        """The entries that are ours; foreign names are left alone (LAY-16)."""
        fresh = call("openat", os.open, ".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=self.directory)
        try:
            with call("getdents", os.scandir, fresh) as items:
                found = [(item, Entry(item.name)) for item in items]
                for item, entry in found:
                    entry.regular = entry.kind == "foreign" or item.is_file(follow_symlinks=False)
            return [entry for _, entry in found if entry.kind != "foreign"]
        except OSError as error:
            failed = error.errno
        finally:
            close(fresh)
        raise SystemFailure("getdents", failed)

    def of_kind(self, *kinds):
        """The regular files of these kinds; what is no regular file is no message."""
        return [entry for entry in self.entries if entry.kind in kinds and entry.regular]

    def listed(self, entry):
        """The entry of that name in the present listing, which is put there if it is missing."""
        for other in self.entries:
            if other.name == entry.name:
                return other
        self.entries.append(entry)
        return entry

    def stat(self, entry):
        return stat_in(self.directory, entry.name)

    def find(self, name):
        """The status of what has a name, or None where nothing has it."""
        with tolerating(errno.ENOENT):
            return stat_in(self.directory, name)
        return None

    def open_message(self, entry):
        """Opens a message without waiting, whatever stands there (SEC-4)."""
        return open_in(self.directory, entry.name, os.O_RDONLY | os.O_NONBLOCK)

    def rename(self, entry, name):
        """Moves an entry to a name that is free."""
        self.before_change()
        rename_exclusively(self.directory, entry.name, self.directory, name)
        entry.take(name)

    def move(self, entry, name, expected):
        """As `rename`, but what turns out to be another file than was looked at goes back (CLM-15)."""
        before, same = entry.name, False
        self.rename(entry, name)
        try:
            same = same_file(self.stat(entry), expected)
        finally:
            if not same:
                self.skipped.add(before)
                self.rename(entry, before)
        return same

    def unlink(self, entry):
        self.before_change()
        unlink_in(self.directory, entry.name)
        entry.kind = "gone"

    def report(self, event, **details):
        """Keeps a diagnostic until the lock was let go (DIA-3)."""
        self.events.append(dict(event=event, **details))
