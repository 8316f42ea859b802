import ContentModel
import DisplayTypes
import Testing

@testable import Scenes

@Suite("SessionStore")
@MainActor
struct SessionStoreTests {
  private final class Counter {
    var count = 0
  }

  private func store(_ records: [SceneSessionRecord] = []) -> SessionStore {
    let counter = Counter()
    return SessionStore(records) {
      counter.count += 1
      return "\(counter.count)"
    }
  }

  /// The session for a display. A missing one is made.
  private func claim(
    _ store: SessionStore, app: String = "lobby", serial: String = "1", on connector: String = "HDMI-A-1",
    taken: Set<String> = []
  ) -> SceneSession {
    let identity = serial.isEmpty ? .unknown : DisplayIdentity(make: "TST", model: "TV", serial: serial)
    let role = SceneRole.externalDisplayNonInteractive
    let session =
      store.find(app: app, role: role, identity: identity, connector: connector, taken: taken)
      ?? store.make(
        app: app, role: role, configuration: SceneConfiguration(name: "main"), identity: identity, connector: connector)
    session.connector = connector
    return session
  }

  @Test("an app's choice to be private stays after a restart", arguments: [true, false])
  func privateAnswer(isPrivate: Bool) throws {
    let answer = SceneConfiguration(name: "adhoc", isPrivate: isPrivate, isMadeOnTheSpot: true)
    let record = SceneSessionRecord(
      identifier: "s", app: "lobby", role: .externalDisplayNonInteractive, configuration: "adhoc", identity: .unknown,
      connector: "HDMI-A-1", answer: answer)
    #expect(try #require(store([record]).sessions.first).configuration.isPrivate == isPrivate)
  }

  @Test("a session is found by app and display, also if the display moved to another connector")
  func found() {
    let store = store()
    let first = claim(store)
    #expect(claim(store) === first)
    #expect(claim(store, on: "DP-1") === first)
    #expect(first.connector == "DP-1")
    #expect(claim(store, app: "menu") !== first)
    #expect(claim(store, serial: "2") !== first)
    #expect(store.sessions.count == 3)
  }

  @Test("an equal display on another connector has a session of its own")
  func twins() {
    let store = store()
    let first = claim(store)
    let second = claim(store, on: "HDMI-A-2", taken: ["HDMI-A-1"])
    #expect(second !== first)
    #expect(claim(store) === first)
  }

  @Test("displays without an identity do not share a session")
  func unknown() {
    let store = store()
    #expect(claim(store, serial: "", on: "VGA-1") !== claim(store, serial: "", on: "VGA-2"))
  }

  @Test("kept values are found again, with the chosen content")
  func kept() {
    let first = store()
    claim(first).chosenContent = .pattern(.grid)
    let second = store(first.records)
    #expect(claim(second).identifier == "1")
    #expect(claim(second).content == .pattern(.grid))
    #expect(second.records == first.records)
  }

  @Test("looking for a session makes none")
  func lookedFor() {
    let store = store()
    let identity = DisplayIdentity(make: "TST", model: "TV", serial: "1")
    func found(_ role: SceneRole) -> SceneSession? {
      store.find(app: "lobby", role: role, identity: identity, connector: "HDMI-A-1", taken: [])
    }
    #expect(found(.externalDisplayNonInteractive) == nil)
    #expect(store.sessions.isEmpty)
    let made = claim(store)
    #expect(found(.externalDisplayNonInteractive) === made)
    #expect(found(.application) == nil)
  }

  @Test("a session is there by its identifier until it is destroyed")
  func destroyed() {
    let store = store()
    let session = claim(store)
    let other = claim(store, app: "menu")
    #expect(store.sessions.contains { $0 === session })
    store.destroy(session)
    #expect(!store.sessions.contains { $0.identifier == session.identifier })
    #expect(store.records.map(\.identifier) == [other.identifier])
    #expect(claim(store) !== session)
  }
}
