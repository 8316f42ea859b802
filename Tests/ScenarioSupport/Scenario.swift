internal import Foundation

/// Something that happens to a daemon with displays, and what must be seen.
public struct Scenario: Sendable, CustomStringConvertible {
  /// What it shows, as a sentence.
  public let description: String
  /// Where each `make test` plays it.
  public let gate: Set<BenchKind>
  /// Where only `make test-long` plays it.
  public let long: Set<BenchKind>
  private let body: @Sendable (any Bench) throws -> Void

  /// Where it can be played.
  public var benches: Set<BenchKind> { gate.union(long) }

  /// Makes a scenario.
  ///
  /// A bench belongs to the gate for what only this bench can prove, and for each kind of call of its driver.
  public init(
    _ description: String, gate: Set<BenchKind> = [], long: Set<BenchKind> = [],
    _ body: @escaping @Sendable (any Bench) throws -> Void
  ) {
    self.description = description
    self.gate = gate
    self.long = long
    self.body = body
  }

  /// Plays it on a bench that is new.
  ///
  /// Throws what was seen instead of what must be.
  public func play(on bench: any Bench) throws {
    do {
      try body(bench)
    } catch {
      let log = (try? bench.log()) ?? ""
      throw ScenarioFailure("\(error)\nThe daemon's last words:\n\(log.suffix(1200))", file: "\(bench.kind)", line: 0)
    }
  }

  /// The scenarios to be played on a bench: with `MARQUEE_TIER=gate` those of the gate, else all.
  ///
  /// With `MARQUEE_SCENARIO`, of these only the ones whose description contains its words.
  public static func all(on kind: BenchKind) -> [Scenario] {
    let isGate = ProcessInfo.processInfo.environment["MARQUEE_TIER"] == "gate"
    return named(all).filter { (isGate ? $0.gate : $0.benches).contains(kind) }
  }

  static func named(_ scenarios: [Scenario]) -> [Scenario] {
    let words = ProcessInfo.processInfo.environment["MARQUEE_SCENARIO"] ?? ""
    return words.isEmpty ? scenarios : scenarios.filter { $0.description.contains(words) }
  }
}
