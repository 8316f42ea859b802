public import SystemPackage

/// Why the server could not be started.
public enum ServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The address cannot be listened at.
  case cannotListen(ListenAddress, Errno)
  /// The certificate or its key cannot be used.
  case certificate(path: String, reason: String)
  /// The system refused something else.
  case refused(what: String, Errno)

  /// What happened and what to do.
  public var description: String {
    switch self {
    case .cannotListen(let address, .addressInUse):
      "\(address) is in use by another program. End that one, or choose another port with --listen."
    case .cannotListen(let address, .addressNotAvailable):
      "\(address.host) is no address of this machine. `ip address` lists those that are."
    case .cannotListen(let address, .permissionDenied):
      "This user may not listen at \(address): ports below 1024 are for root. Choose a higher one with --listen."
    case .cannotListen(let address, let errno): "Could not listen at \(address): \(errno.description)."
    case .certificate(let path, let reason):
      "\(path) cannot be used: \(reason). A certificate (with those that vouch for it after it) and its key are wanted, in PEM."
    case .refused(let what, let errno): "Could not \(what): \(errno.description)."
    }
  }
}
