import Composition
import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// The older way: an app without a manifest lists screens, gets their notifications, and puts windows on them.
@Suite("Screens without scenes")
@MainActor
struct ScreensWayTests {
  @MainActor
  private final class Observer: ScreenObserver {
    var log: [String] = []
    var onConnect: ((Screen) -> Void)?
    weak var rig: SystemRig?
    /// How many events there were at each call.
    var eventsBefore: [Int] = []

    func screenDidConnect(_ screen: Screen) {
      note("\(screen.name) connected")
      onConnect?(screen)
    }
    func screenDidDisconnect(_ screen: Screen) { note("\(screen.name) disconnected") }
    func screenModeDidChange(_ screen: Screen) {
      note("\(screen.name) \(screen.currentMode.map { "\($0.size.width)x\($0.size.height)" } ?? "dark")")
    }

    private func note(_ text: String) {
      log.append(text)
      eventsBefore.append(rig?.screenEvents.count ?? 0)
    }
  }

  let way = ScreenApp(name: "way")
  let menu = TestApp("menu", 2)
  let color = Color(red: 70, green: 0, blue: 0)

  private func rig(menuIsFallback: Bool = true) -> SystemRig {
    SystemRig(
      policy: ScreenPolicy(foregroundApp: Sourced("way")), apps: [way.app, menu.app(isFallback: menuIsFallback)])
  }

  /// A layer as large as the screen shows the size of its layout.
  private func layOut(_ geometry: OutputGeometry) -> LayerTree {
    LayerTree(
      background: color, layers: [Layer(id: LayerID(rawValue: 1), frame: PointRect(size: geometry.size))])
  }

  private func put(_ rig: SystemRig, on screen: Screen? = nil) throws -> Window {
    let window = Window()
    try way.put(window, on: try #require(screen ?? rig.system.screens.last), of: rig.system, layOut: layOut)
    rig.answer()
    return window
  }

  @Test("screens are listed, the main one first, and their connection, modes and end are reported in order, once each")
  func observes() throws {
    let rig = rig()
    let observer = Observer()
    observer.rig = rig
    rig.system.add(observer)
    rig.system.add(observer)
    rig.plug(1)
    rig.plug(9, name: "eDP-1", serial: "9", placement: .builtIn)
    #expect(rig.system.screens.map(\.name) == ["eDP-1", "HDMI-A-1"])
    try rig.coordinator().setMode(ModeWish("800x600")) { _ in }
    rig.answer()
    rig.unplug(1)
    #expect(
      observer.log == [
        "HDMI-A-1 connected", "HDMI-A-1 1280x720", "eDP-1 connected", "eDP-1 1280x720", "HDMI-A-1 800x600",
        "HDMI-A-1 disconnected",
      ])
    // Each notification came before its event.
    #expect(observer.eventsBefore == Array(observer.log.indices))
    rig.system.remove(observer)
    rig.plug(1)
    #expect(observer.log.count == 6)
  }

  @Test("a window on a screen is shown at once, and after its removal the screen shows the next")
  func putAndTakeOff() throws {
    let rig = rig()
    rig.plug()
    #expect(rig.lastShown()?.background == menu.color)
    let window = try put(rig)
    #expect(rig.lastShown()?.background == color)
    let screen = try #require(rig.system.screens.first)
    #expect(way.window(on: screen) === window)
    #expect(window.scene?.session.app == "way")
    way.takeOff(from: screen)
    rig.answer()
    #expect(rig.lastShown()?.background == menu.color)
    #expect(way.window(on: screen) == nil)
    _ = try put(rig)
    #expect(rig.lastShown()?.background == color)
    #expect(rig.modesets.count == 1)
  }

  @Test("its layers are laid out for the mode that it is shown in, and changed without another window")
  func layers() throws {
    let rig = rig()
    rig.plug()
    let window = try put(rig)
    try rig.coordinator().setMode(ModeWish("800x600")) { _ in }
    rig.answer()
    #expect(rig.lastShown()?.layers.first?.frame.size == PointSize(width: 800, height: 600))
    try window.commit(Transaction([.background(Color(red: 71, green: 0, blue: 0))]))
    rig.answer()
    #expect(rig.lastShown()?.background == Color(red: 71, green: 0, blue: 0))
  }

  @Test("it may be put there as the screen connects, is kept through a short interruption, and gone with the display")
  func connection() throws {
    let rig = rig()
    let observer = Observer()
    observer.onConnect = { [way, unowned rig] screen in
      try? way.put(Window(), on: screen, of: rig.system, layOut: layOut)
    }
    rig.system.add(observer)
    rig.plug()
    #expect(rig.lastShown()?.background == color)
    #expect(menu.log.isEmpty)
    observer.onConnect = nil
    rig.unplug()
    rig.advance(milliseconds: 1000)
    rig.plug()
    #expect(rig.lastShown()?.background == color)
    rig.unplug()
    rig.advance(milliseconds: 2000)
    rig.plug()
    #expect(rig.lastShown()?.background == menu.color)
  }

  @Test("while another app is in the foreground a window waits, and is there when the app returns")
  func background() throws {
    let rig = rig(menuIsFallback: false)
    rig.plug()
    try rig.system.setForeground("menu", on: nil) { _ in }
    rig.answer()
    _ = try put(rig)
    #expect(rig.lastShown()?.background == menu.color)
    try rig.system.setForeground("way", on: nil) { _ in }
    rig.answer()
    #expect(rig.lastShown()?.background == color)
  }

  @Test("a shown window that is put on another screen leaves its screen, and no screen gets another modeset")
  func moves() throws {
    let rig = rig()
    rig.plug(1)
    rig.plug(2, serial: "2")
    #expect(rig.modesets.count == 2)
    let screens = rig.system.screens
    let window = try put(rig, on: screens[0])
    #expect(rig.lastShown(1)?.background == color)
    for (from, to) in [(0, 1), (1, 0), (0, 1)] {
      try way.put(window, on: screens[to], of: rig.system, layOut: layOut)
      rig.answer()
      #expect(rig.lastShown(UInt64(to + 1))?.background == color)
      #expect(rig.lastShown(UInt64(from + 1))?.background == menu.color)
      #expect(way.window(on: screens[to]) === window)
      #expect(way.window(on: screens[from]) == nil)
      #expect(window.scene?.screen === screens[to])
    }
    #expect(rig.modesets.count == 2)
    #expect(rig.turnOffs == 0)
  }

  @Test("a screen that is gone is refused with those that there are")
  func gone() throws {
    let rig = rig()
    rig.plug(1)
    rig.plug(2, serial: "2")
    let screen = try #require(rig.system.screens.first)
    rig.unplug(1)
    #expect(throws: SceneError.noSuchScreen("HDMI-A-1", near: ["HDMI-A-2"])) {
      try way.put(Window(), on: screen, of: rig.system, layOut: layOut)
    }
  }
}

extension SystemRig {
  /// The events that the older way knows too.
  fileprivate var screenEvents: [SceneEvent] {
    events.filter { event in
      switch event.kind {
      case .screenDidConnect, .screenDidDisconnect, .screenModeDidChange: true
      default: false
      }
    }
  }
}
