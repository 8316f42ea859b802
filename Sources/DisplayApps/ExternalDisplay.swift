public import ControlProtocol

/// What external displays show: a scene for each of them, which takes no input.
///
/// ```swift
/// ExternalDisplay { Banner(store.message) }
/// ExternalDisplay("stage", connector: "DP-*") { screen in
///   if store.isOpen { Banner("\(screen.model): welcome") } else { Clock() }
/// }
/// ```
///
/// Of several the first one counts whose patterns fit the display, else the first one without patterns. Where its content is
/// none, as of an `if` without an `else`, the display is left to the app that stands in there (`fallback` in the
/// configuration), or shows nothing.
public struct ExternalDisplay: SceneSet {
  /// The role that its scenes have.
  nonisolated static let role = "externalDisplayNonInteractive"

  let configuration: SceneConfigurationInfo
  let content: @MainActor (ScreenDescription) -> ContentInfo?

  /// The name, as the daemon keeps it.
  var name: String { configuration.name ?? SceneConfigurationInfo.defaultName }

  /// Itself.
  public var displays: [ExternalDisplay] { [self] }

  /// Makes a scene whose content is said for each screen.
  ///
  /// - Parameters:
  ///   - name: By which the daemon keeps it: unique in the app, up to 64 characters.
  ///   - connector: For displays on this connector alone, as `HDMI-A-*`; nil for all.
  ///   - make: For displays of this maker alone, as `DEL`.
  ///   - model: For displays of this name alone.
  ///   - serial: For the display of this serial text alone.
  ///   - modes: The modes that it wishes for, in order, as `1920x1080@60`.
  ///   - size: The pixels that it is laid out for in every mode, as `640x480`; nil for those of the screen.
  ///   - content: What a screen shows. It is asked when the display is connected, when its mode is set or changed, and when
  ///     something `@Observable` has changed that it has read.
  public init(
    _ name: String = "main", connector: String? = nil, make: String? = nil, model: String? = nil, serial: String? = nil,
    modes: [String] = [], size: String? = nil,
    @ContentBuilder content: @escaping @MainActor (ScreenDescription) -> ContentInfo?
  ) {
    let match = ScreenMatchInfo(connector: connector, make: make, model: model, serial: serial)
    configuration = SceneConfigurationInfo(
      name: name, modes: modes.isEmpty ? nil : modes, match: match == ScreenMatchInfo() ? nil : match, size: size)
    self.content = content
  }

  /// Makes a scene whose content is the same on every screen.
  ///
  /// - Parameters:
  ///   - name: By which the daemon keeps it: unique in the app, up to 64 characters.
  ///   - connector: For displays on this connector alone, as `HDMI-A-*`; nil for all.
  ///   - make: For displays of this maker alone, as `DEL`.
  ///   - model: For displays of this name alone.
  ///   - serial: For the display of this serial text alone.
  ///   - modes: The modes that it wishes for, in order, as `1920x1080@60`.
  ///   - size: The pixels that it is laid out for in every mode, as `640x480`; nil for those of the screen.
  ///   - content: What it shows.
  public init(
    _ name: String = "main", connector: String? = nil, make: String? = nil, model: String? = nil, serial: String? = nil,
    modes: [String] = [], size: String? = nil, @ContentBuilder content: @escaping @MainActor () -> ContentInfo?
  ) {
    self.init(name, connector: connector, make: make, model: model, serial: serial, modes: modes, size: size) {
      (_: ScreenDescription) in content()
    }
  }
}

/// The display that a scene is on, as far as its content may depend on it.
public struct ScreenDescription: Hashable, Sendable {
  /// The connector's name, as `HDMI-A-1`.
  public let name: String
  /// The three-letter identifier of the maker; empty where it is unknown.
  public let make: String
  /// The display's name or product code; empty where it is unknown.
  public let model: String
  /// The serial text or number; empty where there is none.
  public let serial: String
  /// The pixels in a line of its mode; nil before a mode is set.
  public let width: Int?
  /// The lines of its mode; nil before a mode is set.
  public let height: Int?

  init(_ info: ScreenInfo) {
    name = info.name
    make = info.make
    model = info.model
    serial = info.serial
    width = info.currentMode?.width
    height = info.currentMode?.height
  }
}

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
