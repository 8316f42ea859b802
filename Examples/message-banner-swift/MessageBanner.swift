// A form on the main screen, and a banner on external displays: Enter makes the text of the form the banner.
//
// Run `swift run message-banner-swift`. A controller that owns the input of the app sends the keys.
import ControlProtocol
import DisplayApps
import Observation

@MainActor @Observable final class BannerStore {
  var field = TextField()
  var message = ""
  /// Whether people see the banner.
  var phase = ScenePhase.background
}

@main struct MessageBanner: DisplayApp {
  private static let color = "#103050"
  private let store = BannerStore()

  var body: some SceneSet {
    MainWindow("form") { form }
      .onInput { input in
        guard case .key(let key, let text) = input else { return }
        if store.field.take(key: key, text: text) == .submitted { store.message = store.field.text }
      }
      .keeping({ ["text": .string(store.field.text), "message": .string(store.message)] }) { kept in
        if case .string(let text)? = kept["text"] { store.field = TextField(text) }
        if case .string(let text)? = kept["message"] { store.message = text }
      }
    ExternalDisplay("banner") { Banner(store.message, background: Self.color) }
      .onPhaseChange { store.phase = $0 }
  }

  private var form: Layout {
    let isSeen = store.phase == .active
    return Layout(background: "#e0e4e8") {
      Layout.Region(
        x: 0.05, width: 0.9, height: 0.25,
        Banner("Message", foreground: "#103050", background: "#e0e4e8", alignment: "start"))
      Layout.Region(x: 0.05, y: 0.25, width: 0.9, height: 0.35, store.field)
      Layout.Region(
        y: 0.75,
        Banner(
          isSeen ? "On air: \(store.message)" : "No display shows the banner",
          foreground: "#ffffff", background: isSeen ? "#207040" : "#808080"))
    }
  }
}
