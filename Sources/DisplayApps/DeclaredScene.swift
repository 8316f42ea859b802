internal import ControlProtocol

/// A scene that an app declares: an ``ExternalDisplay`` or a ``MainWindow``.
public struct DeclaredScene {
  let role: String
  let configuration: SceneConfigurationInfo
  let content: @MainActor (ScreenDescription) -> ContentInfo?
  var onScreens: (@MainActor ([ScreenDescription]) -> Void)?
  var onPhase: (@MainActor (ScenePhase) -> Void)?
  var onInput: (@MainActor (UserInput) -> Void)?
  var onActivity: (@MainActor (SceneActivity) -> Void)?
  var data: SceneData?

  var name: String { configuration.name ?? SceneConfigurationInfo.defaultName }

  init(
    role: String, configuration: SceneConfigurationInfo,
    content: @escaping @MainActor (ScreenDescription) -> ContentInfo?
  ) {
    self.role = role
    self.configuration = configuration
    self.content = content
  }
}

/// The values that the daemon keeps with a scene's session.
struct SceneData {
  let current: @MainActor () -> [String: JSONValue]
  let restore: @MainActor ([String: JSONValue]) -> Void
}

/// How visible a scene is.
public enum ScenePhase: Int, Comparable, Sendable, CaseIterable {
  /// No display shows the scene.
  case background
  /// A display shows the scene, but is blank or frozen.
  case inactive
  /// A display shows the scene. A ``MainWindow`` gets input only in this phase.
  case active

  /// Whether a scene in the first phase is less visible than in the second.
  public static func < (first: ScenePhase, second: ScenePhase) -> Bool { first.rawValue < second.rawValue }

  init(_ state: SceneStateInfo) {
    switch state {
    case .foregroundActive: self = .active
    case .foregroundInactive: self = .inactive
    case .background, .unattached: self = .background
    }
  }

  /// The phase after an event in the life of a scene; nil if the event does not change it.
  init?(after event: String?) {
    switch event.flatMap(EventName.init(rawValue:)) {
    case .sceneDidBecomeActive: self = .active
    case .sceneWillEnterForeground, .sceneWillResignActive: self = .inactive
    case .sceneDidEnterBackground, .sceneDidDisconnect: self = .background
    default: return nil
    }
  }
}

/// Scenes of an app: one, or several in their order.
@MainActor
public protocol SceneSet {
  /// Each of them.
  var scenes: [DeclaredScene] { get }
}

/// Several scenes.
///
/// ``SceneSetBuilder`` makes it.
public struct SceneList: SceneSet {
  /// Each of them.
  public let scenes: [DeclaredScene]
}

/// Builds the scenes of an app's body.
///
/// Conditions belong in the contents.
@resultBuilder
@MainActor
public enum SceneSetBuilder {
  /// The scenes in their order.
  public static func buildBlock(_ scenes: any SceneSet...) -> SceneList {
    SceneList(scenes: scenes.flatMap(\.scenes))
  }
}
