/// One try of a mode on the device.
public struct AttemptInfo: Codable, Hashable, Sendable {
  /// The mode's short name.
  public var mode: String
  /// What was tried.
  public var kind: AttemptKind
  /// Whether the device took it.
  public var accepted: Bool
  /// The kernel's errno, where it was refused by the kernel.
  public var errno: Int?
  /// Why it was refused, as a sentence.
  public var message: String?

  /// Makes one from its fields.
  public init(mode: String, kind: AttemptKind, accepted: Bool, errno: Int? = nil, message: String? = nil) {
    self.mode = mode
    self.kind = kind
    self.accepted = accepted
    self.errno = errno
    self.message = message
  }
}
