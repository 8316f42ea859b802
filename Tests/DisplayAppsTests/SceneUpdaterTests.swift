import ControlProtocol
import Dispatch
import Observation
import Testing

@testable import DisplayApps

/// The changes of an app's body that are sent to the daemon, and those that are not.
@MainActor
struct SceneUpdaterTests {
  @Observable final class Store {
    var message = "Hello"
    var number = 1
  }

  final class Sent {
    var all: [[SceneChangeInfo]] = []
  }

  private let store = Store()
  private let sent = Sent()

  /// A body with one scene for the stage, and one for all other displays that shows a message, if there is one.
  private func updater() -> SceneUpdater {
    SceneUpdater(
      scenes: { [store] in
        SceneSetBuilder.buildBlock(
          ExternalDisplay("stage", connector: "DP-*") { screen in Banner("\(screen.name) \(store.number / 10)") },
          ExternalDisplay("hall") { if !store.message.isEmpty { Banner(store.message) } }
        ).scenes
      }, send: { [sent] in sent.all.append($0) })
  }

  private func screen(_ name: String, mode: ScreenModeInfo? = nil) -> ScreenInfo {
    ScreenInfo(name: name, device: "simulated", currentMode: mode)
  }

  private func session(_ identifier: String, _ scene: String, on screen: String?) -> SessionInfo {
    SessionInfo(
      identifier: identifier, app: "test", role: "externalDisplayNonInteractive", configuration: scene, screen: screen,
      state: screen == nil ? .unattached : .foregroundActive)
  }

  /// An updater with a session in the hall, one on the stage, and a third one whose display is away.
  private func begun() async -> SceneUpdater {
    let updater = updater()
    updater.begin(
      [session("a", "hall", on: "HDMI-A-1"), session("b", "stage", on: "DP-1"), session("c", "hall", on: nil)],
      on: [screen("HDMI-A-1"), screen("DP-1")])
    await turns()
    #expect(sent.all == [[change("a", "Hello"), change("b", "DP-1 0")]])
    updater.wasTaken()
    sent.all = []
    return updater
  }

  private func change(_ session: String, _ text: String) -> SceneChangeInfo {
    SceneChangeInfo(session: session, content: .banner(BannerInfo(text: text)), window: true)
  }

  /// Lets the main queue run its jobs, and the jobs that they add.
  private func turns() async {
    for _ in 0..<3 {
      await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    }
  }

  @Test("all that changes in a turn is one transaction, with the newest values")
  func oneTransaction() async {
    let updater = await begun()
    store.message = "One"
    store.number = 10
    store.message = "Two"
    await turns()
    #expect(sent.all == [[change("a", "Two"), change("b", "DP-1 1")]])
    updater.wasTaken()
    await turns()
    #expect(sent.all.count == 1)
  }

  @Test("equal contents are not sent")
  func equalBody() async {
    let updater = await begun()
    store.message = "Hello"
    // The body reads this value, but the content does not depend on it.
    store.number = 9
    await turns()
    #expect(sent.all == [])
    store.message = "Bye"
    store.message = "Hello"
    await turns()
    #expect(sent.all == [])
    // The value is still observed.
    store.number = 30
    await turns()
    #expect(sent.all == [[change("b", "DP-1 3")]])
    withExtendedLifetime(updater) {}
  }

  @Test("during a transaction no other is sent, and then one with the newest values")
  func underWay() async {
    let updater = await begun()
    for text in ["1", "2", "3", "4"] {
      store.message = text
      await turns()
    }
    #expect(sent.all == [[change("a", "1")]])
    updater.wasTaken()
    #expect(sent.all == [[change("a", "1")], [change("a", "4")]])
    updater.wasTaken()
    #expect(sent.all.count == 2)
  }

