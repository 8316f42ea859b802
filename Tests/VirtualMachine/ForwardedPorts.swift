/// The host's ports that QEMU's user network forwards to the guest, read from `info usernet`.
///
/// QEMU itself asks the host for free ports (`hostfwd=tcp:127.0.0.1:0-:7000`), so that no other program can take one in between.
struct ForwardedPorts {
  private var hostPorts: [UInt16: UInt16] = [:]

  init(_ answer: (any Sendable)?) {
    guard let text = answer as? String else { return }
    for line in text.split(whereSeparator: \.isNewline) {
      // TCP[HOST_FORWARD]  9  127.0.0.1 37423  10.0.2.15 7000  0 0
      let words = line.split(separator: " ")
      if words.count >= 6, words[0] == "TCP[HOST_FORWARD]", let host = UInt16(words[3]), let guest = UInt16(words[5]) {
        hostPorts[guest] = host
      }
    }
  }

  func port(forGuest port: UInt16) throws -> UInt16 {
    guard let found = hostPorts[port] else {
      throw VirtualMachineError("QEMU forwards no port to the guest's \(port).")
    }
    return found
  }
}
