public import DisplayTypes

/// Which screens a rule or a scene configuration is for: every pattern that is given must fit.
public struct ScreenMatch: Hashable, Sendable, CustomStringConvertible {
  /// The connector's name, as `HDMI-A-*`.
  public var connector: GlobPattern?
  /// The three-letter identifier of the maker, as `DEL`.
  public var make: GlobPattern?
  /// The display's name.
  public var model: GlobPattern?
  /// The serial text or number.
  public var serial: GlobPattern?

  /// Makes one from its parts.
  public init(
    connector: GlobPattern? = nil, make: GlobPattern? = nil, model: GlobPattern? = nil, serial: GlobPattern? = nil
  ) {
    self.connector = connector
    self.make = make
    self.model = model
    self.serial = serial
  }

  /// Fits every screen.
  public static let any = ScreenMatch()

  /// Whether the screen on this connector with this identity is meant.
  ///
  /// A display whose EDID could not be read has an empty make, model and serial: only patterns such as `*` fit those.
  public func matches(connectorName: String, identity: DisplayIdentity) -> Bool {
    (connector?.matches(connectorName) ?? true) && (make?.matches(identity.make) ?? true)
      && (model?.matches(identity.model) ?? true) && (serial?.matches(identity.serial) ?? true)
  }

  /// The patterns as they are written in the configuration: `connector: HDMI-A-*, make: DEL`; `any screen` where there are none.
  public var description: String {
    let parts = [("connector", connector), ("make", make), ("model", model), ("serial", serial)]
      .compactMap { name, pattern in pattern.map { "\(name): \($0)" } }
    return parts.isEmpty ? "any screen" : parts.joined(separator: ", ")
  }
}
