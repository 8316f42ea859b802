/// The values that an app stores with a session; limits keep an app from filling the disk.
public struct UserInfo: Hashable, Sendable {
  /// The limit in bytes, as JSON without blanks.
  package static let maximumBytes = 16 * 1024
  /// The limit of nested lists and objects, counting the outermost.
  package static let maximumLevels = 16

  /// No values.
  public static let empty = UserInfo()

  /// The values by name.
  public let values: [String: UserValue]
  /// The length of its JSON text without blanks; a number that is not whole counts with its longest text.
  package let byteCount: Int

  private init() {
    values = [:]
    byteCount = UserValue.object([:]).byteCount
  }

  /// Makes user information; throws if the values are too large, too deep, or not valid as JSON.
  public init(_ values: [String: UserValue]) throws(UserInfoError) {
    let whole = UserValue.object(values)
    guard whole.isWithin(levels: UserInfo.maximumLevels) else { throw .tooDeep(limit: UserInfo.maximumLevels) }
    let bytes = whole.byteCount
    guard bytes <= UserInfo.maximumBytes else { throw .tooLarge(bytes: bytes, limit: UserInfo.maximumBytes) }
    guard case .object(let normalized) = whole.normalized else { throw .notFinite }
    self.values = normalized
    byteCount = bytes
  }

  /// Whether there are no values.
  public var isEmpty: Bool { values.isEmpty }

  /// Whether it contains all values of a part.
  package func contains(_ part: UserInfo) -> Bool {
    UserValue.object(values).contains(.object(part.values))
  }
}

/// The reason why user information was refused.
public enum UserInfoError: Error, Hashable, Sendable, CustomStringConvertible {
  case tooLarge(bytes: Int, limit: Int)
  case tooDeep(limit: Int)
  /// A number is infinite or not a number.
  case notFinite

  /// The error and the remedy.
  public var description: String {
    switch self {
    case .tooLarge(let bytes, let limit):
      "the user information has \(bytes) bytes; up to \(limit) are kept with a session"
    case .tooDeep(let limit): "the user information has more than \(limit) levels of lists and objects"
    case .notFinite: "a number of the user information is not finite"
    }
  }
}

/// A JSON value that an app stores with a session.
public indirect enum UserValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// A number that is not whole; it is finite within a `UserInfo`.
  case number(Double)
  case text(String)
  case list([UserValue])
  case object([String: UserValue])

  /// Whether it contains all of a part: objects may have more names, all other values must be equal.
  package func contains(_ part: UserValue) -> Bool {
    guard case .object(let all) = self, case .object(let some) = part else { return self == part }
    return some.allSatisfy { name, value in all[name]?.contains(value) ?? false }
  }

  /// The length of its JSON text without blanks; a number that is not whole counts with its longest text.
  var byteCount: Int {
    switch self {
    case .null: 4
    case .bool(let value): value ? 4 : 5
    case .integer(let value): "\(value)".utf8.count
    case .number: 24
    case .text(let text): UserValue.byteCount(of: text)
    case .list(let values): values.reduce(2) { $0 + $1.byteCount + 1 }
    case .object(let values): values.reduce(2) { $0 + UserValue.byteCount(of: $1.key) + $1.value.byteCount + 2 }
    }
  }

  /// Whether it has at most `levels` levels; a value without nested values has none.
  func isWithin(levels: Int) -> Bool {
    switch self {
    case .null, .bool, .integer, .number, .text: true
    case .list(let values): levels > 0 && values.allSatisfy { $0.isWithin(levels: levels - 1) }
    case .object(let values): levels > 0 && values.values.allSatisfy { $0.isWithin(levels: levels - 1) }
    }
  }

  /// The form after a round trip through JSON, which writes whole numbers in only one way; nil if a number is not finite.
  var normalized: UserValue? {
    switch self {
    case .null, .bool, .integer, .text: return self
    case .number(let value):
      guard value.isFinite else { return nil }
      // Beyond this, not every whole number is a double.
      return value.magnitude <= 0x1p53 ? Int64(exactly: value).map { .integer($0) } ?? self : self
    case .list(let values):
      let all = values.compactMap(\.normalized)
      return all.count == values.count ? .list(all) : nil
    case .object(let values):
      let all = values.compactMapValues(\.normalized)
      return all.count == values.count ? .object(all) : nil
    }
  }

  private static func byteCount(of text: String) -> Int {
    text.utf8.reduce(2) { count, byte in
      switch byte {
      case 0..<0x20: count + 6
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): count + 2
      default: count + 1
      }
    }
  }
}

/// A user activity of a scene: a type and data, with which another scene can continue it.
public struct UserActivity: Hashable, Sendable {
  package static let maximumTypeBytes = 256

  /// Such as `com.example.editing`.
  public let type: String
  /// What is needed to continue it.
  public let userInfo: UserInfo

  /// Makes an activity; throws if the type is too long.
  public init(type: String, userInfo: UserInfo = .empty) throws(UserInfoError) {
    let bytes = type.utf8.count
    guard bytes <= UserActivity.maximumTypeBytes else {
      throw .tooLarge(bytes: bytes, limit: UserActivity.maximumTypeBytes)
    }
    self.type = type
    self.userInfo = userInfo
  }
}
