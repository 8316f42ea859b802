import Composition
import ContentModel
import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// Scenes in the background are laid out again on request.
@Suite("Refresh of scenes")
@MainActor
struct RefreshTests {
  let lobby = TestApp("lobby", 1)
  let menu = TestApp("menu", 2)

  /// `menu` is in front of `lobby`, whose content has changed. Only its delegate knows that.
  private func rig() throws -> SystemRig {
    let rig = SystemRig(policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app(), menu.app()])
    rig.plug()
    try rig.system.setForeground("menu", on: nil) { _ in }
    rig.answer()
    _ = rig.takeShown()
    return rig
  }

  private func color(_ rig: SystemRig, _ session: String = "session-1") -> Color? {
    (try? rig.system.layouts.snapshot(of: session))?.tree.background
  }

  @Test(
    "the snapshot of a scene in the background changes without its screen, and it returns with its newest picture")
  func background() throws {
    let rig = try rig()
    let (before, after) = (lobby.color, Color(red: 90, green: 0, blue: 0))
    lobby.color = after
    #expect(color(rig) == before)
    var done: [[String]] = []
    rig.system.layouts.refresh(rig.system.sessions(SessionFilter(app: "lobby"))) { done.append($0) }
    rig.answer()
    #expect(done == [["session-1"]])
    #expect(color(rig) == after)
    #expect(try rig.system.layouts.snapshot(of: "session-1").size == PointSize(width: 1280, height: 720))
    #expect(rig.takeShown().isEmpty)
    #expect(lobby.scene?.state == .background)
    let layouts = lobby.layouts
    try rig.system.setForeground("lobby", on: nil) { _ in }
    rig.answer()
    #expect(rig.takeShown() == [after])
    #expect(lobby.layouts == layouts)
  }

  @Test("a shown scene is shown again, and one that cannot be laid out keeps its picture and is reported")
  func foreground() throws {
    let rig = try rig()
    menu.color = Color(red: 91, green: 0, blue: 0)
    lobby.failure = ContentFailure("no layout", retry: .never)
    var done: [String] = []
    rig.system.layouts.refresh(rig.system.sessions) { done = $0 }
    rig.answer()
    #expect(done == ["session-2"])
    #expect(rig.takeShown() == [menu.color])
    #expect(color(rig) == lobby.color)
    let told = rig.events.count { event in
      if case .contentDidFail(let label, "no layout") = event.kind { label.app == "lobby" } else { false }
    }
    #expect(told == 1)
  }

  /// `lobby` is in front; its layouts take their time from here on, and each gives up the one before.
  private func slowRig() -> SystemRig {
    let rig = SystemRig(policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app(), menu.app()])
    rig.plug()
    _ = rig.takeShown()
    lobby.cancelsLayouts = true
    lobby.slowColor = lobby.color
    return rig
  }

  private func layOut(_ rig: SystemRig) {
    while !lobby.slowLayouts.isEmpty {
      lobby.slowLayouts.removeFirst()()
      rig.answer()
    }
  }

  @Test("each refresh is answered once, however many there are at a time, shown or in the background")
  func several() throws {
    let rig = slowRig()
    var done: [[String]] = []
    func refresh() {
      rig.system.layouts.refresh(rig.system.sessions(SessionFilter(app: "lobby"))) { done.append($0) }
      rig.answer()
    }
    refresh()
    refresh()
    #expect(done.isEmpty)
    layOut(rig)
    #expect(done == [["session-1"], ["session-1"]])
    // It goes to the background with one refresh under way, and returns with one.
    done = []
    refresh()
    try rig.system.setForeground("menu", on: nil) { _ in }
    rig.answer()
    refresh()
    refresh()
    layOut(rig)
    #expect(done.count == 3)
    refresh()
    try rig.system.setForeground("lobby", on: nil) { _ in }
    rig.answer()
    layOut(rig)
    #expect(done.count == 4)
    #expect(done.allSatisfy { $0 == ["session-1"] })
  }

  @Test("a refresh is answered if its scene gets another content, or ends")
  func overtaken() throws {
    let rig = slowRig()
    var done: [[String]] = []
    rig.system.layouts.refresh(rig.system.sessions) { done.append($0) }
    let other = Color(red: 93, green: 0, blue: 0)
    try rig.coordinator().show(.color(other)) { _ in }
    rig.answer()
    #expect(done == [["session-1"]])
    #expect(rig.takeShown() == [other])
    lobby.slowColor = other
    rig.system.layouts.refresh(rig.system.sessions) { done.append($0) }
    rig.unplug()
    rig.advance(milliseconds: 2000)
    #expect(done == [["session-1"], []])
  }

  @Test("content that changes while it is refreshed in the background is laid out as it is then")
  func changed() throws {
    let rig = slowRig()
    try rig.system.setForeground("menu", on: nil) { _ in }
    rig.answer()
    var done: [[String]] = []
    rig.system.layouts.refresh(rig.system.sessions(SessionFilter(app: "lobby"))) { done.append($0) }
    let other = Color(red: 93, green: 0, blue: 0)
    try rig.system.update([SceneChange(session: "session-1", content: .chosen(.color(other)))]) { _ in }
    rig.answer()
    layOut(rig)
    #expect(done == [["session-1"]])
    #expect(color(rig) == other)
  }

  @Test("a refresh while a mode is set, or another scale, takes nothing from that")
  func duringModeset() throws {
    let rig = slowRig()
    var done: [[String]] = []
    var outcomes: [PictureOutcome] = []
    func refresh() { rig.system.layouts.refresh(rig.system.sessions) { done.append($0) } }
    try rig.coordinator().setMode(ModeWish("800x600")) { outcomes.append($0) }
    rig.answer()
    refresh()
    layOut(rig)
    #expect(rig.lastShown()?.layers.first?.frame.width == 800)
    #expect(rig.takeShown().allSatisfy { $0 == lobby.color })
    #expect(done == [["session-1"]])
    try rig.coordinator().choose({ $0.scale = 2 }) { outcomes.append($0) }
    rig.answer()
    refresh()
    layOut(rig)
    #expect(rig.lastShown()?.layers.first?.frame.width == 400)
    #expect(done == [["session-1"], ["session-1"]])
    #expect(outcomes.count == 2)
    for outcome in outcomes { if case .shown = outcome { continue } else { Issue.record("\(outcome)") } }
  }

  @Test("a session whose display is away has no snapshot, and is not laid out")
  func away() throws {
    let rig = try rig()
    rig.unplug()
    rig.advance(milliseconds: 2000)
    var done: [[String]] = []
    rig.system.layouts.refresh(rig.system.sessions) { done.append($0) }
    #expect(done == [[]])
    #expect(throws: SceneError.self) { try rig.system.layouts.snapshot(of: "session-1") }
    #expect(throws: SceneError.noSuchSession("x", near: [])) { try rig.system.layouts.snapshot(of: "x") }
  }

  @Test("private layers are in no snapshot")
  func masked() throws {
    let rig = SystemRig(policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app()])
    rig.plug()
    let secret = Layer(
      id: LayerID(rawValue: 1), frame: PointRect(x: 0, y: 0, width: 9, height: 9), contents: .solid(.white),
      isPrivate: true)
    lobby.scene?.window?.replace(LayerTree(background: lobby.color, layers: [secret]))
    let snapshot = try rig.system.layouts.snapshot(of: "session-1")
    #expect(snapshot.tree.background == lobby.color)
    #expect(snapshot.tree.layers.map(\.contents) == [.solid(LayerTree.placeholder)])
  }

  @Test("a session is found by the content that it shows, and brought forward by it")
  func byContent() throws {
    let rig = try rig()
    let note = ContentDescription.color(Color(red: 92, green: 0, blue: 0))
    try rig.system.setForeground("lobby", on: nil) { _ in }
    rig.answer()
    try rig.coordinator().show(note) { _ in }
    rig.answer()
    try rig.system.setForeground("menu", on: nil) { _ in }
    rig.answer()
    #expect(rig.system.sessions(SessionFilter(content: note)).map(\.identifier) == ["session-1"])
    try rig.system.lifetimes.activate(SessionFilter(content: note)) { _ in }
    rig.answer()
    #expect(rig.lastShown()?.background == Color(red: 92, green: 0, blue: 0))
    #expect(throws: SceneError.noSuchSession("", near: [])) {
      try rig.system.lifetimes.activate(SessionFilter(content: .pattern(.bars))) { _ in }
    }
  }
}
