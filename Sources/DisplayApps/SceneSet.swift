/// Scenes of an app: one, or several in their order.
@MainActor
public protocol SceneSet {
  /// Each of them.
  var displays: [ExternalDisplay] { get }
}

/// Several scenes, as ``SceneSetBuilder`` makes them.
public struct SceneList: SceneSet {
  /// Each of them.
  public let displays: [ExternalDisplay]
}

/// Puts the scenes of an app's body together.
///
/// They are always the same ones: conditions belong into their contents.
@resultBuilder
@MainActor
public enum SceneSetBuilder {
  /// The scenes that stand there, in their order.
  public static func buildBlock(_ scenes: any SceneSet...) -> SceneList {
    SceneList(displays: scenes.flatMap(\.displays))
  }
}
