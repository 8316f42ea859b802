import Glibc

/// The descriptors 0, 1 and 2.
nonisolated enum StandardFiles {
  /// Opens `/dev/null` in place of those that whoever started the program has closed.
  ///
  /// Else the next file that is opened becomes standard error, and a message is written into a card or a socket.
  static func complete() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 && errno == EBADF {
      // open(2) gives the lowest that is free: this one, since those below are taken by now.
      _ = open("/dev/null", O_RDWR)
    }
  }
}
