import ControlProtocol
import Testing

@testable import marqueectl

/// The troubles that `marqueectl on-trouble` finds in events, each once.
@Suite struct TroubleWatchTests {
  private let mode = ScreenModeInfo(name: "1920x1080@60", width: 1920, height: 1080, refreshMillihertz: 60_000)

  private func screen(_ name: String = "A", isLit: Bool = true) -> ScreenInfo {
    ScreenInfo(name: name, device: "simulated", currentMode: isLit ? mode : nil)
  }

  private func event(
    _ name: String, mode: ScreenModeInfo? = nil, reason: String? = nil, info: ScreenInfo? = nil
  ) -> EventInfo {
    EventInfo(
      event: EventName(rawValue: name), sequence: 1, monotonicNanoseconds: 1, screen: "A", reason: reason, mode: mode,
      screenInfo: info)
  }

  private func watch(_ screens: ScreenInfo...) -> TroubleWatch {
    var watch = TroubleWatch()
    #expect(watch.begin(screens, now: 0).isEmpty)
    return watch
  }

  @Test("an unplugged display is reported once, and again after it was plugged in")
  func unplugged() {
    var watch = watch(screen())
    #expect(watch.receive(event("screenDidDisconnect"), now: 1).map(\.event) == [.unplugged])
    #expect(watch.receive(event("screenDidDisconnect"), now: 2).isEmpty)
    #expect(watch.receive(event("screenDidConnect", info: screen()), now: 3).isEmpty)
    #expect(watch.receive(event("screenDidDisconnect"), now: 4).map(\.event) == [.unplugged])
  }

  @Test("after a restart of the daemon, a display that is still unplugged is reported once more")
  func restart() {
    var watch = watch(screen("A"), screen("B"))
    #expect(watch.receive(event("screenDidDisconnect"), now: 1).count == 1)
    #expect(watch.begin([screen("B")], now: 2).map(\.screen) == ["A"])
    #expect(watch.begin([screen("A")], now: 3).map(\.screen) == ["B"])
  }

  @Test("a reason is reported once, until the content can be shown")
  func content() {
    var watch = watch(screen())
    let failure = event("contentDidFail", reason: "a.png is missing; the daemon tries again")
    #expect(watch.receive(failure, now: 1).map(\.reason) == ["a.png is missing; the daemon tries again"])
    #expect(watch.receive(failure, now: 2).isEmpty)
    #expect(watch.contentTroubles(["b.png is damaged"], on: "A").map(\.event) == [.cannotShow])
    #expect(watch.failingScreensToExamine(now: 5).isEmpty)
    #expect(watch.failingScreensToExamine(now: 1 + TroubleWatch.patience) == ["A"])
    watch.end(exceptFor: ["a.png is missing"], on: "A")
    #expect(watch.receive(failure, now: 20).isEmpty)
    #expect(watch.contentTroubles(["b.png is damaged"], on: "A").count == 1)
    watch.end(exceptFor: [], on: "A")
    #expect(watch.receive(failure, now: 30).count == 1)
  }

  @Test("a shortened list reports no summary, and ends no trouble")
  func shortened() {
    var watch = watch(screen())
    #expect(watch.contentTroubles(["a.png is missing", "and 3 more"], on: "A").map(\.reason) == ["a.png is missing"])
    watch.end(exceptFor: ["b.png is missing", "and 3 more"], on: "A")
    #expect(watch.contentTroubles(["a.png is missing"], on: "A").isEmpty)
  }

  @Test("a screen that stays without a mode is dark, unless a schedule or a person turned it off")
  func dark() {
    var watch = watch(screen())
    #expect(watch.receive(event("screenModeDidChange"), now: 1).isEmpty)
    #expect(watch.darkScreensToExamine(now: 5).isEmpty)
    #expect(watch.darkScreensToExamine(now: 1 + TroubleWatch.patience) == ["A"])
    #expect(watch.examined("A", shows: "dark").isEmpty)
    // The off hours end, and the mode cannot be set.
    #expect(watch.receive(event("screenTrouble", reason: "no mode could be set"), now: 12).isEmpty)
    #expect(watch.darkScreensToExamine(now: 12) == ["A"])
    let trouble = Trouble(event: .dark, screen: "A", reason: "no mode could be set")
    #expect(watch.examined("A", shows: "the external scene of lobby") == [trouble])
    #expect(watch.darkScreensToExamine(now: 100).isEmpty)
    // It is lit, and dark again.
    #expect(watch.receive(event("screenModeDidChange", mode: mode), now: 101).isEmpty)
    #expect(watch.receive(event("screenModeDidChange"), now: 102).isEmpty)
    #expect(watch.darkScreensToExamine(now: 200) == ["A"])
    #expect(watch.examined("A", shows: "the idle frame").count == 1)
  }

  @Test("a screen whose mode is set at once is not dark")
  func plugged() {
    var watch = watch()
    #expect(watch.receive(event("screenDidConnect", info: screen(isLit: false)), now: 1).isEmpty)
    #expect(watch.receive(event("screenModeDidChange", mode: mode), now: 2).isEmpty)
    #expect(watch.darkScreensToExamine(now: 100).isEmpty)
  }
}
