/// Which screens a scene configuration is for, as `match` in the configuration file: every pattern that is given must fit.
public struct ScreenMatchInfo: Codable, Hashable, Sendable {
  /// The connector's name, as `HDMI-A-*`.
  public var connector: String?
  /// The three-letter identifier of the maker, as `DEL`.
  public var make: String?
  /// The display's name.
  public var model: String?
  /// The serial text or number.
  public var serial: String?

  /// Makes one from its patterns, of which at least one is needed.
  public init(connector: String? = nil, make: String? = nil, model: String? = nil, serial: String? = nil) {
    self.connector = connector
    self.make = make
    self.model = model
    self.serial = serial
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case connector, make, model, serial
  }

  /// Reads one; an unknown field is an error.
  public init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownFields(CodingKeys.self)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    connector = try container.decodeIfPresent(String.self, forKey: .connector)
    make = try container.decodeIfPresent(String.self, forKey: .make)
    model = try container.decodeIfPresent(String.self, forKey: .model)
    serial = try container.decodeIfPresent(String.self, forKey: .serial)
  }
}
