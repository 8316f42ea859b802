import Composition
import ContentModel
import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// How `ScreenCoordinator` handles stalled flips, content that fails, and screens that go dark or away.
@Suite("ScreenCoordinator, trouble")
@MainActor
struct TroubleTests {
  let lobby = TestApp("lobby", 1)
  let slides = TestApp("slides", 2)

  private func rig() -> SystemRig {
    SystemRig(policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app()])
  }

  private func note(_ outcome: PictureOutcome?) -> String? {
    if case .kept(let note, _) = outcome { return note }
    return nil
  }

  @Test("a caller whose picture is dropped with its mode gets the picture of the next mode")
  func droppedPicture() throws {
    let rig = rig()
    rig.plug()
    var outcomes: [PictureOutcome] = []
    try rig.coordinator().show(.color(.white)) { outcomes.append($0) }
    rig.loseMode()
    rig.setLink(isBad: true)
    rig.answer()
    guard case .shown(let record) = outcomes.first else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(record.ending == .presented && outcomes.count == 1)
    #expect(rig.lastShown()?.background == .white)
  }

  @Test(
    "undrawable content leaves its own picture, but never another app's: then the idle frame is shown"
  )
  func anothersPictureGoes() throws {
    let menu = TestApp("menu", 2)
    let rig = SystemRig(
      policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app(), menu.app()])
    rig.plug()
    #expect(rig.lastShown()?.background == lobby.color)
    menu.failure = ContentFailure("it is gone", retry: .soon)
    try rig.system.setForeground("menu", on: nil) { _ in }
    rig.answer()
    #expect(rig.lastShown()?.background == rig.system.model.policy.idleColor)
    #expect(rig.system.model.policy.idleColor != lobby.color)
    menu.failure = nil
    rig.advance(milliseconds: 60_000)
    rig.answer()
    #expect(rig.lastShown()?.background == menu.color)
    // Its own stays.
    menu.failure = ContentFailure("it is gone", retry: .soon)
    try rig.coordinator().show(.color(.white)) { _ in }
    rig.answer()
    #expect(rig.lastShown()?.background == menu.color)
  }

  @Test("after all modesets were refused the screen is turned off, because one may have left its picture behind")
  func refusedModesetsLeaveItDark() {
    let rig = rig()
    rig.refusedSizes = Set(
      [(1280, 720), (800, 600), (1024, 768), (640, 480)].map { PixelSize(width: $0.0, height: $0.1) })
    rig.plug()
    #expect(rig.turnOffs == 1)
    rig.refusedSizes = []
    rig.advance(milliseconds: 1100)
    #expect(rig.lastShown()?.background == lobby.color)
    #expect(rig.turnOffs == 1)
  }

  @Test("a caller whose picture is dropped without another mode gets an error")
  func droppedWithoutMode() throws {
    let rig = rig()
    rig.plug()
    var outcomes: [PictureOutcome] = []
    try rig.coordinator().show(.color(.white)) { outcomes.append($0) }
    rig.loseMode()
    rig.answer()
    #expect(note(outcomes.first)?.contains("no mode is being set") == true && outcomes.count == 1)
  }

  @Test("a caller whose picture is dropped with its display gets that reason")
  func droppedWithDisplay() throws {
    let rig = rig()
    rig.plug()
    var outcomes: [PictureOutcome] = []
    try rig.coordinator().show(.color(.white)) { outcomes.append($0) }
    rig.loseMode()
    rig.answerOnce()
    rig.unplug()
    #expect(note(outcomes.first)?.contains("unplugged") == true && outcomes.count == 1)
  }

  @Test("the end of an app whose next picture is dropped with its display is answered with that reason")
  func droppedEndOfAnApp() throws {
    let rig = rig()
    rig.plug()
    try rig.system.register(slides.app())
    try rig.system.setForeground("slides", on: nil) { _ in }
    rig.answer()
    var outcomes: ScreenOutcomes?
    try rig.system.unregister("slides") { outcomes = $0 }
    rig.loseMode()
    rig.answerOnce()
    rig.unplug()
    #expect(outcomes?.map { note($0.outcome)?.contains("unplugged") } == [true])
  }

  @Test("a caller that waits for a picture when the device goes gets that reason")
  func deviceGoes() throws {
    let rig = rig()
    rig.plug()
    var outcomes: [PictureOutcome] = []
    try rig.coordinator().show(.color(.white)) { outcomes.append($0) }
    rig.refusePicture()
    guard case .failed(.notNow(let message, _)) = outcomes.first else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(message.contains("HDMI-A-1") && message.contains("device is gone") && outcomes.count == 1)
  }

  @Test("a screen that was turned off is reported with the way to turn it on")
  func showOnTurnedOff() throws {
    let rig = rig()
    rig.plug()
    let screen = try rig.coordinator()
    screen.setPower(false) { _ in }
    rig.answer()
    #expect {
      try screen.show(.color(.white)) { _ in }
    } throws: { error in
      "\(error)".contains("HDMI-A-1 is dark, because it was turned off") && "\(error)".contains("power HDMI-A-1 on")
    }
  }

  @Test("a screen whose flips never end rests ever longer, and takes no picture from another")
  func oneStalls() {
    let rig = rig()
    rig.plug(1)
    rig.plug(2)
    for _ in 0..<5 {
      rig.advance(milliseconds: 1000)
      rig.stall(1)
    }
    #expect(!rig.isLit(1) && rig.isLit(2))
    rig.advance(milliseconds: 1000)
    #expect(rig.isLit(1))
    rig.stall(1)
    rig.advance(milliseconds: 1000)
    #expect(!rig.isLit(1))
    rig.advance(milliseconds: 1000)
    #expect(rig.isLit(1) && rig.isLit(2))
    #expect(rig.gaveUp.isEmpty)
  }

  @Test("a still picture is flipped once, to find out whether another screen's trouble is its own too")
  func proof() {
    let rig = rig()
    rig.plug(1)
    rig.plug(2)
    for _ in 0..<4 { rig.stall(1) }
    _ = rig.takeShown(2)
    rig.stall(1)
    #expect(rig.takeShown(2) == [lobby.color])
  }

  @Test("if no screen makes progress, the supervisor decides", arguments: [[1], [1, 2]] as [[UInt64]])
  func allStall(screens: [UInt64]) {
    let rig = rig()
    for screen in screens { rig.plug(screen) }
    for _ in 0..<5 {
      #expect(rig.gaveUp.isEmpty)
      for screen in screens { rig.stall(screen) }
    }
    #expect(rig.gaveUp.count == 1)
  }

  @Test("stalls before an unplug do not count")
  func unplugged() {
    let rig = rig()
    rig.plug()
    for _ in 0..<8 {
      rig.stall()
      rig.unplug()
      rig.plug()
    }
    #expect(rig.gaveUp.isEmpty)
    #expect(rig.isLit(1))
  }

  @Test(
    "content that fails is tried again at increasing intervals, and rarely reported",
    arguments: [(ContentFailure.Retry.soon, 10...20), (.seldom, 2...5), (.never, 0...0)])
  func contentFails(retry: ContentFailure.Retry, tries: ClosedRange<Int>) {
    let rig = rig()
    lobby.failure = ContentFailure("no fonts", retry: retry)
    rig.plug()
    let before = lobby.layouts
    for _ in 0..<900 { rig.advance(milliseconds: 1000) }
    #expect(tries ~= lobby.layouts - before - (retry == .soon ? 5 : 0))
    let told = rig.events.count { event in
      if case .contentDidFail = event.kind { return true }
      return false
    }
    #expect(told <= 2 && told > 0)
    lobby.failure = nil
    for _ in 0..<300 { rig.advance(milliseconds: 1000) }
    #expect((rig.takeShown().last == lobby.color) == (retry != .never))
    let after = lobby.layouts
    for _ in 0..<900 { rig.advance(milliseconds: 1000) }
    #expect(lobby.layouts == after)
  }

  @Test("content that can never be laid out does not replace the earlier content")
  func contentThatCannotBe() throws {
    let rig = rig()
    lobby.badColor = .black
    rig.plug()
    let coordinator = try rig.coordinator()
    try coordinator.show(.color(.white)) { _ in }
    rig.answer()
    var outcome: PictureOutcome?
    try coordinator.show(.color(.black)) { outcome = $0 }
    rig.answer()
    guard case .failed(.content(let message)) = outcome else {
      Issue.record("it was answered \(String(describing: outcome))")
      return
    }
    #expect(message == "it is bad; the previous content stays")
    #expect(rig.kept?.sessions.first?.chosen?.description == .color(.white))
    #expect(rig.takeShown().last == .white)
    coordinator.choose({ $0.scale = 1.5 }) { outcome = $0 }
    rig.answer()
    if case .failed = outcome { Issue.record("another change was answered \(String(describing: outcome))") }
  }

  @Test("a screen turns black at once, whatever its content waits for")
  func blackWaitsForNothing() throws {
    let rig = rig()
    lobby.slowColor = .white
    rig.plug()
    let coordinator = try rig.coordinator()
    try coordinator.show(.color(.white)) { _ in }
    var isBlack = false
    coordinator.setBlank(true) { if case .shown = $0 { isBlack = true } }
    rig.answer()
    #expect(isBlack)
    #expect(rig.takeShown().last == .black)
    for layOut in lobby.slowLayouts { layOut() }
    coordinator.setBlank(false) { _ in }
    rig.answer()
    #expect(rig.takeShown().last == .white)
  }

  @Test("content that failed is not tried again while its scene is in the background, and is when that returns")
  func contentFailsInBackground() throws {
    let menu = TestApp("menu", 2)
    let rig = SystemRig(policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app(), menu.app()])
    lobby.failure = ContentFailure("no fonts", retry: .soon)
    rig.plug()
    try rig.system.setForeground("menu", on: nil) { _ in }
    rig.answer()
    let layouts = lobby.layouts
    _ = rig.takeShown()
    for _ in 0..<60 { rig.advance(milliseconds: 1000) }
    #expect(lobby.layouts == layouts)
    #expect(rig.takeShown().isEmpty)
    lobby.failure = nil
    try rig.system.setForeground("lobby", on: nil) { _ in }
    rig.answer()
    #expect(rig.takeShown() == [lobby.color])
  }

  @Test("a warning of a layout is reported once")
  func warning() throws {
    let rig = rig()
    lobby.warning = "boxes"
    rig.plug()
    try rig.coordinator().choose({ $0.transform = .rotated180 }) { _ in }
    rig.answer()
    let told = rig.events.count { event in
      if case .trouble("HDMI-A-1", "boxes") = event.kind { return true }
      return false
    }
    #expect(told == 1)
    #expect(try rig.coordinator().contentWarning == "boxes")
    lobby.warning = nil
    #expect(try rig.coordinator().contentWarning == nil)
  }

  @Test("a picture is held only as long as its display is there")
  func freeze() throws {
    let rig = rig()
    rig.plug()
    try rig.coordinator().setFrozen(true) { _ in }
    rig.answer()
    #expect(rig.frozen == [ScreenID(rawValue: 1)])
    rig.unplug()
    #expect(rig.frozen.isEmpty)
    rig.advance(milliseconds: 2000)
    rig.plug()
    let presented = rig.events.count { event in
      if case .sceneDidPresent = event.kind { return true }
      return false
    }
    #expect(presented == 2)
  }

  @Test("a call that turns a screen off is answered when it is dark, or when that has failed")
  func powerOff() throws {
    let rig = rig()
    rig.plug()
    rig.holdsTurnOffs = true
    var outcomes: [PictureOutcome] = []
    try rig.coordinator().setPower(false) { outcomes.append($0) }
    rig.answer()
    #expect(outcomes.isEmpty)
    rig.endTurnOffs(DisplayError(code: .busy, operation: "turn it off", device: "test"))
    guard case .failed = outcomes.last else { throw ScenesTestError("\(outcomes)") }
    // It is tried again by itself.
    rig.advance(milliseconds: 1100)
    try rig.coordinator().setPower(false) { outcomes.append($0) }
    #expect(outcomes.count == 1)
    rig.endTurnOffs()
    #expect(outcomes.count == 2)
    #expect(note(outcomes.last)?.contains("dark") == true)
    try rig.coordinator().setPower(false) { outcomes.append($0) }
    #expect(outcomes.count == 3)
  }

  @Test("a picture on a blank screen is not reported as presented")
  func showOnBlank() throws {
    let rig = rig()
    rig.plug()
    try rig.coordinator().setBlank(true) { _ in }
    rig.answer()
    var outcome: PictureOutcome?
    let color = Color(red: 50, green: 0, blue: 0)
    try rig.coordinator().show(.color(color)) { outcome = $0 }
    rig.answer()
    #expect(note(outcome)?.contains("blank") == true)
    try rig.coordinator().setBlank(false) { outcome = $0 }
    rig.answer()
    guard case .shown = outcome else { throw ScenesTestError("\(outcome, default: "no answer")") }
    #expect(rig.takeShown().last == color)
  }

  @Test("nothing is kept of connectors that have gone")
  func forgets() {
    let rig = rig()
    for number in 1...50 as ClosedRange<UInt64> {
      rig.plug(number, name: "DP-\(number)")
      rig.unplug(number)
      rig.advance(milliseconds: 2000)
    }
    #expect(rig.system.coordinators.count == 0)
    #expect(rig.timerCount < 10)
  }
}
