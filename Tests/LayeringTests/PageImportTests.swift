import Foundation
import Testing

/// The imports of the web pages' JavaScript modules.
struct PageImportTests {
  private static let folder = "Sources/marquee-remote/Pages"

  @Test func pageModulesImportEachOtherWithoutACycle() throws {
    let graph = try Self.imports()
    #expect(graph.count > 15)
    #expect(graph.values.contains { $0.count > 3 })
    #expect(Self.cycle(in: graph) == nil)
  }

  @Test func pageModulesImportOnlyModulesThatExist() throws {
    let graph = try Self.imports()
    for (module, imported) in graph { #expect(imported.filter { graph[$0] == nil }.isEmpty, "\(module)") }
  }

  @Test func aCycleIsFound() {
    #expect(Self.cycle(in: ["a": ["b"], "b": ["c"], "c": []]) == nil)
    #expect(Self.cycle(in: ["a": ["b", "c"], "b": ["c"], "c": ["a"]]) == ["a", "b", "c", "a"])
    #expect(Self.cycle(in: ["a": ["a"]]) == ["a", "a"])
  }

  /// For each module the modules that its import lines name.
  private static func imports() throws -> [String: [String]] {
    let names = try FileManager.default.contentsOfDirectory(atPath: Checkout.top.appending(path: folder).path)
    var graph: [String: [String]] = [:]
    for name in names where name.hasSuffix(".js") {
      let lines = try Checkout.text("\(folder)/\(name)").split(separator: "\n").filter { $0.hasPrefix("import ") }
      graph[name] = lines.compactMap { line in
        line.split(separator: "\"").first { $0.hasPrefix("./") }.map { String($0.dropFirst(2)) }
      }
    }
    return graph
  }

  private static func cycle(in graph: [String: [String]]) -> [String]? {
    var finished: Set<String> = []
    func visit(_ module: String, _ path: [String]) -> [String]? {
      if let start = path.firstIndex(of: module) { return Array(path[start...]) + [module] }
      guard !finished.contains(module) else { return nil }
      for next in graph[module] ?? [] {
        if let found = visit(next, path + [module]) { return found }
      }
      finished.insert(module)
      return nil
    }
    for module in graph.keys.sorted() {
      if let found = visit(module, []) { return found }
    }
    return nil
  }
}
