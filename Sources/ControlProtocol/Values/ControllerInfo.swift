/// Whether the program that registered an app is there.
public enum ControllerInfo: String, Codable, CaseIterable, Hashable, Sendable {
  /// Its connection is open.
  case here
  /// Its connection has ended.
  case gone

  /// Reads it by its name.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "controller")
  }
}
