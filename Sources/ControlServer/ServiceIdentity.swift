/// What the service says of itself (`org.varlink.service.GetInfo`).
public nonisolated struct ServiceIdentity: Hashable, Sendable {
  /// Who made it.
  public var vendor: String
  /// Its name.
  public var product: String
  /// Its version.
  public var version: String
  /// Where to read about it.
  public var url: String

  /// Makes an identity.
  public init(version: String, vendor: String = "Marquee", product: String = "marqueed", url: String = "") {
    self.vendor = vendor
    self.product = product
    self.version = version
    self.url = url
  }
}
