import Testing

struct LayerCheckerTests {
  private let layer = TargetLayer("Scenes", "DisplayTypes", system: "Glibc")

  private func violations(_ source: String, target: String = "Scenes") -> [Violation] {
    let file = SourceFile(target: target, path: "Sources/\(target)/File.swift", source: source)
    return LayerChecker.violations(in: file, layer: target == "Scenes" ? layer : LayerTable.layer(target))
  }

  @Test func allowedImportsPass() {
    #expect(violations("public import DisplayTypes\nimport Glibc\n").isEmpty)
  }

  @Test func otherImportsAreNamedWithTheirLine() {
    #expect(
      violations("import DisplayTypes\n\ninternal import CDRM\n").map(\.description) == [
        "Sources/Scenes/File.swift:3: Scenes may not import CDRM, only DisplayTypes Glibc"
      ])
  }

  @Test func noFoundationBesideTheTable() {
    #expect(violations("import FoundationEssentials", target: "ControlProtocol").count == 1)
    #expect(violations("import Foundation", target: "ControlProtocol").count == 1)
  }

  @Test func handingOnIsRefused() {
    #expect(violations("@_exported import DisplayTypes").count == 1)
  }

  @Test func anUnknownTargetIsRefused() {
    #expect(violations("", target: "Nowhere").map(\.problem) == ["Nowhere has no row in LayerTable"])
  }
}
