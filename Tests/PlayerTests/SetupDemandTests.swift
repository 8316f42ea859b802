import DisplayTypes
import Scenes
import SimulatedBackend
import Testing

@testable import Content
@testable import ContentModel

/// A code is requested while a card with a code is visible, and at no other time.
@MainActor
struct SetupDemandTests {
  private static let card = ContentDescription.setup(SetupDescription())
  private static let seen = SetupCardState.Demand(isShown: true, wantsCode: true)

  private func playlist() -> ContentDescription {
    .playlist(
      PlaylistDescription(items: [
        PlaylistItem(content: .color(.white), milliseconds: 10_000),
        PlaylistItem(content: Self.card, milliseconds: 10_000),
      ]))
  }

  @Test func aCardInAPlaylistAsksWhileItIsItsTurn() throws {
    let rig = try PlayerRig(playlist())
    try rig.plug()
    var turns: [Bool] = []
    for _ in 0..<80 {
      rig.advance(milliseconds: 500)
      let demand = rig.resources.setup.demand
      #expect(demand.isShown == demand.wantsCode)
      if turns.last != demand.isShown { turns.append(demand.isShown) }
    }
    #expect(turns.contains(true) && turns.contains(false))
    #expect(turns.count == 4 || turns.count == 5, "\(turns)")
  }

  @Test func aCardInARegionAsks() throws {
    let layout = LayoutDescription(regions: [LayoutRegion(x: 0, y: 0, width: 0.5, height: 1, content: Self.card)])
    let rig = try PlayerRig(.layout(layout))
    try rig.plug()
    rig.advance(milliseconds: 500)
    #expect(rig.resources.setup.demand == Self.seen)
  }

  @Test func aFallbackThatIsNotDueAsksForNothing() throws {
    let always = ScheduleEntry(action: .show(.color(.white)), name: "always")
    let rig = try PlayerRig(.schedule(ScheduleDescription(entries: [always], fallback: Self.card)))
    try rig.plug()
    rig.advance(milliseconds: 500)
    #expect(rig.resources.setup.demand == SetupCardState.Demand())
  }

  @Test func invisibleCardsRequestNoCode() throws {
    let rig = try PlayerRig(Self.card)
    try rig.plug()
    rig.advance(milliseconds: 500)
    #expect(rig.resources.setup.demand == Self.seen)
    let screen = try rig.system.find("HDMI-A-1")
    func expect(_ demand: SetupCardState.Demand, _ when: String) {
      rig.advance(milliseconds: 500)
      #expect(rig.resources.setup.demand == demand, "\(when)")
    }
    screen.setBlank(true) { _ in }
    expect(SetupCardState.Demand(), "blank")
    screen.setBlank(false) { _ in }
    expect(Self.seen, "not blank any more")
    screen.setFrozen(true) { _ in }
    expect(SetupCardState.Demand(), "frozen")
    screen.setFrozen(false) { _ in }
    expect(Self.seen, "thawed")
    try rig.perform(.unplug("HDMI-A-1"))
    rig.advance(milliseconds: 5_000)
    #expect(rig.resources.setup.demand == SetupCardState.Demand())
  }
}
