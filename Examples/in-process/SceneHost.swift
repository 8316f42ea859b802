import DisplayTypes
import EventLoop
import KMSBackend
import Presentation
import Scenes
import SystemPackage

/// Everything that an app needs to show scenes from its own process: the main loop, the display thread with its cards, and the scenes.
final class SceneHost {
  let loop: EventLoop
  let system: SceneSystem
  private let display: DisplayActor
  private let displayThread: Mailbox

  /// Begins to look for displays.
  ///
  /// The apps get them once `run` is called.
  ///
  /// - Parameter devices: The cards to use; empty for all.
  init(apps: [App], policy: ScreenPolicy, devices: [String]) throws(Errno) {
    let loop = try EventLoop()
    let displayThread = try LoopThread.start(name: "display", isUrgent: true)
    let mainThread = loop.mailbox
    let inbox = ReportInbox()
    let display = DisplayActor(executor: displayThread) { report in
      mainThread.post { MainActor.assumeIsolated { inbox.take(report) } }
    }
    system = SceneSystem(
      clock: LoopClock(loop: loop),
      outlets: SceneSystem.Outlets(
        command: { command in displayThread.post { display.assumeIsolated { $0.handle(command) } } },
        event: { _ in },
        // To find its sessions again after a restart, an app would write them to a file here.
        persist: { _ in },
        giveUp: { reason in
          say("gave up: \(reason)")
          loop.stop()
        },
        makeIdentifier: { String(UInt64.random(in: .min ... .max), radix: 16) }, wallSeconds: { nil }),
      policy: policy, apps: apps)
    inbox.system = system
    displayThread.post {
      display.assumeIsolated { actor in
        actor.start {
          guard let loop = EventLoop.current else { preconditionFailure("made on the display thread") }
          return KMSBackend(loop: loop, options: KMSBackendOptions(devices: devices))
        }
      }
    }
    self.loop = loop
    self.display = display
    self.displayThread = displayThread
  }

  /// Runs until the loop is stopped.
  ///
  /// Then it ends the scenes, turns the displays off and releases the cards.
  func run() throws(Errno) {
    loop.run()
    system.shutDown()
    let done = try WakeEvent()
    let display = display
    displayThread.post {
      display.assumeIsolated { $0.stop() }
      done.signal()
    }
    done.wait(milliseconds: 5000)
  }
}
