import Composition
import DisplayTypes
import Testing

@testable import Scenes

@Suite("DisplayLink")
@MainActor
struct DisplayLinkTests {
  let lobby = TestApp("lobby", 1)
  let menu = TestApp("menu", 2)

  private func rig() -> SystemRig {
    let rig = SystemRig(policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app(), menu.app()])
    rig.plug(
      1, modes: [SystemRig.mode(1280, 720, isPreferred: true), SystemRig.mode(800, 600, hertz: 50)])
    return rig
  }

  /// The frames that a link reported in a second.
  private func count(_ rig: SystemRig, _ frames: () -> Int) -> Int {
    let before = frames()
    for _ in 0..<1000 { rig.advance(milliseconds: 1) }
    return frames() - before
  }

  @Test("it is called with each refresh, with the next one as its target, and at half the rate by request")
  func calls() throws {
    let rig = rig()
    let scene = try #require(lobby.scene)
    var frames: [DisplayLinkFrame] = []
    var half = 0
    let links = [
      DisplayLink(scene: scene) { frames.append($0) }, DisplayLink(scene: scene, hertz: 20...30) { _ in half += 1 },
    ]
    #expect((59...61).contains(count(rig) { frames.count }))
    #expect((29...31).contains(half))
    for (frame, next) in zip(frames, frames.dropFirst()) { #expect(frame.targetTimestamp == next.timestamp) }
    links.first?.invalidate()
    #expect(count(rig) { frames.count } == 0)
    #expect((59...61).contains(half))
  }

  @Test("in the background, in the dark and when paused it stops without wakeups, and then continues")
  func stands() throws {
    let rig = rig()
    let quiet = rig.armedTimerCount
    let scene = try #require(lobby.scene)
    var frames = 0
    let link = DisplayLink(scene: scene) { _ in frames += 1 }
    #expect(rig.armedTimerCount == quiet + 1)
    func check(_ stop: () throws -> Void, _ go: () throws -> Void) throws {
      try stop()
      rig.answer()
      #expect(rig.armedTimerCount == quiet)
      #expect(count(rig) { frames } == 0)
      try go()
      rig.answer()
      #expect(rig.armedTimerCount == quiet + 1)
      #expect((59...61).contains(count(rig) { frames }))
    }
    try check(
      { try rig.system.setForeground("menu", on: nil) { _ in } },
      { try rig.system.setForeground("lobby", on: nil) { _ in } })
    try check({ try rig.coordinator().setPower(false) { _ in } }, { try rig.coordinator().setPower(true) { _ in } })
    try check({ link.isPaused = true }, { link.isPaused = false })
    rig.unplug()
    #expect(scene.timing.grid == nil)
    rig.plug()
    #expect((59...61).contains(count(rig) { frames }))
    rig.unplug()
    rig.advance(milliseconds: 2000)
    #expect(rig.armedTimerCount == 0)
  }

  @Test("it follows its scene to another mode")
  func follows() throws {
    let rig = rig()
    var frames = 0
    let link = DisplayLink(scene: try #require(lobby.scene)) { _ in frames += 1 }
    try rig.coordinator().setMode(ModeWish("800x600")) { _ in }
    rig.answer()
    #expect((49...51).contains(count(rig) { frames }))
    link.invalidate()
  }

  @Test("an animation by it uses the time of the flips, and sometimes requests the time of a flip")
  func phase() throws {
    let rig = rig()
    let scene = try #require(lobby.scene)
    var value: UInt8 = 0
    let link = DisplayLink(scene: scene) { _ in
      value &+= 1
      scene.window?.replace(LayerTree(background: Color(red: value, green: 0, blue: 0)))
    }
    _ = count(rig) { 0 }
    let first = scene.timing.grid?.anchor
    for _ in 0..<3 { _ = count(rig) { 0 } }
    let later = try #require(scene.timing.grid?.anchor)
    #expect(later > first ?? .zero)
    #expect(MonotonicTime(nanoseconds: rig.milliseconds * 1_000_000).nanoseconds(since: later) < 1_100_000_000)
    link.invalidate()
  }

  @Test("it ends with its scene, and with its last reference")
  func ends() throws {
    let rig = rig()
    let quiet = rig.armedTimerCount
    var frames = 0
    var link: DisplayLink? = DisplayLink(scene: try #require(lobby.scene)) { _ in frames += 1 }
    #expect(link?.isPaused == false)
    link = nil
    #expect(rig.armedTimerCount == quiet)
    #expect(count(rig) { frames } == 0)
    let held = DisplayLink(scene: try #require(lobby.scene)) { _ in frames += 1 }
    try rig.system.lifetimes.destroySession(try #require(lobby.scene).session.identifier) { _ in }
    rig.answer()
    #expect(count(rig) { frames } == 0)
    held.invalidate()
  }
}
