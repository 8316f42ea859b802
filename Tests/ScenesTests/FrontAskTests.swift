import Composition
import DisplayTypes
import Testing

@testable import Scenes

/// A display that was never seen before, with an app in front that asks first.
@Suite("App in front, asking")
@MainActor
struct FrontAskTests {
  let lobby = TestApp("lobby", 1)
  let menu = TestApp("menu", 2)
  let talk = TestApp("talk", 3)

  private func rig(standIn: Bool = false, state: PersistentState = PersistentState()) -> SystemRig {
    SystemRig(
      policy: ScreenPolicy(foregroundApp: Sourced("lobby"), standIn: Sourced(standIn)),
      apps: [lobby.app(), menu.app()], state: state)
  }

  private func begin(_ rig: SystemRig, asks: Bool = true, isNew: Bool = true) {
    rig.system.beginFront(talk.app(), on: nil, asksOfNew: asks, isNew: isNew) { _ in }
    rig.answer()
  }

  private func end(_ rig: SystemRig) {
    rig.system.endFront { _ in }
    rig.answer()
  }

  private func admit(_ rig: SystemRig, _ screen: String = "HDMI-A-1") throws {
    try rig.system.admit(screen) { _ in }
    rig.answer()
  }

  /// A known display was there, and is away.
  private func known(standIn: Bool = false) -> SystemRig {
    let rig = rig(standIn: standIn)
    rig.plug(1)
    rig.unplug(1)
    rig.advance(milliseconds: 2000)
    return rig
  }

  private func showsTalk(_ rig: SystemRig, _ number: UInt64 = 1) -> Bool {
    rig.shown[ScreenID(rawValue: number)]?.contains { $0.tree.background == talk.color } == true
  }

  @Test("one whose EDID is late waits, although the display before it on the connector is known")
  func lateStranger() throws {
    let rig = known()
    begin(rig)
    rig.clearShown()
    rig.plug(1, serial: "9", isGuessed: true)
    rig.advance(milliseconds: 1100)
    #expect(rig.isLit(1))
    #expect(rig.system.frontScreens.map(\.state) == [.unnamed(app: "talk")])
    rig.settle(1, serial: "9")
    #expect(rig.system.frontScreens.map(\.state) == [.waiting(app: "talk")])
    #expect(!showsTalk(rig))
    try admit(rig)
    #expect(rig.lastShown()?.background == talk.color)
  }

  @Test("a known one whose EDID is late shows the app as soon as that is there")
  func lateFriend() {
    let rig = known()
    begin(rig)
    rig.clearShown()
    rig.plug(1, isGuessed: true)
    rig.advance(milliseconds: 1100)
    #expect(!showsTalk(rig))
    rig.settle(1, serial: "1")
    #expect(rig.lastShown()?.background == talk.color)
  }

  @Test("a display that is allowed before its identity is known stays so after it, until it is unplugged")
  func unnamed() throws {
    let rig = known()
    begin(rig)
    rig.plug(1, serial: "9", isGuessed: true)
    rig.advance(milliseconds: 1100)
    try admit(rig)
    #expect(rig.lastShown()?.background == talk.color)
    rig.unplug(1)
    rig.advance(milliseconds: 2000)
    rig.clearShown()
    rig.plug(1, serial: "8", isGuessed: true)
    rig.advance(milliseconds: 1100)
    #expect(!showsTalk(rig))
    try admit(rig)
    rig.settle(1, serial: "8")
    #expect(rig.lastShown()?.background == talk.color)
    #expect(rig.system.frontScreens.map(\.isSeen) == [true])
  }

  @Test(
    "permission before the identity is known holds only for that display, and for no later one on the connector",
    arguments: ["1", "9"])
  func leaveIsUsedUp(serial: String) throws {
    for isLate in [false, true] {
      let rig = known()
      begin(rig)
      rig.plug(1, serial: serial, isGuessed: true)
      rig.advance(milliseconds: 1100)
      try admit(rig)
      rig.settle(1, serial: serial)
      #expect(rig.lastShown()?.background == talk.color)
      // A switch shows the connector another display, without a moment without a display.
      rig.clearShown()
      if isLate {
        rig.exchange(1, serial: "8", isGuessed: true)
        #expect(rig.system.frontScreens.map(\.state) == [.unnamed(app: "talk")])
        #expect(!showsTalk(rig))
        rig.settle(1, serial: "8")
      } else {
        rig.exchange(1, serial: "8")
      }
      #expect(rig.system.frontScreens.map(\.state) == [.waiting(app: "talk")])
      #expect(!showsTalk(rig))
    }
  }

  @Test("a display after a stand-in waits, for any foreground app of the display before")
  func afterStandIn() throws {
    for name in ["HDMI-A-1", "HDMI-A-2"] {
      let rig = rig(standIn: true)
      rig.plug(1)
      try rig.system.setForeground("menu", on: "HDMI-A-1") { _ in }
      rig.answer()
      rig.unplug(1)
      rig.advance(milliseconds: 2000)
      begin(rig)
      rig.clearShown()
      let number: UInt64 = name == "HDMI-A-1" ? 1 : 2
      rig.plug(number, serial: "9")
      #expect(rig.system.frontScreens.map(\.state) == [.waiting(app: "talk")])
      #expect(!showsTalk(rig, number))
      begin(rig)
      #expect(!showsTalk(rig, number))
      end(rig)
      #expect(rig.lastShown(number)?.background == menu.color)
    }
  }

  @Test("a new app in front asks again, also about a display that was allowed")
  func anew() throws {
    let rig = rig()
    begin(rig)
    rig.plug(1)
    try admit(rig)
    #expect(rig.lastShown()?.background == talk.color)
    begin(rig)
    #expect(rig.lastShown()?.background == .black)
    #expect(rig.system.frontScreens.map(\.state) == [.waiting(app: "talk")])
    begin(rig, asks: false)
    #expect(rig.lastShown()?.background == talk.color)
  }

  @Test("an app in front that continues after a restart does not ask again")
  func restored() throws {
    let first = rig()
    begin(first)
    first.plug(1)
    try admit(first)
    let second = rig(state: first.kept ?? PersistentState())
    begin(second, isNew: false)
    second.plug(1)
    #expect(second.lastShown()?.background == talk.color)
  }

  @Test("a display that only waited counts as new, and waits the next time as well")
  func onlyWaited() {
    let rig = rig()
    begin(rig)
    rig.plug(1)
    rig.unplug(1)
    rig.advance(milliseconds: 2000)
    end(rig)
    begin(rig)
    rig.clearShown()
    rig.plug(1)
    #expect(!showsTalk(rig))
    #expect(rig.system.frontScreens.map(\.state) == [.waiting(app: "talk")])
    #expect(rig.kept?.displays.allSatisfy { $0.mode == nil } == true)
  }

  @Test("a display that shows the due picture after the end counts as seen")
  func seenAfterwards() {
    let rig = rig()
    begin(rig)
    rig.plug(1)
    end(rig)
    #expect(rig.lastShown()?.background == lobby.color)
    begin(rig)
    #expect(rig.lastShown()?.background == talk.color)
  }
}
