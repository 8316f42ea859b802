internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import InputControl

/// Asks the daemon where an app's application scenes are.
struct SceneFinder {
  let calls: DaemonCalls

  /// How places on a display lead to the app's scenes; nil where none of them is seen there.
  ///
  /// - Parameter screen: the display that is touched; nil for the one on which the scenes are.
  func mapping(of app: String, on screen: String?) throws(ClientError) -> InputMapping? {
    let sessions = try calls.call(SessionsCall(app: app, state: .foregroundActive)).sessions
      .filter { $0.role == "application" }
    guard let home = sessions.first?.screen else { return nil }
    var windows: [SceneWindow] = []
    for session in sessions where session.screen == home {
      guard let frame = try calls.call(GetSessionCall(session: session.identifier)).frame else { continue }
      windows.append(SceneWindow(session: session.identifier, frame: frame))
    }
    let screens = try calls.call(ScreensCall()).screens
    let touched = screen ?? home
    let settings = try self.settings(of: touched)
    guard let geometry = self.geometry(of: screens.first { $0.name == touched }, settings) else { return nil }
    guard touched != home else { return InputMapping(screen: geometry, windows: windows) }
    guard screens.first(where: { $0.name == touched })?.mirroredScreen == home,
      let source = self.geometry(of: screens.first { $0.name == home }, try self.settings(of: home)),
      let fit = settings["mirror"]?.split(separator: " ").last.flatMap({ MirrorFit(rawValue: String($0)) })
    else { return nil }
    return InputMapping(screen: geometry, mirror: InputMapping.Mirror(source: source, fit: fit), windows: windows)
  }

  private func settings(of screen: String) throws(ClientError) -> [String: String] {
    let settings = try calls.call(ExplainCall(screen: screen)).record.settings
    return Dictionary(settings.map { ($0.name, $0.value) }) { first, _ in first }
  }

  /// How a screen's picture lies on its panel; nil where it has none.
  private func geometry(of screen: ScreenInfo?, _ settings: [String: String]) -> OutputGeometry? {
    guard let screen, let mode = screen.currentMode else { return nil }
    return OutputGeometry(
      mode: PixelSize(width: mode.width, height: mode.height), pixelAspectRatio: mode.pixelAspectRatio,
      transform: settings["rotation"].flatMap(Transform.init(name:)) ?? .normal, scale: screen.scale,
      overscan: Self.overscan(settings["overscan"] ?? ""))
  }

  /// Reads `top 2%, right 0px, bottom 2%, left 0px`.
  static func overscan(_ text: String) -> OverscanInsets {
    var insets = OverscanInsets.none
    for part in text.split(separator: ",") {
      let words = part.split(separator: " ")
      guard words.count == 2, let inset = OverscanInset(String(words[1])) else { continue }
      switch words[0] {
      case "top": insets.top = inset
      case "right": insets.right = inset
      case "bottom": insets.bottom = inset
      case "left": insets.left = inset
      default: break
      }
    }
    return insets
  }
}
