internal import CLinuxEvents
internal import Glibc
internal import SystemPackage

/// The lock beside a socket (`marquee.sock.lock`), held while a daemon listens there.
///
/// It decides which of two daemons that start at the same moment may replace a stale socket. The kernel lets go of it however
/// the daemon ends (flock(2)).
nonisolated struct SocketLock: ~Copyable {
  private let path: String
  private let descriptor: OwnedDescriptor

  /// Takes the lock of the socket at `socketPath`.
  init(socketPath: String) throws(ListenerError) {
    path = socketPath + ".lock"
    // A daemon that ends removes its lock file, perhaps just after we opened it: then what we locked is no longer there.
    for _ in 0..<16 {
      let number = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard number >= 0 else {
        throw .system(operation: "create the lock file", path: path, Errno(rawValue: errno))
      }
      let candidate = OwnedDescriptor(number)
      guard flock(number, LOCK_EX | LOCK_NB) == 0 else { throw .socketInUse(path: socketPath) }
      var held = stat()
      var named = stat()
      if fstat(number, &held) == 0, lstat(path, &named) == 0, held.st_ino == named.st_ino, held.st_dev == named.st_dev {
        descriptor = candidate
        return
      }
    }
    throw .socketInUse(path: socketPath)
  }

  /// Removes the file, then lets go of the lock.
  consuming func remove() {
    unlink(path)
  }
}
