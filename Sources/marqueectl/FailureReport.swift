import ControlClient
import ControlProtocol

/// A failure as an object for programs: what `marqueectl --json` writes to standard error.
struct FailureReport: Encodable {
  /// The message, without the hint.
  let error: String
  /// The name of the interface's error, as `NoSuchScreen`, or that of the exit status, as `Usage`.
  let kind: String
  /// Names or values that are similar to a wrong one.
  let near: [String]
  /// The values that are possible; nil if the error is about no value.
  let expected: String?
  /// The next step; nil if there is none.
  let hint: String?

  init(_ failure: ToolFailure) {
    error = failure.message
    kind = failure.kind ?? failure.status.kind
    near = failure.near ?? Self.near(in: failure.message)
    expected = failure.expected ?? Self.expected(in: failure.message)
    hint = failure.hint
  }

  /// The object in one line.
  var line: String { (try? JSONText.of(self)) ?? "{}" }

  private enum Keys: String, CodingKey {
    case error, kind, near, expected, hint
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(error, forKey: .error)
    try container.encode(kind, forKey: .kind)
    try container.encode(near, forKey: .near)
    try container.encode(expected, forKey: .expected)
    try container.encode(hint, forKey: .hint)
  }

  /// The end of a sentence such as `"x" is not a rotation: expected one of 0, 90.`
  private static func expected(in message: String) -> String? {
    guard let mark = message.firstRange(of: ": expected ") else { return nil }
    let rest = message[mark.upperBound...].prefix { $0 != "\n" }
    return String(rest.last == "." ? rest.dropLast() : rest)
  }

  /// The names of a question such as `Did you mean a or b?`
  private static func near(in message: String) -> [String] {
    guard let mark = message.firstRange(of: "id you mean ") else { return [] }
    let names = message[mark.upperBound...].prefix { $0 != "?" && $0 != "\n" }
    return names.split(separator: " or ").map { String($0.drop { $0 == "\"" }.prefix { $0 != "\"" }) }
  }
}

extension ToolFailure.ExitStatus {
  /// The name for programs.
  fileprivate var kind: String {
    switch self {
    case .failed: "Failed"
    case .usage: "Usage"
    case .noDaemon: "NoDaemon"
    case .refused: "Refused"
    case .timedOut: "TimedOut"
    case .unchecked: "Unchecked"
    }
  }
}

extension ClientError {
  /// The name of the daemon's error without its interface; nil for an error of this program.
  var kind: String? {
    guard case .failed(let error) = self else { return nil }
    return error.name.split(separator: ".").last.map(String.init)
  }

  var near: [String] {
    switch self {
    case .failed(.noSuchScreen(_, let near)), .failed(.noSuchMode(_, _, let near)), .failed(.noSuchApp(_, let near)),
      .failed(.noSuchSession(_, let near)):
      near
    default: []
    }
  }

  var expected: String? {
    if case .failed(.invalidValue(_, _, let expected)) = self { expected } else { nil }
  }
}
