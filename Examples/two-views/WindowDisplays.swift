import ControlClient
import ControlProtocol
import Foundation

/// The displays on which the configuration puts windows. A thread of its own asks the daemon, so that the app's contents never wait for it.
enum WindowDisplays {
  /// The thread asks at first, when a scene connects, and after each reload. The daemon has decided on a display by the time that its scene
  /// connects. While the daemon does not answer, the last report counts.
  static func follow(_ report: @escaping @MainActor @Sendable (Set<String>) -> Void) {
    Thread.detachNewThread {
      while true {
        try? askAtEachChange(report)
        Thread.sleep(forTimeInterval: 1)
      }
    }
  }

  private static func askAtEachChange(_ report: @escaping @MainActor @Sendable (Set<String>) -> Void) throws {
    let events = try ControlClient().events()
    let client = try ControlClient()
    while let event = try events.next() {
      guard [.snapshot, .sceneWillConnect, .configurationDidReload].contains(event.event) else { continue }
      let names = try client.call(ScreensCall()).screens.map(\.name).filter { name in
        let settings = try client.call(ExplainCall(screen: name)).record.settings
        return settings.contains { $0.name == "prefersApplication" && $0.value == "on" }
      }
      DispatchQueue.main.async { MainActor.assumeIsolated { report(Set(names)) } }
    }
  }
}
