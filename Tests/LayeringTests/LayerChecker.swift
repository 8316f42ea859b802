/// Compares imports with the table.
enum LayerChecker {
  /// Libraries of several modules, for other packages: a program imports one module. No target of this package imports them.
  private static let umbrellas: Set = ["DisplayScenes"]

  static func violations(in file: SourceFile, layer: TargetLayer?) -> [Violation] {
    guard let layer else {
      return [Violation(path: file.path, line: 1, problem: "\(file.target) has no row in LayerTable")]
    }
    return ImportLine.all(in: file.text).flatMap { line in
      var problems: [String] = []
      if !layer.allowed.contains(line.module) {
        let known = layer.allowed.sorted().joined(separator: " ")
        problems.append(
          "\(file.target) may not import \(line.module)" + (known.isEmpty ? "; it imports nothing" : ", only \(known)"))
      }
      if line.isExported, !umbrellas.contains(layer.target) {
        problems.append("@_exported hides from \(file.target)'s users what they import")
      }
      return problems.map { Violation(path: file.path, line: line.line, problem: $0) }
    }
  }
}
