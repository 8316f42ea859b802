/// From where clients are let in.
public enum Reach: Hashable, Sendable {
  /// From everywhere that leads to an address that is listened at.
  case anywhere
  /// By this machine's private addresses, and by the one that is printed for phones (`LocalNetwork.phoneAddress`).
  case localNetwork

  /// Whether a client may come in that has called one of this machine's addresses.
  func includes(_ own: String, phoneAddress: () -> String? = { LocalNetwork.phoneAddress() }) -> Bool {
    switch self {
    case .anywhere: true
    case .localNetwork: LocalNetwork.isPrivate(own) || own == phoneAddress()
    }
  }
}
