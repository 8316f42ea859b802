/// How a phone takes part.
public struct PhoneInfo: Hashable, Sendable {
  /// The address that a phone opens.
  public var address: String
  /// The code that it is asked for.
  public var code: String
  /// The address that has the code in it, for a QR code.
  public var link: String

  /// Makes one from its fields.
  public init(address: String, code: String, link: String) {
    self.address = address
    self.code = code
    self.link = link
  }
}
