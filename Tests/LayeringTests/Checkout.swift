import Foundation

/// The checkout that this test was built from.
enum Checkout {
  static let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: top.appending(path: path), encoding: .utf8)
  }

  /// The folders of `Sources/` that are Swift targets.
  static func targets() throws -> Set<String> {
    let names = try FileManager.default.contentsOfDirectory(atPath: top.appending(path: "Sources").path)
    return Set(names.filter { !$0.hasPrefix(".") }).subtracting(["CModules"])
  }

  /// Every Swift file below `Sources/`, read once.
  static func sources() throws -> [SourceFile] { try readSources.get() }

  /// Every Swift file below `Tests/`, read once.
  static func tests() throws -> [SourceFile] { try readTests.get() }

  private static let readSources = Result { try targets().sorted().flatMap { try read("Sources", $0) } }

  private static let readTests = Result {
    try FileManager.default.contentsOfDirectory(atPath: top.appending(path: "Tests").path)
      .filter { !$0.hasPrefix(".") }.sorted().flatMap { try read("Tests", $0) }
  }

  private static func read(_ parent: String, _ target: String) throws -> [SourceFile] {
    let folder = "\(parent)/\(target)"
    let names = try FileManager.default.subpathsOfDirectory(atPath: top.appending(path: folder).path)
    return try names.filter { $0.hasSuffix(".swift") }.sorted().map { name in
      SourceFile(target: target, path: "\(folder)/\(name)", source: try text("\(folder)/\(name)"))
    }
  }
}
