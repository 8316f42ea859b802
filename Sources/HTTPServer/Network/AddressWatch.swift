internal import Glibc

/// Hears of addresses that this machine gets and loses (rtnetlink(7)), without looking for them.
public final class AddressWatch: Sendable {
  /// For poll(2): readable when an address has come or gone.
  public let descriptor: Int32

  /// Nil where the system does not tell.
  public init?() {
    let kind = Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    // NETLINK_ROUTE
    let descriptor = socket(AF_NETLINK, kind, 0)
    guard descriptor >= 0 else { return nil }
    // struct sockaddr_nl: its family, no number of our own, and RTMGRP_LINK, RTMGRP_IPV4_IFADDR, RTMGRP_IPV6_IFADDR (linux/rtnetlink.h).
    var address = (UInt16(AF_NETLINK), UInt16(0), UInt32(0), UInt32(0x1 | 0x10 | 0x100))
    let result = unsafe withUnsafeBytes(of: &address) { bytes in
      unsafe bytes.baseAddress.map { unsafe bind(descriptor, $0.assumingMemoryBound(to: sockaddr.self), 12) } ?? -1
    }
    guard result == 0 else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// What it has told so far is known: it is readable again with the next change.
  public func clear() {
    var buffer = [UInt8](repeating: 0, count: 8192)
    // Where too much has come at once (ENOBUFS), the next read goes on.
    while true {
      let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 || count < 0 && (errno == EINTR || errno == ENOBUFS) else { return }
    }
  }
}
