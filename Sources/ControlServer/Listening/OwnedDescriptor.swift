internal import Glibc

/// A file descriptor that is closed with its owner (close(2)).
nonisolated struct OwnedDescriptor: ~Copyable {
  let number: Int32

  init(_ number: Int32) {
    self.number = number
  }

  deinit { close(number) }
}
