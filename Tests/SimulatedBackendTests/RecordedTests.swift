import DisplayTypes
import EDID
import SimulatedBackend
import Testing

@testable import Presentation

@Suite("SimulatedBackend: recorded devices")
struct RecordedTests {
  private static func found(_ name: String, isConnected: Bool = true) throws -> ProbedConnector {
    // No display that can be made here lists only this mode, without an EDID, and reports its size.
    let mode = try #require(ScreenMode.standard(width: 800, height: 600))
    return ProbedConnector(
      id: ScreenID(rawValue: 99), name: name, device: "/dev/dri/card7", alwaysHasEDID: false, isConnected: isConnected,
      modes: isConnected ? [mode] : [], physicalSize: PhysicalSize(widthMillimeters: 7, heightMillimeters: 8))
  }

  @Test("one look finds it on all connectors, and later looks find the same")
  func looks() throws {
    let rig = try SimulatedRig()
    var news: [ProbeFindings] = []
    rig.backend.findingsObserver = { news.append($0) }
    try rig.perform(.find([Self.found("DP-1"), Self.found("HDMI-A-1")], gone: [], isAnnounced: true))
    #expect(rig.takeChanges() == ["+HDMI-A-1", "+DP-1"])
    #expect(news.map(\.hotplugs) == [1])
    #expect(news.first?.connectors.map(\.device).contains("/dev/dri/card7") == true)
    try rig.perform(.hotplug)
    rig.advance(milliseconds: 2000)
    #expect(rig.takeChanges().isEmpty)
    try rig.perform(.find([Self.found("DP-1", isConnected: false)], gone: [], isAnnounced: false))
    #expect(rig.takeChanges() == ["-DP-1"])
  }

  @Test("a removed card or dock drops its requests, and returns under another identifier")
  func gone() throws {
    let rig = try SimulatedRig()
    try rig.perform(.find([Self.found("DP-1")], gone: [], isAnnounced: false))
    #expect(rig.takeChanges() == ["+DP-1"])
    let former = try rig.status("DP-1").screen
    let mode = try #require(ScreenMode.standard(width: 800, height: 600))
    let answer = SimulatedAnswer(kind: .test, mode: mode, error: nil, nanoseconds: 0)
    try rig.perform(.answer("DP-1", [answer], thenNone: true))
    func test(_ screen: ScreenID, _ token: UInt64) throws {
      let commit = ScreenCommit(
        screen: screen, token: CommitToken(rawValue: token), action: .configure(mode, bufferCount: 2))
      _ = try rig.backend.commit(commit, testOnly: true)
      rig.advance(milliseconds: 2000)
    }
    try test(former, 1)
    #expect(rig.takeEndings().count == 1)
    // Nobody answered that elsewhere.
    try test(former, 2)
    #expect(rig.takeEndings().isEmpty)
    _ = rig.takeEvents()

    // Gone and back within one look.
    try rig.perform(.find([Self.found("DP-1")], gone: ["DP-1"], isAnnounced: false))
    rig.advance(milliseconds: 0)
    #expect(rig.takeEvents().map(Self.words) == ["refused", "-1 +1"])
    let screen = try rig.status("DP-1").screen
    #expect(screen != former)
    try test(screen, 3)
    #expect(rig.takeEndings().count == 1)

    try rig.perform(.find([], gone: ["DP-1"], isAnnounced: false))
    #expect(rig.takeEvents().map(Self.words) == ["-1"])
    try rig.perform(.hotplug)
    rig.advance(milliseconds: 2000)
    #expect(rig.takeChanges().isEmpty)
    #expect(throws: (any Error).self) { try rig.perform(.find([], gone: ["nowhere"], isAnnounced: false)) }
  }

  private static func words(_ event: BackendEvent) -> String {
    switch event {
    case .finished(_, _, .failure): "refused"
    case .screens(let changes):
      changes.map { change in
        switch change {
        case .disconnected: "-1"
        case .connected: "+1"
        case .changed: "~1"
        }
      }.joined(separator: " ")
    default: "other"
    }
  }

  @Test("each answer is given once, to the same question, after the same time, and then its own rules count")
  func answers() throws {
    let rig = try SimulatedRig()
    try rig.plug("HDMI-A-1")
    let mode = try #require(ScreenMode.standard(width: 1920, height: 1080))
    let screen = try rig.status("HDMI-A-1").screen
    let refusal = DisplayError(code: .refused, operation: "test", device: "/dev/dri/card7", errno: 34)
    try rig.perform(
      .answer(
        "HDMI-A-1",
        [
          SimulatedAnswer(kind: .test, mode: mode, error: refusal, nanoseconds: 5_000_000),
          SimulatedAnswer(kind: .turnOff, mode: nil, error: refusal, nanoseconds: 0),
        ], thenNone: false))
    _ = rig.takeEvents()
    func test(_ token: UInt64) throws {
      let commit = ScreenCommit(
        screen: screen, token: CommitToken(rawValue: token), action: .configure(mode, bufferCount: 2))
      _ = try rig.backend.commit(commit, testOnly: true)
    }
    try test(1)
    rig.advance(milliseconds: 4)
    #expect(rig.takeEndings().isEmpty)
    rig.advance(milliseconds: 1)
    let endings = rig.takeEndings()
    guard case .failure(let error)? = endings.first?.2 else {
      Issue.record("the test was not refused")
      return
    }
    #expect(error == refusal)
    try test(2)
    rig.advance(milliseconds: 0)
    guard case .success? = rig.takeEndings().first?.2 else {
      Issue.record("the second test was refused")
      return
    }
  }
  @Test(
    "a request before a recorded answer is answered at the recorded time, and a later one takes as long")
  func toldAnswers() throws {
    let rig = try SimulatedRig()
    try rig.plug("HDMI-A-1")
    let mode = try #require(ScreenMode.standard(width: 1920, height: 1080))
    let screen = try rig.status("HDMI-A-1").screen
    let told = rig.clock.now.advanced(by: 20_000_000)
    let answer = SimulatedAnswer(kind: .test, mode: mode, error: nil, nanoseconds: 5_000_000, told: told)
    try rig.perform(.answer("HDMI-A-1", [answer, answer], thenNone: false))
    _ = rig.takeEvents()
    for (token, wait) in [(UInt64(1), UInt64(19)), (2, 4)] {
      let commit = ScreenCommit(
        screen: screen, token: CommitToken(rawValue: token), action: .configure(mode, bufferCount: 2))
      _ = try rig.backend.commit(commit, testOnly: true)
      rig.advance(milliseconds: wait)
      #expect(rig.takeEndings().isEmpty)
      rig.advance(milliseconds: 2)
      #expect(rig.takeEndings().count == 1)
    }
  }
}