  @Test("a transaction that is refused is tried for each session by itself, and not again")
  func refused() async {
    let updater = await begun()
    store.message = "No"
    store.number = 20
    await turns()
    updater.wasRefused()
    updater.wasRefused()
    updater.wasTaken()
    await turns()
    #expect(
      sent.all == [[change("a", "No"), change("b", "DP-1 2")], [change("a", "No")], [change("b", "DP-1 2")]])
  }

  @Test("a scene without a content has no window, and gets it back")
  func nothing() async {
    let updater = await begun()
    store.message = ""
    await turns()
    #expect(sent.all == [[SceneChangeInfo(session: "a", window: false)]])
    updater.wasTaken()
    store.message = "Back"
    await turns()
    #expect(sent.all.last == [change("a", "Back")])
  }

  @Test("a session is sent at its connection before its question is answered, and at no other time")
  func connected() async {
    let updater = await begun()
    #expect(updater.connect("d", scene: "stage", on: ScreenDescription(screen("DP-2"))) == [change("d", "DP-2 0")])
    await turns()
    #expect(sent.all == [])
    store.number = 50
    await turns()
    #expect(sent.all == [[change("b", "DP-1 5"), change("d", "DP-2 5")]])
  }

  @Test("a display that is away gets nothing, and after its return it gets a newer value")
  func away() async {
    let updater = await begun()
    updater.move("a", to: nil)
    store.message = "Unseen"
    await turns()
    #expect(sent.all == [])
    #expect(updater.connect("a", scene: "hall", on: ScreenDescription(screen("HDMI-A-1"))) == [change("a", "Unseen")])
    updater.move("a", to: nil)
    #expect(updater.connect("a", scene: "hall", on: ScreenDescription(screen("HDMI-A-2"))) == [])
    updater.discard("a")
    store.message = "Gone"
    await turns()
    #expect(sent.all == [])
  }

  @Test("a daemon that is started again gets everything again")
  func anew() async {
    let updater = await begun()
    store.message = "Unanswered"
    await turns()
    updater.begin([session("a", "unknown", on: "HDMI-A-1")], on: [screen("HDMI-A-1")])
    await turns()
    // A scene that the app no longer has shows the app's first scene.
    #expect(sent.all == [[change("a", "Unanswered")], [change("a", "HDMI-A-1 0")]])
  }

  @Test("the content may depend on the mode")
  func mode() async {
    let sent = sent
    let updater = SceneUpdater(
      scenes: { ExternalDisplay { screen in Banner("\(screen.width ?? 0)x\(screen.height ?? 0)") }.scenes },
      send: { sent.all.append($0) })
    #expect(updater.connect("a", scene: "main", on: ScreenDescription(screen("DP-1"))) == [change("a", "0x0")])
    let mode = ScreenModeInfo(name: "800x600@60", width: 800, height: 600, refreshMillihertz: 60_000)
    updater.move("a", to: ScreenDescription(screen("DP-1", mode: mode)))
    await turns()
    #expect(sent.all == [[change("a", "800x600")]])
  }

  @Test("a content that is never equal to itself is sent once for each change of the state")
  func unequal() async {
    var evaluations = 0
    let (sent, store) = (sent, store)
    let updater = SceneUpdater(
      scenes: {
        ExternalDisplay {
          evaluations += 1
          return ContentInfo(
            kind: "ticker",
            value: .object(["text": .string("\(store.number) \(evaluations)"), "speed": .number(.nan)]))
        }.scenes
      }, send: { sent.all.append($0) })
    updater.begin([session("a", "main", on: "DP-1")], on: [screen("DP-1")])
    await turns()
    for _ in 0..<3 {
      updater.wasRefused()
      updater.wasTaken()
      await turns()
    }
    #expect(sent.all.count == 1)
    #expect(evaluations == 1)
    store.number = 2
    await turns()
    updater.wasTaken()
    await turns()
    #expect(sent.all.count == 2)
    #expect(evaluations == 2)
  }

  @Test("a change is evaluated once, for any number of earlier plugs")
  func oneWatch() async {
    var evaluations = 0
    let (sent, store) = (sent, store)
    let updater = SceneUpdater(
      scenes: {
        evaluations += 1
        return ExternalDisplay { Banner(store.message) }.scenes
      }, send: { sent.all.append($0) })
    updater.begin([session("a", "main", on: "DP-1")], on: [screen("DP-1")])
    for _ in 0..<5 {
      updater.move("a", to: ScreenDescription(screen("DP-1")))
      await turns()
      updater.wasTaken()
    }
    evaluations = 0
    store.message = "Bye"
    await turns()
    #expect(evaluations == 1)
    #expect(sent.all.last == [change("a", "Bye")])
  }

  @Test("a session that waits to be tried alone gets the newest values")
  func aloneAndNew() async {
    let updater = await begun()
    store.message = "No"
    store.number = 20
    await turns()
    updater.wasRefused()
    #expect(sent.all.last == [change("a", "No")])
    store.number = 30
    updater.move("b", to: nil)
    #expect(updater.connect("b", scene: "stage", on: ScreenDescription(screen("DP-1"))) == [change("b", "DP-1 3")])
    await turns()
    updater.wasRefused()
    await turns()
    #expect(sent.all.count == 2)
    store.number = 40
    await turns()
    #expect(sent.all.last == [change("b", "DP-1 4")])
  }

  @Test("a question does not include other sessions, which get their values after it")
  func connectedWithOthers() async {
    let updater = await begun()
    store.number = 20
    #expect(updater.connect("d", scene: "stage", on: ScreenDescription(screen("DP-2"))) == [change("d", "DP-2 2")])
    // A connection is asked for before the changes for its display have been sent.
    #expect(updater.connect("b", scene: "stage", on: ScreenDescription(screen("DP-1"))) == [change("b", "DP-1 2")])
    store.message = "Late"
    await turns()
    #expect(sent.all == [[change("a", "Late")]])
  }
}

extension SceneUpdater {
  fileprivate func connect(_ session: String, scene: String, on screen: ScreenDescription) -> [SceneChangeInfo] {
    connect(session, role: ExternalDisplay.role, scene: scene, on: screen)
  }
}
