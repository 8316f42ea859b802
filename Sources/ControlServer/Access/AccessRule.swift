public import ControlProtocol

/// Who gets a level of access, by name, as the configuration says it.
public nonisolated struct AccessRule: Hashable, Sendable {
  /// The level.
  public var level: AccessLevel
  /// Users by name, or by number.
  public var users: [String]
  /// Groups by name, or by number.
  public var groups: [String]

  /// Makes a grant.
  public init(_ level: AccessLevel, users: [String] = [], groups: [String] = []) {
    self.level = level
    self.users = users
    self.groups = groups
  }
}
