import CLinuxEvents
import EventLoop
import Glibc

/// Notifies systemd of the daemon's state (sd_notify(3)); does nothing if systemd did not start the daemon.
final class ServiceManager {
  /// The limit of unsent texts for a manager that does not read. Later texts are dropped.
  private static let mostUnsent = 16
  private let address: UnixAddress?
  private let loop: EventLoop
  /// The texts for which the manager had no room, oldest first.
  private var unsent: [String] = []
  /// Waits for room on a connected socket; nil while nothing is unsent.
  private var room: (socket: Int32, watch: Watch)?

  init(environment: DaemonEnvironment, loop: EventLoop) {
    address = environment["NOTIFY_SOCKET"].flatMap { UnixAddress($0) }
    self.loop = loop
  }

  var isThere: Bool { address != nil }

  /// Sends lines of `NAME=value`. It never waits: if the manager has no room, they are sent later, before the next ones. A watchdog message
  /// is not kept for later, because it is true only now.
  func notify(_ lines: String...) { notify(lines.joined(separator: "\n"), isKept: !lines.contains("WATCHDOG=1")) }

  /// Stores a descriptor at the manager under a name, so that it outlives this process.
  func store(_ descriptor: Int32, name: String) { send("FDSTORE=1\nFDNAME=\(name)", descriptor: descriptor) }

  func forget(name: String) { notify("FDSTOREREMOVE=1\nFDNAME=\(name)", isKept: true) }

  private func notify(_ text: String, isKept: Bool) {
    sendUnsent()
    if unsent.isEmpty, send(text) { return }
    if isKept, unsent.count < Self.mostUnsent { unsent.append(text) }
    guard !unsent.isEmpty, room == nil, let socket = connectedSocket() else { return }
    room = (try? loop.watch(socket, for: .writable) { [weak self] _ in self?.sendUnsent() }).map { (socket, $0) }
    if room == nil { close(socket) }
  }

  private func sendUnsent() {
    while let first = unsent.first, send(first) { unsent.removeFirst() }
    guard unsent.isEmpty, let (socket, watch) = room else { return }
    watch.cancel()
    close(socket)
    room = nil
  }

  /// False if the manager's socket is full. After any other error another try would not help.
  @discardableResult
  private func send(_ text: String, descriptor: Int32? = nil) -> Bool {
    guard let socket = connectedSocket() else { return true }
    defer { close(socket) }
    let bytes = Array(text.utf8)
    var descriptors = descriptor.map { [$0] } ?? []
    let sent = marquee_send_with_descriptors(socket, bytes, bytes.count, &descriptors, Int32(descriptors.count))
    return sent >= 0 || errno != EAGAIN
  }

  private func connectedSocket() -> Int32? {
    guard let address else { return nil }
    let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let socket = Glibc.socket(AF_UNIX, type, 0)
    guard socket >= 0 else { return nil }
    if address.connect(socket) { return socket }
    close(socket)
    return nil
  }
}

/// The name of a card's descriptor in the service manager's store: the device node without its folder.
nonisolated enum StoredCard {
  static func name(of device: String) -> String {
    "card-" + (device.split(separator: "/").last.map(String.init) ?? device)
  }

  static func device(of name: String) -> String? {
    name.hasPrefix("card-") ? "/dev/dri/" + name.dropFirst("card-".count) : nil
  }
}
