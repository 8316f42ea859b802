import Foundation
import Testing

@testable import ScenarioSupport

/// Which plays, each a scenario on one bench, belong to the gate and which to `make test-long`.
struct TierTests {
  private static let everything = Scenario.all + Scenario.asOthers + [.controllerInPython, .messageBannerWithPackage]

  @Test("each play is tagged gate or long, and not both")
  func tags() {
    for scenario in Self.everything {
      #expect(!scenario.benches.isEmpty, "neither gate nor long: \(scenario)")
      #expect(scenario.gate.isDisjoint(with: scenario.long), "both gate and long: \(scenario)")
    }
  }

  @Test("each scenario in the sources is in a list")
  func lists() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../ScenarioSupport/Scenarios")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let definitions = try files.reduce(0) { count, file in
      try count + String(contentsOf: file, encoding: .utf8).matches(of: /\bScenario\(\s*"/).count
    }
    #expect(definitions == Self.everything.count)
    #expect(Set(Self.everything.map(\.description)).count == Self.everything.count, "two descriptions are equal")
  }

  @Test("the gate has some 37 plays on a kernel's drivers, on each of them one at least")
  func kernelPlays() {
    let kinds = BenchKind.allCases.filter(\.isReal)
    let counts = kinds.map { kind in Self.everything.count { $0.gate.contains(kind) } }
    #expect(counts.allSatisfy { $0 > 0 } && (30...47).contains(counts.reduce(0, +)), "\(zip(kinds, counts))")
  }
}
