import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// Apps are notified of discarded sessions. An absent app is notified when it returns.
@Suite("Sessions that are discarded")
@MainActor
struct DiscardTests {
  let slides = AnsweringApp("slides", 2)

  private func rig(registering: Bool = true, state: PersistentState = PersistentState()) throws -> SystemRig {
    slides.answer = { nil }
    let rig = SystemRig(apps: [], state: state)
    guard registering else { return rig }
    try rig.system.register(slides.app())
    try rig.system.setForeground("slides", on: nil) { _ in }
    return rig
  }

  private func discards(_ rig: SystemRig) -> Int {
    rig.events.count { event in
      if case .sessionDidDiscard = event.kind { true } else { false }
    }
  }

  @Test("a destroyed session is reported once, and its event follows")
  func destroyed() throws {
    let rig = try rig()
    rig.plug()
    try rig.system.lifetimes.destroySession("session-1") { _ in }
    rig.answer()
    #expect(slides.discarded == ["session-1"])
    #expect(slides.scenes.log == ["connect", "disconnect destroyed"])
    #expect(discards(rig) == 1)
    #expect(rig.kept?.discarded.isEmpty == true)
  }

  @Test("a controller gets the sessions that were discarded during its absence when it registers again")
  func whileGone() throws {
    let rig = try rig()
    rig.plug()
    rig.system.loseController(of: "slides")
    try rig.system.lifetimes.destroySession("session-1") { _ in }
    #expect(slides.discarded.isEmpty)
    #expect(rig.kept?.discarded.map(\.identifier) == ["session-1"])
    try rig.system.register(slides.app())
    #expect(slides.discarded == ["session-1"])
    #expect(rig.kept?.discarded.isEmpty == true)
  }

  @Test("and those of an app that is not there at all after the next start, all once")
  func nextStart() throws {
    let first = try rig()
    for number in [1, 2] as [UInt64] { first.plug(number, serial: "\(number)") }
    try first.system.unregister("slides")
    for number in [1, 2] { try first.system.lifetimes.destroySession("session-\(number)") { _ in } }
    #expect(slides.discarded.isEmpty)
    let second = try rig(registering: false, state: try #require(first.kept))
    second.plug()
    #expect(second.kept?.discarded.count == 2)
    try second.system.register(slides.app())
    #expect(slides.discarded == ["session-1", "session-2"])
    let third = try rig(state: try #require(second.kept))
    third.plug()
    #expect(slides.discarded.count == 2)
  }

  @Test("an app of the configuration that returns with a reload gets them then")
  func reload() throws {
    let policy = ScreenPolicy(foregroundApp: Sourced("slides"))
    let rig = SystemRig(policy: policy, apps: [slides.app()])
    slides.answer = { nil }
    rig.plug()
    rig.system.apply(policy: policy, apps: [])
    try rig.system.lifetimes.destroySession("session-1") { _ in }
    rig.system.apply(policy: policy, apps: [slides.app()])
    #expect(slides.discarded == ["session-1"])
  }
}
