/// The rights of a peer: a set of levels of access. A level is a set of methods, and may include other levels.
public struct AccessLevel: OptionSet, Hashable, Sendable {
  /// A bit for each level.
  public let rawValue: UInt8

  /// Makes rights of bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// No rights. A method that requires none is open to peers with any level.
  public static let none: AccessLevel = []
  /// The levels that can be granted.
  public static var levels: [AccessLevel] { named.map(\.level) }

  /// The names of its levels, without the levels that another one includes: `control`, or `alarm+observe`.
  public var name: String {
    let held = Self.named.filter { isSuperset(of: $0.level) }
    let highest = held.filter { one in !held.contains { $0.level.isStrictSuperset(of: one.level) } }
    return highest.isEmpty ? "none" : highest.map(\.name).joined(separator: "+")
  }
}

extension AccessLevel: Codable {
  /// Reads names that `+` joins, and ignores unknown ones.
  public init(from decoder: any Decoder) throws {
    let names = try decoder.singleValueContainer().decode(String.self).split(separator: "+").map(String.init)
    self.init(Self.named.filter { names.contains($0.name) }.map(\.level))
  }

  /// Writes the name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
