import Glibc
import WorkerProcesses

/// The journal's own socket, which takes a message with fields beside it ("Native Journal Protocol", systemd.io).
///
/// An entry is a datagram of lines `FIELD=value`. What the journal does not take at once is the caller's to say otherwise.
nonisolated struct JournalSocket: Sendable {
  /// Where systemd-journald listens.
  static let path = "/run/systemd/journal/socket"

  private let address: UnixAddress
  /// Open for as long as the process lives.
  private let descriptor: Int32

  /// Nil where no socket can be made.
  init?(path: String = JournalSocket.path) {
    guard let address = UnixAddress(path) else { return nil }
    self.address = address
    let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { return nil }
  }

  /// Sends an entry; false where nobody took it.
  ///
  /// A field's name has capital letters, digits and underscores; a value is one line, what would begin another becomes a blank.
  func send(_ fields: [(name: String, value: String)]) -> Bool {
    var bytes: [UInt8] = []
    for field in fields {
      bytes += field.name.utf8
      bytes.append(UInt8(ascii: "="))
      bytes += field.value.utf8.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
      bytes.append(UInt8(ascii: "\n"))
    }
    // Anew each time: a journal that was started again has another socket there.
    return address.connect(descriptor)
      && Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }
}
