public import ControlProtocol

/// The window in which a person works: the app's application scene, with input.
///
/// It is on the main screen, or on the external display that the user has chosen for it. A controller that owns the app's input, such as
/// `marquee-keys`, sends the input.
///
/// ```swift
/// MainWindow {
///   Banner(store.isOpen ? "open" : "closed")
/// }
/// .onInput { if case .press = $0 { store.isOpen.toggle() } }
/// ```
///
/// An app has at most one window.
public struct MainWindow: SceneSet {
  nonisolated static let role = "application"

  private var scene: DeclaredScene

  /// Its scene.
  public var scenes: [DeclaredScene] { [scene] }

  /// Makes the window.
  ///
  /// - Parameters:
  ///   - name: The daemon's key for the scene: unique in the app, up to 64 characters.
  ///   - content: The content of the window. Without a content there is no window.
  public init(_ name: String = "window", @ContentBuilder content: @escaping @MainActor () -> ContentInfo?) {
    scene = DeclaredScene(role: Self.role, configuration: SceneConfigurationInfo(name: name)) { _ in content() }
  }

  /// Calls `action` with each input of the user, in order.
  public func onInput(_ action: @escaping @MainActor (UserInput) -> Void) -> MainWindow {
    var changed = self
    changed.scene.onInput = action
    return changed
  }

  /// Calls `action` with each activity that the window is to continue, before its content is evaluated.
  ///
  /// An activity comes with the request for the window (`marqueectl session request`), also if the app was away at that time. It also comes
  /// from another scene of the app that has ended. After an outage of the daemon or of the app, the same activity may come twice.
  public func onActivity(_ action: @escaping @MainActor (SceneActivity) -> Void) -> MainWindow {
    var changed = self
    changed.scene.onActivity = action
    return changed
  }

  /// Calls `action` when the phase of the window has changed.
  public func onPhaseChange(_ action: @escaping @MainActor (ScenePhase) -> Void) -> MainWindow {
    var changed = self
    changed.scene.onPhase = action
    return changed
  }

  /// Keeps values with the session of the window, on the daemon's disk.
  ///
  /// - Parameters:
  ///   - data: The values: up to 16 KiB of JSON. They are evaluated and sent together with the content.
  ///   - restore: Gets the values of the last run, once after the start of the app, before the content is evaluated. Without such values it
  ///     is not called.
  public func keeping(
    _ data: @escaping @MainActor () -> [String: JSONValue],
    restore: @escaping @MainActor ([String: JSONValue]) -> Void
  ) -> MainWindow {
    var changed = self
    changed.scene.data = SceneData(current: data, restore: restore)
    return changed
  }
}

/// What a ``MainWindow`` is to continue.
public struct SceneActivity: Hashable, Sendable {
  /// The kind, which the app defines, such as `open`.
  public let type: String
  /// The details.
  public let values: [String: JSONValue]
  /// The app that has requested the window; nil for a user, and without a request.
  public let sourceApp: String?

  init(_ info: ActivityInfo, sourceApp: String? = nil) {
    type = info.type
    values = info.userInfo ?? [:]
    self.sourceApp = sourceApp
  }

  /// The activities of a message; none if it has none.
  static func activities(of message: AppMessage) -> [SceneActivity] {
    (message.activities ?? []).map { SceneActivity($0, sourceApp: message.sourceApp) }
  }
}

/// A user's input in a ``MainWindow``.
public enum UserInput: Hashable, Sendable {
  /// A finger or a button of the pointer went down.
  ///
  /// The place is from 0 to 1 in both directions, from the upper left corner of the window.
  case press(x: Double, y: Double)
  /// A key went down or repeats. It has the kernel's name, such as `enter`, and the text that it types.
  case key(String, text: String?)
  /// Any other input, such as a move, with the kind and the values that the controller has sent.
  case other(kind: String, values: [String: JSONValue])

  /// Makes the inputs of a message: several, if several fingers went down.
  static func inputs(kind: String, values: [String: JSONValue], text: String?) -> [UserInput] {
    switch kind {
    case "key":
      guard case .string(let name)? = values["key"], values["phase"] != .string("release") else { break }
      return [.key(name, text: text)]
    case "pointer":
      guard values["phase"] == .string("press"), let press = press(values) else { break }
      return [press]
    case "touch":
      guard case .array(let touches)? = values["touches"] else { break }
      let presses = touches.compactMap { touch -> UserInput? in
        guard case .object(let touch) = touch, touch["phase"] == .string("down") else { return nil }
        return press(touch)
      }
      if !presses.isEmpty { return presses }
    default: break
    }
    return [.other(kind: kind, values: values)]
  }

  private static func press(_ place: [String: JSONValue]) -> UserInput? {
    guard let x = place["x"]?.real, let y = place["y"]?.real else { return nil }
    return .press(x: x, y: y)
  }
}

extension JSONValue {
  fileprivate var real: Double? {
    switch self {
    case .number(let number): number
    case .integer(let number): Double(number)
    default: nil
    }
  }
}
