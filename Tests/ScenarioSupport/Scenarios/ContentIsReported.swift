internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let contentIsReported = Scenario(
    "status reports the visible and the missing parts of a content and an unknown clock, and broken content under a talk is refused",
    gate: [.simulated]
  ) { bench in
    let green = RGB(0x20, 0xa0, 0x40)
    let good = try bench.write(Array(MadeFiles.drawing("\(green)").utf8), name: "good.svg")
    let cut = try bench.write(Array(MadeFiles.drawing("\(green)").utf8.prefix(60)), name: "cut.svg")
    let empty = try bench.write([UInt8](), name: "empty.png")
    let noPages = try bench.write(Array(MadeFiles.document([]).utf8), name: "none.pdf")
    let missing = "/no/such/picture.png"
    let items = [good, missing, empty, cut].map { "{ image: \"\($0)\" }" }.joined(separator: ", ")
    let daemon = try bench.start(
      .showing(
        "schedule: { fallback: { playlist: { duration: 1h, items: [\(items)] } }, entries: [{ color: \"#204060\" }] }"))
    let client = daemon.client
    func simulate(_ time: String) throws {
      var call = SimulateCall(.time)
      call.time = time
      _ = try client.call(call)
    }
    try simulate("2026-11-22T12:00:00Z")
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let call = ContentAtCall(screen: bench.connector(1))
    try expect(client.call(call).moments.map(\.shows), is: ["color #204060"], "what is shown by the right clock")
    try expect(daemon.status().clockRight, "the clock is right")

    try simulate("unknown")
    try daemon.photograph(1, "the fallback") { $0.uniformColor == green }
    let told = try client.call(call)
    try expect(told.clockRight, is: false, "whether the clock is right")
    try expect(told.moments.map(\.shows), is: ["image \(good)"], "what is seen")
    let reasons = ["\(missing): there is no such file", "\(empty) is empty"]
    for reason in reasons {
      try expect(told.troubles.contains(reason), "\(reason) is missing in \(told.troubles)")
    }
    try expect(told.notes.contains { $0.contains("not known to be right") }, "the clock is not told: \(told.notes)")
    let status = try daemon.status()
    try expect(status.clockRight, is: false, "whether the clock is right")
    try expect(status.warnings.contains { $0.contains("not known to be right") }, "the status warns of no clock")
    let record = try daemon.explain(1)
    try expect(record.content, is: told.moments, "the content that explain tells")
    try expect(record.notes.contains(reasons[1]), "explain tells no reason: \(record.notes)")
    func later(_ time: String) throws -> ContentMomentInfo {
      try unwrap(client.call(ContentAtCall(screen: bench.connector(1), time: time)).moments.first, "no moment")
    }
    try expect(later("2026-11-22T20:00:00Z").shows, is: "color #204060", "what is shown at a time that is asked for")
    let draft = ContentInfo(
      kind: "schedule",
      value: .object([
        "fallback": .object(["color": .string("#602040")]),
        "entries": .array([.object(["color": .string("#204060")])]),
      ]))
    for (time, shows) in [(nil, "color #602040"), ("2026-11-22T20:00:00Z", "color #204060")] {
      let reply = try client.call(ContentAtCall(screen: bench.connector(1), time: time, content: draft))
      try expect(reply.moments.map(\.shows), is: [shows], "what a draft shows at \(time ?? "an unknown time")")
    }

    let list = ContentInfo(
      kind: "playlist", value: .object(["items": .array([missing, cut, good].map { .object(["image": .string($0)]) })]))
    try daemon.show(1, list)
    try daemon.photograph(1, "the good picture") { $0.uniformColor == green }
    let deck = try bench.write(MadeFiles.document(talkInks), name: "talk.pdf")
    _ = try client.call(StartTalkCall(deck: deck))
    let broken: [(ContentInfo, String)] = [
      (ContentInfo(kind: "image", value: .object(["file": .string(missing)])), missing),
      (ContentInfo(kind: "image", value: .object(["file": .string(empty)])), empty),
      (ContentInfo(kind: "image", value: .object(["file": .string(cut)])), cut),
      (ContentInfo(kind: "deck", value: .object(["file": .string(noPages)])), noPages),
    ]
    for (content, path) in broken {
      do {
        let reply = try daemon.show(1, content)
        throw ScenarioFailure("\(path) was accepted: \(reply.note ?? "")")
      } catch let error as ClientError {
        guard case .failed(.failed(let message, _)) = error else { throw error }
        try expect(message.hasPrefix(path) && message.hasSuffix("; the previous content stays"), message)
      }
    }
    let covered = try client.call(call)
    try expect(covered.notes.contains { $0.contains("covers everything") }, "the talk is not told: \(covered.notes)")
    try expect(covered.moments.map(\.shows), is: ["image \(good)"], "what is seen after the talk")
    try expect(
      covered.troubles.contains { $0.hasPrefix(cut) }, "the file that was cut off is not told: \(covered.troubles)")
    _ = try client.call(EndTalkCall())
    try daemon.photograph(1, "the good picture after the talk") { $0.uniformColor == green }

    // If a visible file is deleted, status reports it once. The report also names the picture that is shown instead.
    let alone = try bench.write(Array(MadeFiles.drawing("\(green)").utf8), name: "alone.svg")
    try daemon.show(1, ContentInfo(kind: "image", value: .object(["file": .string(alone)])))
    let events = try daemon.events()
    _ = try ChildProcess.shell("rm \(alone)")
    // The daemon checks files by the machine's own clock.
    try bench.inRealTime {
      _ = try events.wait("the picture is missed") {
        $0.event == EventName(rawValue: "contentDidFail") && $0.reason?.contains(alone) == true
      }
    }
    let notes = try daemon.explain(1).notes.filter { $0.contains(alone) }
    try expect(notes.count, is: 1, "how often it is told: \(notes)")
  }
}
