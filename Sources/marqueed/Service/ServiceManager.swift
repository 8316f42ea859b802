import CLinuxEvents
import Glibc

/// Tells systemd how the daemon is (sd_notify(3)); does nothing where it was not started by it.
final class ServiceManager {
  private let address: UnixAddress?

  init(environment: DaemonEnvironment) {
    address = environment["NOTIFY_SOCKET"].flatMap(UnixAddress.init)
  }

  /// Whether somebody listens.
  var isThere: Bool { address != nil }

  /// Sends lines of `NAME=value`.
  func notify(_ lines: String...) {
    send(lines.joined(separator: "\n"), descriptor: nil)
  }

  /// Keeps a descriptor in the manager's store under a name, so that it outlives this process.
  func store(_ descriptor: Int32, name: String) {
    send("FDSTORE=1\nFDNAME=\(name)", descriptor: descriptor)
  }

  /// Takes it out again.
  func forget(name: String) {
    send("FDSTOREREMOVE=1\nFDNAME=\(name)", descriptor: nil)
  }

  private func send(_ text: String, descriptor: Int32?) {
    guard let address else { return }
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return }
    defer { close(socket) }
    guard address.connect(socket) else { return }
    let bytes = Array(text.utf8)
    var descriptors = descriptor.map { [$0] } ?? []
    _ = marquee_send_with_descriptors(socket, bytes, bytes.count, &descriptors, Int32(descriptors.count))
  }
}
