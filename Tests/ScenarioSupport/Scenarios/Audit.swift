internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let audit = Scenario(
    "an accepted call that changes something is in the audit, in the log and in the report, with its caller and without its content",
    gate: [.simulated]
  ) { bench in
    let daemon = try bench.start(.lobby())
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let screen = bench.connector(1)
    let shown = try bench.run("marqueectl", ["show", screen, "banner", "secret-text"], within: 30)
    try expect(shown.status, is: 0, "the status of show: \(shown.output)")
    _ = try daemon.client.call(BlankCall(screen: screen, on: true))
    // The next calls are refused, or change nothing. The last three fail after they were handed on.
    _ = try daemon.client.call(ScreensCall())
    func isRefused(_ call: some ControlParameters) throws {
      try expect((try? daemon.client.call(call)) == nil, "it is refused: \(call)")
    }
    try isRefused(BlankCall(screen: "HDMI-A-9", on: true))
    try isRefused(ShowCall(screen: screen, content: ContentInfo(kind: "image", value: .string("/nowhere/1.png"))))
    _ = try daemon.client.call(RaiseAlarmCall(content: .color("#aa0000")))
    try isRefused(IdentifyCall(screen: screen))
    try isRefused(IdentifyCall())
    _ = try daemon.client.call(ClearAlarmCall())

    let calls = try daemon.client.call(AuditCall(since: "1h")).calls
    try expect(
      calls.map(\.method), is: ["Simulate", "Show", "Blank", "RaiseAlarm", "ClearAlarm"], "the methods")
    try expect(calls.prefix(3).map(\.screen), is: [screen, screen, screen], "the screens")
    try expect(calls[0].arguments, is: ["command": .string("plug")], "the arguments of a plug")
    try expect(calls[1].program, is: "marqueectl", "the program")
    try expect(calls[2].arguments, is: ["on": .bool(true)], "the arguments")
    try expect(try daemon.client.call(AuditCall(since: "2100-01-01T00:00:00Z")).calls, is: [], "calls of later")
    let table = try bench.run("marqueectl", ["audit", "--since", "1h"], within: 30)
    try expect(table.status, is: 0, "the status of audit: \(table.output)")
    for part in ["marqueectl (", "Show", "Blank", screen, #"{"on":true}"#] {
      try expect(table.output.contains(part), "the table has \(part): \(table.output)")
    }
    let log = try bench.log()
    try expect(log.contains("audit: Blank \(screen) {\"on\":true} by "), "the log has the call: \(log)")
    let report = try daemon.client.call(ReportCall()).report
    try expect(report.contains("\"audit\""), "the report has the audit")
    for text in [table.output, log, report] {
      try expect(text.contains("secret-text"), is: false, "the content in the audit, the log or the report")
    }

    try expect(bench.end(by: "TERM", within: 20), is: 0, "the status after SIGTERM")
    let next = try bench.start(.lobby())
    try expect(
      try next.client.call(AuditCall()).calls.filter { $0.method == "Blank" },
      is: calls.filter { $0.method == "Blank" },
      "the calls after a restart")
  }
}
