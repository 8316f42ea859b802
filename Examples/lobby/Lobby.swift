// Shows the last line of the standard input on every display, and the time if that line is empty. Run `swift run lobby`.
import Dispatch
import DisplayApps
import Observation

@MainActor @Observable final class Store {
  var message = ""
}

@main struct Lobby: DisplayApp {
  let store = Store()

  var body: some SceneSet {
    ExternalDisplay {
      if store.message.isEmpty {
        Clock(background: "#204060")
      } else {
        Banner(store.message, background: "#802060")
      }
    }
  }

  func start() {
    DispatchQueue.global().async {
      while let line = readLine() { DispatchQueue.main.async { store.message = line } }
    }
  }
}
