import ControlProtocol
import Testing

@testable import marquee_remote

/// The events of the log on the screens page.
struct ScreenLogTests {
  private func event(
    _ name: String, mode: ScreenModeInfo? = nil, reason: String? = nil, display: ScreenInfo? = nil, at time: UInt64 = 1
  ) -> EventInfo {
    EventInfo(
      event: EventName(rawValue: name), sequence: 1, monotonicNanoseconds: time, screen: "HDMI-A-1", reason: reason,
      mode: mode, screenInfo: display)
  }

  @Test("the log has only plugged, unplugged, on, off and cannot show, with the display's name")
  func kinds() {
    var log = ScreenLog()
    let display = ScreenInfo(name: "HDMI-A-1", device: "simulated", make: "LGD", model: "Theke")
    let events = [
      event("screenDidConnect", display: display), event("sceneWillConnect"),
      event("screenModeDidChange", mode: DaemonSample.mode), event("sceneDidPresent"),
      event("screenModeDidChange", mode: DaemonSample.mode), event("contentDidFail", reason: "a.png is missing"),
      event("contentDidFail", reason: "a.png is missing"), event("contentDidFail", reason: "b.png is missing"),
      event("screenModeDidChange"), event("talkDidBegin"), event("screenModeDidChange", mode: DaemonSample.mode),
      event("screenDidDisconnect"), event("standInDidBegin"),
    ]
    let entries = events.compactMap { log.entry(for: $0) }
    #expect(entries.map(\.kind) == [.plugged, .on, .cannotShow, .cannotShow, .off, .on, .unplugged])
    #expect(Set(entries.map(\.display)) == ["LGD Theke"])
  }

  @Test("a trouble that lasts is one line, and a trouble that returns is a second line")
  func returningTrouble() {
    func count(_ events: [EventInfo]) -> Int {
      var log = ScreenLog()
      return events.compactMap { log.entry(for: $0) }.count { $0.kind == .cannotShow }
    }
    func failed(at time: UInt64) -> EventInfo { event("contentDidFail", reason: "a.png is missing", at: time) }
    let tenMinutes: UInt64 = 600_000_000_000
    #expect(count([failed(at: 1), failed(at: tenMinutes), failed(at: 2 * tenMinutes)]) == 1)
    #expect(count([failed(at: 1), event("sceneDidPresent", at: 2), failed(at: 3)]) == 2)
    #expect(count([failed(at: 1), failed(at: ScreenLog.peace)]) == 1)
    #expect(count([failed(at: 1), failed(at: 1 + ScreenLog.peace)]) == 2)
  }

  @Test("a display that was plugged in before has its name, and is on")
  func snapshot() {
    var log = ScreenLog()
    var display = ScreenInfo(name: "HDMI-A-1", device: "simulated", make: "LGD", model: "Theke")
    display.currentMode = DaemonSample.mode
    log.begin(StateSnapshot(screens: [display], sessions: [], apps: []))
    #expect(log.entry(for: event("screenModeDidChange", mode: DaemonSample.mode)) == nil)
    #expect(
      log.entry(for: event("screenModeDidChange")) == ScreenLog.Entry(kind: .off, display: "LGD Theke"))
  }
}
