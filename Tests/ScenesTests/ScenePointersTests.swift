import Composition
import ContentModel
import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// The pointers that screens show, and the order of windows.
@Suite("Scene pointers")
@MainActor
struct ScenePointersTests {
  private let notes = TestApp("notes", 1)
  private let kiosk = TestApp("kiosk", 2)
  private let window = Color(red: 100, green: 0, blue: 0)
  private let panel = ScreenID(rawValue: 9)
  private let external = ScreenID(rawValue: 1)

  private func rig(rules: [ModeRule] = []) throws -> SystemRig {
    let app = notes.app()
    app.manifest.configurations[.application] = [SceneConfiguration(name: "note", content: .color(window))]
    app.manifest.supportsMultipleScenes = true
    let rig = SystemRig(
      policy: ScreenPolicy(rules: rules, foregroundApp: Sourced("notes")), apps: [app, kiosk.app()])
    rig.plug(9, name: "eDP-1", serial: "9", placement: .builtIn)
    rig.plug(1)
    try rig.system.applications.ownInput(of: "notes")
    rig.answer()
    return rig
  }

  private func window(_ rig: SystemRig) throws -> SceneSession {
    try #require(rig.system.sessions.first { $0.role == .application })
  }

  private func input(_ phase: String, _ x: Double, _ y: Double) throws -> InputEvent {
    InputEvent(kind: "pointer", values: try UserInfo(["phase": .text(phase), "x": .number(x), "y": .number(y)]))
  }

  private func move(_ rig: SystemRig, _ x: Double, _ y: Double, in session: SceneSession? = nil) throws {
    let session = try session ?? window(rig)
    try rig.system.applications.send(input("move", x, y), to: session.identifier)
    rig.answer()
  }

  @Test("the pointer is where its scene has it, goes with the end of the ownership, and costs no picture")
  func place() throws {
    let rig = try rig()
    try rig.system.applications.setFrame(
      UnitRect(x: 0.5, y: 0, width: 0.5, height: 0.5), of: window(rig).identifier
    ) { _ in }
    rig.answer()
    rig.clearShown()
    try move(rig, 0.5, 0.5)
    #expect(rig.pointers == [panel: PointerPlace(x: 0.75, y: 0.25)])
    try move(rig, -0.5, 3)
    #expect(rig.pointers == [panel: PointerPlace(x: 0.25, y: 1)], "beside the scene, but on the screen")
    #expect(rig.frameCount(9) == 0 && rig.frameCount(1) == 0)
    let moves = rig.pointerMoves
    try move(rig, -0.5, 3)
    #expect(rig.pointerMoves == moves, "a place that stays is not sent again")
    rig.system.applications.releaseInput(of: "notes")
    rig.answer()
    #expect(rig.pointers.isEmpty)
  }

  @Test("a blank or frozen screen, and one that shows another scene, show no pointer")
  func hidden() throws {
    let rig = try rig()
    try move(rig, 0.5, 0.5)
    let coordinator = try rig.coordinator("eDP-1")
    for cover in [{ coordinator.setBlank($0) { _ in } }, { coordinator.setFrozen($0) { _ in } }] {
      cover(true)
      rig.answer()
      #expect(rig.pointers.isEmpty)
      cover(false)
      rig.answer()
      #expect(rig.pointers.keys.contains(panel))
    }
    try rig.system.setForeground("kiosk", on: "eDP-1") { _ in }
    rig.answer()
    #expect(rig.pointers.isEmpty)
  }

  @Test("the pointer goes with the scenes to the external display, and a mirror shows it in its picture")
  func movesWithScenes() throws {
    let rig = try rig()
    try move(rig, 0.5, 0.25)
    try rig.system.applications.place("notes", on: "HDMI-A-1", byHand: true) { _ in }
    rig.answer()
    #expect(rig.pointers == [external: PointerPlace(x: 0.5, y: 0.25)])
    try rig.system.applications.place("notes", on: nil, byHand: true) { _ in }
    rig.answer()
    try rig.coordinator("HDMI-A-1").choose({ $0.support = .mirror }) { _ in }
    rig.answer()
    #expect(rig.pointers[panel] == PointerPlace(x: 0.5, y: 0.25))
    #expect(rig.pointers[external] == PointerPlace(x: 0.5, y: 0.25))
  }

  @Test("a pressed window is raised above the others until its scene ends, and a moved pointer raises nothing")
  func raise() throws {
    let rig = try rig()
    let whole = UnitRect(x: 0, y: 0, width: 1, height: 1)
    let first = try window(rig)
    try rig.system.applications.setFrame(whole, of: first.identifier) { _ in }
    rig.answer()
    func request() throws -> SceneSession {
      let made = try rig.system.applications.requestScene(of: "notes", frame: whole) { _ in }
      rig.answer()
      return made
    }
    let (second, third) = (try request(), try request())
    func order() -> [Int?] { [first, second, third].map { rig.system.applications.order(of: $0) } }
    #expect(order() == [0, 1, 2])
    try move(rig, 0.5, 0.5, in: first)
    #expect(order() == [0, 1, 2])
    rig.clearShown()
    try rig.system.applications.send(input("press", 0.5, 0.5), to: first.identifier)
    rig.answer()
    #expect(order() == [2, 0, 1])
    #expect(rig.frameCount(9) == 1, "the raised window is drawn on top")
    let touch = InputEvent(
      kind: "touch", values: try UserInfo(["touches": .list([.object(["id": .integer(0), "phase": .text("down")])])]))
    try rig.system.applications.send(touch, to: second.identifier)
    rig.answer()
    #expect(order() == [1, 2, 0])
    try rig.system.lifetimes.activate(third.identifier) { _ in }
    rig.answer()
    #expect(order() == [0, 1, 2])
    let fourth = try request()
    #expect(rig.system.applications.order(of: fourth) == 3, "a new window is above the others")
    #expect(rig.system.applications.shownFrame(of: first) == whole, "raised windows keep their frames")
  }
}
