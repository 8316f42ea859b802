import ControlProtocol
import Foundation
import ScenarioSupport
import TestKit
import Testing

/// The report of `marqueectl status` about workers without a part of their sandbox: a whole daemon on a kernel without a call.
struct SandboxStatusTests {
  /// Shows a text, which the rasteriser draws, and asks for the status.
  private func status(without call: String?) throws -> (text: String, reply: StatusReply) {
    let bench = try SimulatedBench()
    var setup = DaemonSetup()
    setup.missingCall = call
    let daemon = try bench.start(setup)
    try bench.plug(1, TestDisplay(640, 480))
    try daemon.wait(1, .connected)
    try daemon.show(1, .banner(BannerInfo(text: "Hello")))
    let json = try Self.run("status", "--json", socket: bench.socketPath)
    return (
      try Self.run("status", socket: bench.socketPath), try ControlJSON.decode(StatusReply.self, from: Array(json.utf8))
    )
  }

  private static func run(_ arguments: String..., socket: String) throws -> String {
    let (status, output) = try StartedProgram.run(
      ["\(PresentFixture.programs)/marqueectl"] + arguments, environment: ["MARQUEE_SOCKET=\(socket)"])
    #expect(status == 0)
    return output
  }

  @Test func aFullSandboxIsNotMentioned() throws {
    let (text, reply) = try status(without: nil)
    #expect(reply.sandboxes.isEmpty && !text.contains("Sandbox:"), "\(text)")
  }

  @Test func missingFileRestrictionsAreReported() throws {
    let (text, reply) = try status(without: "landlock_create_ruleset")
    #expect(reply.sandboxes.map(\.worker) == ["marquee-rasterizer"])
    #expect(reply.sandboxes.first?.files == false && reply.sandboxes.first?.calls == true)
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("Sandbox: marquee-rasterizer: ") }
    #expect(lines.count == 1 && lines.first?.contains("Landlock") == true, "\(text)")
  }

  @Test func missingCallRestrictionsAreReported() throws {
    let (text, reply) = try status(without: "seccomp")
    #expect(reply.sandboxes.first?.files == true && reply.sandboxes.first?.calls == false, "\(text)")
    #expect(text.contains("Sandbox: marquee-rasterizer: ") && text.contains("seccomp"), "\(text)")
  }
}
