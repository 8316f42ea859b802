import Foundation
import ScenarioSupport
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
      defer { for other in others { other.terminate() } }
      times.append(try await scenario.outputOfPlay(on: kind))
    }
    #expect(times[0].hasPrefix("frames: [16."))
    #expect(Set(times).count == 1, "frames whose times differ: \(Self.differences(times))")
  }

  /// The number of each frame that has several times, and its time in each round.
  private static func differences(_ outputs: [String]) -> [String] {
    let rounds = outputs.map { $0.split(separator: ",") }
    return (0..<(rounds.map(\.count).max() ?? 0)).compactMap { frame in
      let times = rounds.map { frame < $0.count ? $0[frame].trimmingPrefix(" ") : "none" }
      return Set(times).count == 1 ? nil : "\(frame): \(times)"
    }
  }

  private static func startBusyProcess() throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/yes")
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    return process
  }
}
