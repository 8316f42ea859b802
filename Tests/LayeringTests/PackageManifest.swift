/// The declarations of Package.swift, read as text. A call of SwiftPM would wait for the build that runs this test.
struct PackageManifest {
  /// The targets of each target, products of other packages by their module's name.
  let dependencies: [String: Set<String>]

  init(_ source: String) {
    let products: [Substring: Substring] = [
      "argumentParser": "ArgumentParser", "logging": "Logging", "system": "SystemPackage",
    ]
    var found: [String: Set<String>] = [:]
    for match in source.matches(
      of: /\.(?:executableTarget|target)\(\s*name:\s*"([^"]+)"((?:(?!swiftSettings:)[\s\S])*)/)
    {
      var names: Set<String> = []
      if let list = match.2.firstMatch(of: /dependencies:\s*\[([^\]]*)\]/) {
        for item in list.1.split(separator: ",") {
          let word = item.trimmingPrefix(while: \.isWhitespace)
          let name = Substring(word.reversed().drop(while: \.isWhitespace).reversed())
          guard !name.isEmpty else { continue }
          names.insert(String(products[name] ?? name.filter { $0 != "\"" }))
        }
      }
      found[String(match.1)] = names
    }
    dependencies = found
  }
}
