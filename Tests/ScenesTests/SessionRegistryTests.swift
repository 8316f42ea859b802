import DisplayTypes
import Testing

@testable import Scenes

@Suite("SessionRegistry")
@MainActor
struct SessionRegistryTests {
  private final class Counter {
    var count = 0
  }

  private func registry(_ records: [SessionRecord] = []) -> SessionRegistry {
    let counter = Counter()
    return SessionRegistry(records) {
      counter.count += 1
      return "\(counter.count)"
    }
  }

  private func find(
    _ registry: SessionRegistry, app: String = "lobby", serial: String = "1", on connector: String = "HDMI-A-1",
    taken: Set<String> = []
  ) -> SceneSession {
    registry.session(
      app: app, role: .externalDisplayNonInteractive, configuration: SceneConfiguration(name: "main"),
      identity: serial.isEmpty ? .unknown : DisplayIdentity(make: "TST", model: "TV", serial: serial),
      connector: connector, taken: taken)
  }

  @Test("a session is found by app and display, also where that moved to another connector")
  func found() {
    let registry = registry()
    let first = find(registry)
    #expect(find(registry) === first)
    #expect(find(registry, on: "DP-1") === first)
    #expect(first.connector == "DP-1")
    #expect(find(registry, app: "menu") !== first)
    #expect(find(registry, serial: "2") !== first)
    #expect(registry.sessions.count == 3)
  }

  @Test("an equal display on another connector has a session of its own")
  func twins() {
    let registry = registry()
    let first = find(registry)
    let second = find(registry, on: "HDMI-A-2", taken: ["HDMI-A-1"])
    #expect(second !== first)
    #expect(find(registry) === first)
  }

  @Test("displays that say nothing of themselves do not share a session")
  func unknown() {
    let registry = registry()
    #expect(find(registry, serial: "", on: "VGA-1") !== find(registry, serial: "", on: "VGA-2"))
  }

  @Test("what was kept is found again, with the content that was chosen")
  func kept() {
    let first = registry()
    find(first).chosenContent = .pattern(.grid)
    let second = registry(first.records)
    #expect(find(second).identifier == "1")
    #expect(find(second).content == .pattern(.grid))
    #expect(second.records == first.records)
  }

  @Test("256 sessions are kept, the oldest that is not connected goes first")
  func capacity() throws {
    let registry = registry()
    let connected = find(registry)
    let screen = Screen(snapshot: ScreenSnapshot(id: ScreenID(rawValue: 1), name: "A", device: ""), isMain: false)
    let scene = Scene(session: connected, screen: screen, delegate: TestApp.Delegate(app: TestApp("lobby", 1)))
    connected.scene = scene
    for serial in 2...300 { _ = find(registry, serial: "\(serial)") }
    #expect(registry.sessions.count == 256)
    #expect(registry.sessions.first === connected)
    #expect(registry.sessions.last?.identity.serial == "300")
    withExtendedLifetime(scene) {}
  }
}
