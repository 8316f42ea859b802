/// Answers `org.varlink.service.GetInfo`.
public struct GetInfoReply: ControlReply, Hashable {
  /// Who made the service.
  public var vendor: String
  /// The service's name.
  public var product: String
  /// Its version.
  public var version: String
  /// Where to read about it.
  public var url: String
  /// The interfaces it answers to.
  public var interfaces: [String]

  /// Makes one from its fields.
  public init(vendor: String, product: String, version: String, url: String, interfaces: [String]) {
    self.vendor = vendor
    self.product = product
    self.version = version
    self.url = url
    self.interfaces = interfaces
  }
}
