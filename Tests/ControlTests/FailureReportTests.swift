import ControlProtocol
import ControlServer
import Glibc
import Testing

/// What `marqueectl --json` writes if it fails.
@MainActor
@Suite(.serialized) struct FailureReportTests {
  private struct FailureFields: Decodable, Equatable {
    var error: String
    var kind: String
    var near: [String]
    var expected: String?
    var hint: String?
  }

  /// The object on standard error, which is one line.
  private func report(_ tool: ToolRun) throws -> FailureFields {
    #expect(tool.output.isEmpty)
    #expect(tool.complaint.hasSuffix("}\n") && tool.complaint.split(separator: "\n").count == 1)
    let fields = try ControlJSON.decode([String: JSONValue].self, from: Array(tool.complaint.utf8))
    #expect(fields.keys.sorted() == ["error", "expected", "hint", "kind", "near"])
    return try ControlJSON.decode(FailureFields.self, from: Array(tool.complaint.utf8))
  }

  private func run(_ arguments: String..., error: ControlError) throws -> ToolRun {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    fixture.answer = { _, responder in responder.fail(error) }
    let tool = try ToolRun(arguments + ["--json"], environment: ["MARQUEE_SOCKET=\(fixture.path)"], input: "")
    try tool.wait(turning: fixture.loop)
    return tool
  }

  private func runAlone(_ arguments: String...) throws -> ToolRun {
    let tool = try ToolRun(arguments, environment: ["MARQUEE_SOCKET=/tmp/no-such-marquee"], input: "")
    tool.wait()
    return tool
  }

  @Test("an error of the daemon has its name, similar names, expected values and the next step, each in a field")
  func daemonErrors() throws {
    let unknown = try run("modes", "HDMI-1", error: .noSuchScreen(screen: "HDMI-1", near: ["HDMI-A-1", "HDMI-A-2"]))
    #expect(unknown.status == 1)
    #expect(
      try report(unknown)
        == FailureFields(
          error: "There is no screen \"HDMI-1\". Did you mean HDMI-A-1 or HDMI-A-2?", kind: "NoSuchScreen",
          near: ["HDMI-A-1", "HDMI-A-2"]))

    let invalid = try run(
      "mirror", "A", "--of", "A", error: .invalidValue(parameter: "of", value: "A", expected: "another screen"))
    #expect(invalid.status == 2)
    #expect(try report(invalid).kind == "InvalidValue")
    #expect(try report(invalid).expected == "another screen")

    let failed = try run("blank", "A", "on", error: .failed(message: "A is off", hint: "\"marqueectl power A on\""))
    #expect(failed.status == 1)
    #expect(
      try report(failed)
        == FailureFields(error: "A is off", kind: "Failed", near: [], hint: "\"marqueectl power A on\""))

    let refused = try run("reload", error: .accessDenied(method: "Reload", required: .admin, granted: .observe))
    #expect(refused.status == 4)
    #expect(try report(refused).kind == "Refused")
  }

  @Test("without a daemon, the error names the sockets, and the hint starts the daemon")
  func noDaemon() throws {
    let tool = try runAlone("screens", "--json")
    #expect(tool.status == 3)
    let found = try report(tool)
    #expect(found.kind == "NoDaemon" && found.error == "No marqueed is running (tried /tmp/no-such-marquee).")
    #expect(found.hint?.hasPrefix("Start it with `systemctl start marqueed`") == true)
  }

  @Test("wrong usage is an object too, without the usage text, and keeps its exit status")
  func usage() throws {
    let rotation = try runAlone("rotate", "A", "45", "--json")
    #expect(rotation.status == 2)
    let found = try report(rotation)
    #expect(found.kind == "Usage" && found.error.hasPrefix("\"45\" is not a rotation: expected one of 0, 90"))
    #expect(found.expected?.hasPrefix("one of 0, 90, 180, 270") == true && found.expected?.hasSuffix(".") == false)

    let option = try runAlone("screens", "--json", "--sockt", "x")
    #expect(option.status == 2)
    #expect(try report(option).near == ["--socket"])
    #expect(try report(runAlone("nonsense", "--json")).kind == "Usage")
  }

  @Test("without --json, and after --, an error is text")
  func text() throws {
    #expect(try runAlone("screens").complaint.hasPrefix("marqueectl: No marqueed is running"))
    #expect(try runAlone("rotate", "A", "45", "--", "--json").complaint.hasPrefix("marqueectl: \"45\""))
  }

  @Test("a picture or a report in a file prints the reply with the path in its place")
  func savedReplies() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    fixture.answer = { request, responder in
      switch request {
      case .snapshot: responder.reply(SnapshotReply(session: "s", width: 2, height: 1, png: "iVBORw0KGgo="))
      default: responder.reply(ReportReply(report: "{}"))
      }
    }
    func output(_ arguments: String...) throws -> [String: JSONValue] {
      let tool = try ToolRun(arguments + ["--json"], environment: ["MARQUEE_SOCKET=\(fixture.path)"], input: "")
      try tool.wait(turning: fixture.loop)
      #expect(tool.status == 0)
      return try ControlJSON.decode([String: JSONValue].self, from: Array(tool.output.utf8))
    }
    let place = "/tmp/marquee-saved-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    defer { for end in ["png", "json"] { unlink("\(place).\(end)") } }
    #expect(
      try output("session", "snapshot", "s", "\(place).png")
        == ["session": .string("s"), "width": .integer(2), "height": .integer(1), "file": .string("\(place).png")])
    #expect(try output("report", "\(place).json") == ["file": .string("\(place).json")])
  }
}
