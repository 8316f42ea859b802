import Dispatch
import DisplayApps
import Observation

@MainActor @Observable final class StageStore {
  var color = "#204060"
  var file = ""
}

/// An app for scenarios. A line contains a colour for all displays, and optionally a picture for displays on DisplayPort.
@main struct StageApp: DisplayApp {
  static let name = "stage"
  static let whenGone = WhenGone.fallback

  let store = StageStore()

  var body: some SceneSet {
    ExternalDisplay("picture", connector: "DP-*", modes: ["800x600"]) {
      if !store.file.isEmpty { Picture(store.file) }
    }
    ExternalDisplay("color") { screen in
      if screen.name != "HDMI-A-2" { Fill(store.color) }
    }
  }

  func start() {
    DispatchQueue.global().async {
      while let line = readLine() {
        let words = line.split(separator: " ").map { String($0) }
        DispatchQueue.main.async {
          store.color = words.first ?? ""
          store.file = words.count > 1 ? words[1] : ""
        }
      }
    }
  }
}
