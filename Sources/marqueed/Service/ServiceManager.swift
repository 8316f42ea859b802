import CLinuxEvents
import Glibc

/// Tells systemd how the daemon is (sd_notify(3)); does nothing where it was not started by it.
final class ServiceManager {
  private let address: String?

  init(environment: DaemonEnvironment) {
    address = environment["NOTIFY_SOCKET"]
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
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    var path = Array(address.utf8)
    guard path.count < MemoryLayout.size(ofValue: name.sun_path) else { return }
    // An abstract socket is written with @ and named with a zero byte.
    if path.first == UInt8(ascii: "@") { path[0] = 0 }
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
    let connected = withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, length) }
    }
    guard connected == 0 else { return }
    let bytes = Array(text.utf8)
    var descriptors = descriptor.map { [$0] } ?? []
    _ = marquee_send_with_descriptors(socket, bytes, bytes.count, &descriptors, Int32(descriptors.count))
  }
}
