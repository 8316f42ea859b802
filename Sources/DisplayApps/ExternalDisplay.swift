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
  let content: @MainActor (Screen) -> ContentInfo?

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
    modes: [String] = [], size: String? = nil, @ContentBuilder content: @escaping @MainActor (Screen) -> ContentInfo?
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
      (_: Screen) in content()
    }
  }
}
