public import ControlProtocol
internal import Glibc

/// A content of a screen: a value that describes itself in the daemon's protocol.
///
/// docs/content.md describes these kinds. The daemon checks their values. If it refuses a value, the error goes to standard error, and the
/// display keeps its content.
public protocol SceneContent: Sendable {
  /// Its form in the daemon's protocol.
  var info: ContentInfo { get }
}

extension ContentInfo: SceneContent {
  /// Itself.
  public var info: ContentInfo { self }
}

/// Builds the single content of a scene, with optional conditions.
@resultBuilder
public enum ContentBuilder {
  /// A content.
  public static func buildExpression(_ content: some SceneContent) -> ContentInfo? { content.info }
  /// A content, or none.
  public static func buildExpression(_ content: ContentInfo?) -> ContentInfo? { content }
  /// None.
  public static func buildBlock() -> ContentInfo? { nil }
  /// The only one.
  public static func buildBlock(_ content: ContentInfo?) -> ContentInfo? { content }
  /// The branch of the condition.
  public static func buildEither(first content: ContentInfo?) -> ContentInfo? { content }
  /// The branch of the condition.
  public static func buildEither(second content: ContentInfo?) -> ContentInfo? { content }
  /// One, or none.
  public static func buildOptional(_ content: ContentInfo??) -> ContentInfo? { content ?? nil }
}

/// Builds a list of values, with conditions and loops.
@resultBuilder
public enum ListBuilder<Element> {
  /// A value.
  public static func buildExpression(_ element: Element) -> [Element] { [element] }
  /// The values in their order.
  public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap(\.self) }
  /// The values of each round of a loop.
  public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap(\.self) }
  /// The branch of the condition.
  public static func buildEither(first part: [Element]) -> [Element] { part }
  /// The branch of the condition.
  public static func buildEither(second part: [Element]) -> [Element] { part }
  /// Some, or none.
  public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }
}

extension ContentInfo {
  /// Leaves out fields without a value.
  init(_ kind: String, _ fields: [String: JSONValue?]) {
    self.init(kind: kind, value: .object(fields.compactMapValues(\.self)))
  }
}

extension JSONValue {
  static func text(_ text: String?) -> JSONValue? { text.map { .string($0) } }

  static func flag(_ flag: Bool) -> JSONValue? { flag ? .bool(true) : nil }

  /// A time as milliseconds.
  static func time(_ time: Duration?) -> JSONValue? {
    time.map { time in
      let (seconds, attoseconds) = time.components
      let whole = seconds.multipliedReportingOverflow(by: 1000)
      guard !whole.overflow else { return .string(seconds < 0 ? "0ms" : "9999d") }
      let (sum, isOver) = whole.partialValue.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
      return .string(isOver ? "9999d" : "\(sum)ms")
    }
  }

  /// A number.
  ///
  /// JSON has no infinite number and no NaN, so these become texts, which the daemon refuses with a sentence.
  static func real(_ number: Double?) -> JSONValue? {
    number.map { $0.isFinite ? .number($0) : .string("\($0)") }
  }

  /// The working directory at the start of the program.
  ///
  /// Later changes of the directory have no effect.
  static let startFolder: String? = {
    guard let folder = getcwd(nil, 0) else { return nil }
    defer { free(folder) }
    return String(cString: folder)
  }()

  /// A file's path.
  ///
  /// A relative path begins in the program's first working directory.
  static func path(_ path: String?) -> JSONValue? {
    guard let path, !path.hasPrefix("/"), !path.isEmpty, let startFolder else { return text(path) }
    return .string("\(startFolder)/\(path)")
  }
}
