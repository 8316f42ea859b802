import Composition
import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// Scenes in the background are laid out anew on request.
@Suite("Refresh of scenes")
@MainActor
struct RefreshTests {
  let lobby = TestApp("lobby", 1)
  let menu = TestApp("menu", 2)

  /// `menu` is in front of `lobby`, whose content has changed where nobody but its delegate knows of it.
  private func rig() throws -> SystemRig {
    let rig = SystemRig(policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app(), menu.app()])
    rig.plug()
    try rig.system.setForeground("menu", on: nil) { _ in }
    rig.answer()
    _ = rig.takeShown()
    return rig
  }

  private func color(_ rig: SystemRig, _ session: String = "session-1") -> Color? {
    (try? rig.system.snapshot(of: session))?.tree.background
  }

  @Test(
    "the snapshot of a scene in the background changes, and nothing on its screen; it returns with what it has then")
  func background() throws {
    let rig = try rig()
    let (before, after) = (lobby.color, Color(red: 90, green: 0, blue: 0))
    lobby.color = after
    #expect(color(rig) == before)
    var done: [[String]] = []
    rig.system.refresh(rig.system.sessions(SessionFilter(app: "lobby"))) { done.append($0) }
    rig.answer()
    #expect(done == [["session-1"]])
    #expect(color(rig) == after)
    #expect(try rig.system.snapshot(of: "session-1").size == PointSize(width: 1280, height: 720))
    #expect(rig.takeShown().isEmpty)
    #expect(lobby.scene?.state == .background)
    let layouts = lobby.layouts
    try rig.system.setForeground("lobby", on: nil) { _ in }
    rig.answer()
    #expect(rig.takeShown() == [after])
    #expect(lobby.layouts == layouts)
  }

  @Test("one that is shown is shown anew; one that cannot be laid out keeps its picture, which is told")
  func foreground() throws {
    let rig = try rig()
    menu.color = Color(red: 91, green: 0, blue: 0)
    lobby.failure = ContentFailure("no layout", retry: .never)
    var done: [String] = []
    rig.system.refresh(rig.system.sessions) { done = $0 }
    rig.answer()
    #expect(done == ["session-2"])
    #expect(rig.takeShown() == [menu.color])
    #expect(color(rig) == lobby.color)
    let told = rig.events.count { event in
      if case .contentDidFail(let label, "no layout") = event.kind { label.app == "lobby" } else { false }
    }
    #expect(told == 1)
  }

  @Test("a session whose display is away has no snapshot, and is not laid out")
  func away() throws {
    let rig = try rig()
    rig.unplug()
    rig.advance(milliseconds: 2000)
    var done: [[String]] = []
    rig.system.refresh(rig.system.sessions) { done.append($0) }
    #expect(done == [[]])
    #expect(throws: SceneError.self) { try rig.system.snapshot(of: "session-1") }
    #expect(throws: SceneError.noSuchSession("x", near: [])) { try rig.system.snapshot(of: "x") }
  }

  @Test("what is private is in no snapshot")
  func masked() throws {
    let rig = SystemRig(policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app()])
    rig.plug()
    let secret = Layer(
      id: LayerID(rawValue: 1), frame: PointRect(x: 0, y: 0, width: 9, height: 9), contents: .solid(.white),
      isPrivate: true)
    lobby.scene?.window?.replace(LayerTree(background: lobby.color, layers: [secret]))
    let snapshot = try rig.system.snapshot(of: "session-1")
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
    try rig.system.activate(SessionFilter(content: note)) { _ in }
    rig.answer()
    #expect(rig.lastShown()?.background == Color(red: 92, green: 0, blue: 0))
    #expect(throws: SceneError.noSuchSession("", near: [])) {
      try rig.system.activate(SessionFilter(content: .pattern(.bars))) { _ in }
    }
  }
}
