internal import Foundation

/// A sequence of inputs to a daemon with displays, and the expected results.
public struct Scenario: Sendable, CustomStringConvertible {
  /// The behaviour that it proves, as a sentence.
  public let description: String
  /// The benches of each `make test`.
  public let gate: Set<BenchKind>
  /// The benches that only `make test-long` uses.
  public let long: Set<BenchKind>
  private let body: @Sendable (any Bench) throws -> Void

  /// All benches that can play it.
  public var benches: Set<BenchKind> { gate.union(long) }

  /// Makes a scenario.
  ///
  /// The gate uses a bench for behaviour that only this bench can prove, and for each kind of call of its driver.
  public init(
    _ description: String, gate: Set<BenchKind> = [], long: Set<BenchKind> = [],
    _ body: @escaping @Sendable (any Bench) throws -> Void
  ) {
    self.description = description
    self.gate = gate
    self.long = long
    self.body = body
  }

  /// Plays it on a new bench.
  ///
  /// Throws the unexpected result with the expected one.
  public func play(on bench: any Bench) throws {
    do {
      try body(bench)
    } catch {
      let log = (try? bench.log()) ?? ""
      throw ScenarioFailure("\(error)\nThe daemon's last words:\n\(log.suffix(1200))", file: "\(bench.kind)", line: 0)
    }
  }

  /// The scenarios for a bench: with `MARQUEE_TIER=gate` those of the gate, otherwise all.
  ///
  /// With `MARQUEE_SCENARIO`, only scenarios whose description contains its words.
  public static func all(on kind: BenchKind) -> [Scenario] {
    let isGate = ProcessInfo.processInfo.environment["MARQUEE_TIER"] == "gate"
    return named(all).filter { (isGate ? $0.gate : $0.benches).contains(kind) }
  }

  static func named(_ scenarios: [Scenario]) -> [Scenario] {
    let words = ProcessInfo.processInfo.environment["MARQUEE_SCENARIO"] ?? ""
    return words.isEmpty ? scenarios : scenarios.filter { $0.description.contains(words) }
  }
}
