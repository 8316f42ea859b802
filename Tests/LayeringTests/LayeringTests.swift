import Foundation
import Testing

/// The sources as they are, against the table.
struct LayeringTests {
  @Test func everyImportIsAllowed() throws {
    let files = try Checkout.sources()
    #expect(files.count > 300, "the sources were not found")
    let violations = files.flatMap { LayerChecker.violations(in: $0, layer: LayerTable.layer($0.target)) }
    #expect(violations.isEmpty, "\(violations.map(\.description).joined(separator: "\n"))")
  }

  @Test func everyAllowedImportIsUsed() throws {
    let files = try Checkout.sources()
    for layer in LayerTable.layers {
      let used = files.filter { $0.target == layer.target }.flatMap { ImportLine.all(in: $0.text).map(\.module) }
      let unused = layer.allowed.subtracting(used).sorted()
      #expect(unused.isEmpty, "\(layer.target) imports nothing of \(unused.joined(separator: " "))")
    }
  }

  @Test func everyTargetHasARow() throws {
    #expect(try Checkout.targets() == Set(LayerTable.layers.map(\.target)))
  }

  @Test func thePackageDeclaresTheSame() throws {
    let declared = try PackageManifest(Checkout.text("Package.swift"))
    for layer in LayerTable.layers {
      let packages = layer.systemModules.intersection(["ArgumentParser", "Logging", "SystemPackage"])
      let dependencies = try #require(declared.dependencies[layer.target], "Package.swift has no \(layer.target)")
      #expect(dependencies == layer.modules.union(packages), "\(layer.target)")
    }
  }

  @Test func thePageOfTargetsHasTheSameTable() throws {
    let rows = TargetTable.rows(in: try Checkout.text("docs/targets.md"))
    for layer in LayerTable.layers {
      #expect(rows[layer.target] == layer.modules, "docs/targets.md on \(layer.target)")
    }
    #expect(rows.count == LayerTable.layers.count)
  }

  @Test func thePathFromPlugToPictureHasFewFiles() throws {
    let page = try Checkout.text("ARCHITECTURE.md")
    let section = try #require(page.split(separator: "## From plug to picture").last?.split(separator: "\n## ").first)
    let paths = section.split(separator: "`").filter { $0.hasSuffix(".swift") && $0.contains("/") && !$0.contains(" ") }
      .filter { !$0.hasPrefix("Sources/") }
    #expect((30...35).contains(paths.count) && Set(paths).count == paths.count)
    for path in paths {
      let file = Checkout.top.appending(path: "Sources/\(path)").path
      #expect(FileManager.default.fileExists(atPath: file), "ARCHITECTURE.md names \(path)")
    }
  }
}
