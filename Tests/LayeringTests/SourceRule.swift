/// Something that code must not contain, and why.
struct SourceRule: Sendable {
  let name: String
  let reason: String
  /// Targets, or files by their path, where it may stand.
  let exceptions: Set<String>
  let finds: @Sendable (Substring) -> Bool

  init(
    _ name: String, _ reason: String, except exceptions: Set<String> = [],
    finds: @escaping @Sendable (Substring) -> Bool
  ) {
    self.name = name
    self.reason = reason
    self.exceptions = exceptions
    self.finds = finds
  }

  func violations(in file: SourceFile) -> [Violation] {
    guard !exceptions.contains(file.target), !exceptions.contains(file.path) else { return [] }
    return file.text.lines.filter { finds($0.text) }.map {
      Violation(path: file.path, line: $0.number, problem: "\(name): \(reason)")
    }
  }
}
