import ControlProtocol
import Testing

/// Answers of a daemon that was not restarted after an upgrade, and the contents of its report.
struct OlderRepliesTests {
  private static let talk = TalkInfo(
    identifier: "", deck: "", title: "", page: 1, shownPage: 1, pages: 1, frozen: false, cover: .none,
    timer: TalkTimer(running: false, elapsedMilliseconds: 0, monotonicNanoseconds: 0), notesHalf: .none,
    newScreens: .show, screens: [])

  /// The value as one wrote it that knew nothing of some fields.
  private func read<Value: Codable>(_ value: Value, without fields: Set<String>) throws -> Value {
    let whole = try ControlJSON.decode([String: JSONValue].self, from: ControlJSON.encode(value))
    #expect(fields.isSubset(of: whole.keys))
    return try ControlJSON.decode(Value.self, from: ControlJSON.encode(whole.filter { !fields.contains($0.key) }))
  }

  @Test func missingFieldsAreEmpty() throws {
    let frames = FramesInfo(screen: "A", flips: 1, missed: 0, modesets: 1, recoveries: 0)
    let status = StatusReply(
      version: "0.1.0", processID: 7, uptimeSeconds: 1.5, backend: "kms", configurationFile: "/a.yaml", screens: 1,
      devices: [], rasterizer: RasterizerInfo(state: .running), counters: CounterInfo(flips: 3), frames: [frames],
      displayPower: [DisplayPowerInfo(screen: "A", asked: "standby", told: "standby")], clockRight: true,
      sandboxes: [SandboxInfo(worker: "w", files: false, calls: true, reasons: ["r"])], warnings: ["one"],
      videos: VideoCounterInfo(shown: 1, repeated: 2, leftOut: 3, late: 4))
    var oldStatus = status
    oldStatus.frames = []
    oldStatus.displayPower = []
    oldStatus.sandboxes = []
    oldStatus.clockRight = false
    oldStatus.videos = nil
    #expect(try read(status, without: []) == status)
    #expect(try read(status, without: ["frames", "displayPower", "clockRight", "sandboxes", "videos"]) == oldStatus)

    let counters = CounterInfo(
      flips: 1, missed: 2, superseded: 3, discarded: 4, modesets: 5, recoveries: 6, readerDeaths: 7, events: 8,
      connections: 9, requests: 10, refusals: 11, droppedReaders: 12)
    var oldCounters = counters
    oldCounters.readerDeaths = 0
    #expect(try read(counters, without: []) == counters)
    #expect(try read(counters, without: ["readerDeaths"]) == oldCounters)

    let plan = PlanReply(changes: ["one"], screens: [], warnings: ["two"])
    #expect(try read(plan, without: []) == plan)
    #expect(try read(plan, without: ["warnings"]) == PlanReply(changes: ["one"], screens: []))

    let slide = TalkSlideInfo(page: 1, label: "1", title: "One", text: "One word", notes: "n")
    #expect(try read(slide, without: []) == slide)
    #expect(
      try read(slide, without: ["text"]) == TalkSlideInfo(page: 1, label: "1", title: "One", notes: "n"))

    let moment = ContentMomentInfo(item: "a.png", shows: "image /a.png")
    let reply = ContentAtReply(
      time: "now", moments: [moment], troubles: ["one"], clockRight: true, notes: ["two"])
    #expect(try read(reply, without: []) == reply)
    #expect(
      try read(reply, without: ["troubles", "clockRight", "notes"]) == ContentAtReply(time: "now", moments: [moment]))
  }

  @Test func answersOfBeforeHaveNoHint() throws {
    let note = "it is kept"
    let mode = ScreenModeInfo(name: "1x1", width: 1, height: 1, refreshMillihertz: 1)
    #expect(try read(PictureReply(note: note, hint: "h"), without: ["hint"]) == PictureReply(note: note))
    #expect(
      try read(SetModeReply(mode: mode, note: note, hint: "h"), without: ["hint"])
        == SetModeReply(mode: mode, note: note))
    #expect(
      try read(TurnPageReply(page: 1, pages: 2, note: note, hint: "h"), without: ["hint"])
        == TurnPageReply(page: 1, pages: 2, note: note))
    let talk = TalkReply(talk: Self.talk, presented: [], note: note, hint: "h")
    #expect(try read(talk, without: ["hint"]) == TalkReply(talk: Self.talk, presented: [], note: note))
  }

  @Test func anEarlierDecisionNamesNoContent() throws {
    let record = DecisionRecord(
      screen: "A", make: "DEL", model: "One", serial: "1", edid: EDIDInfo(settled: true, bytes: 128), rule: "a:1",
      winner: ScreenModeInfo(name: "1280x720@60", width: 1280, height: 720, refreshMillihertz: 60_000), modesets: 2,
      shows: "the idle frame",
      content: [ContentMomentInfo(item: "colour", shows: "a colour")],
      notes: ["one"])
    var old = record
    old.content = []
    old.notes = []
    #expect(try read(record, without: []) == record)
    #expect(try read(record, without: ["content", "notes"]) == old)
  }
}
