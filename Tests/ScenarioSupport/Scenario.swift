internal import Foundation

/// Something that happens to a daemon with displays, and what must be seen.
public struct Scenario: Sendable, CustomStringConvertible {
  /// What it shows, as a sentence.
  public let description: String
  /// Where it can be played.
  public let benches: Set<BenchKind>
  private let body: @Sendable (any Bench) throws -> Void

  /// Makes a scenario.
  public init(
    _ description: String, on benches: Set<BenchKind> = [.simulated, .virtio],
    _ body: @escaping @Sendable (any Bench) throws -> Void
  ) {
    self.description = description
    self.benches = benches
    self.body = body
  }

  /// Plays it; the bench is as new before and afterwards.
  ///
  /// Throws what was seen instead of what must be.
  public func play(on bench: any Bench) throws {
    try bench.reset()
    do {
      try body(bench)
    } catch {
      let log = (try? bench.log()) ?? ""
      try? bench.reset()
      throw ScenarioFailure("\(error)\nThe daemon's last words:\n\(log.suffix(1200))", file: "\(bench.kind)", line: 0)
    }
    try bench.reset()
  }

  /// Those that can be played on a bench; with `MARQUEE_SCENARIO`, only those in whose description these words stand.
  public static func all(on kind: BenchKind) -> [Scenario] {
    named(all).filter { $0.benches.contains(kind) }
  }

  static func named(_ scenarios: [Scenario]) -> [Scenario] {
    let words = ProcessInfo.processInfo.environment["MARQUEE_SCENARIO"] ?? ""
    return words.isEmpty ? scenarios : scenarios.filter { $0.description.contains(words) }
  }
}
