import Foundation
import ScenarioSupport
import TestKit
import Testing

/// The frame times of a play, on a quiet host and on a busy one.
@Suite(.serialized, .onlyWithMachine)
struct FrameTimesTests {
  @Test(arguments: [BenchKind.vkms, .virtio])
  func areEqualHoweverBusyTheHostIs(kind: BenchKind) async throws {
    let scenario = try #require(Scenario.all.first { $0.description.contains("each frame of a moving picture") })
    var times: [String] = []
    for round in 0..<6 {
      let others = round < 3 ? [] : try (0..<2).map { _ in try Self.startBusyProcess() }
      defer { for other in others { StartedProgram.end(other) } }
      times.append(try await scenario.outputOfPlay(on: kind))
    }
    // The device of virtio is a part of the host: it answers a few microseconds sooner or later, and times are rounded to a tenth of a
    // millisecond.
    let rounds = times.map(Self.milliseconds)
    #expect(rounds.allSatisfy { $0.count == 240 }, "frames: \(rounds.map(\.count))")
    #expect(Self.differences(rounds, above: kind == .vkms ? 0.05 : 0.15) == [], "frames whose times differ")
  }

  /// The times that a play has printed.
  private static func milliseconds(_ output: String) -> [Double] {
    let list = output.split(separator: "frames: [").last?.prefix { $0 != "]" } ?? ""
    return list.split(separator: ", ").compactMap { Double($0) }
  }

  /// The number of each frame whose times differ by more than this many milliseconds, with its time in each round.
  private static func differences(_ rounds: [[Double]], above most: Double) -> [String] {
    (0..<(rounds.map(\.count).min() ?? 0)).compactMap { frame in
      let times = rounds.map { $0[frame] }
      guard let least = times.min(), let greatest = times.max(), greatest - least > most else { return nil }
      return "\(frame): \(times)"
    }
  }

  private static func startBusyProcess() throws -> pid_t {
    let nowhere = StartedProgram.openLog("/dev/null")
    defer { close(nowhere) }
    return try StartedProgram.start(["yes"], output: nowhere)
  }
}
