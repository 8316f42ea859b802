public import ControlProtocol

/// The scenes of external displays, without input.
///
/// ```swift
/// ExternalDisplay { Banner(store.message) }
/// ExternalDisplay("stage", connector: "DP-*") { screen in
///   if store.isOpen { Banner("\(screen.model): welcome") } else { Clock() }
/// }
/// ```
///
/// Of several scenes, the first scene with matching patterns applies to a display, otherwise the first scene without patterns. Its content
/// may be empty, for example after an `if` without an `else`. Then the display shows the fallback app (`fallback` in the configuration), or
/// nothing.
public struct ExternalDisplay: SceneSet {
  nonisolated static let role = "externalDisplayNonInteractive"

  private var scene: DeclaredScene

  /// Its scene.
  public var scenes: [DeclaredScene] { [scene] }

  /// Makes a scene with a content for each screen.
  ///
  /// - Parameters:
  ///   - name: The daemon's key for the scene: unique in the app, up to 64 characters.
  ///   - connector: A pattern for the connector, such as `HDMI-A-*`; nil for all.
  ///   - make: A pattern for the maker, such as `DEL`.
  ///   - model: A pattern for the display's name.
  ///   - serial: A pattern for the serial text.
  ///   - modes: The wished modes in order, such as `1920x1080@60`.
  ///   - size: The pixels of the layout in every mode, such as `640x480`; nil for the pixels of the screen.
  ///   - content: The content of a screen. It is evaluated after a connection, a change of the mode, and a change of an `@Observable`
  ///     value that it has read.
  public init(
    _ name: String = "main", connector: String? = nil, make: String? = nil, model: String? = nil, serial: String? = nil,
    modes: [String] = [], size: String? = nil,
    @ContentBuilder content: @escaping @MainActor (ScreenDescription) -> ContentInfo?
  ) {
    let match = ScreenMatchInfo(connector: connector, make: make, model: model, serial: serial)
    let configuration = SceneConfigurationInfo(
      name: name, modes: modes.isEmpty ? nil : modes, match: match == ScreenMatchInfo() ? nil : match, size: size)
    scene = DeclaredScene(role: Self.role, configuration: configuration, content: content)
  }

  /// Makes a scene with the same content on every screen.
  ///
  /// The other parameters are as for a content for each screen.
  public init(
    _ name: String = "main", connector: String? = nil, make: String? = nil, model: String? = nil, serial: String? = nil,
    modes: [String] = [], size: String? = nil, @ContentBuilder content: @escaping @MainActor () -> ContentInfo?
  ) {
    self.init(name, connector: connector, make: make, model: model, serial: serial, modes: modes, size: size) {
      (_: ScreenDescription) in content()
    }
  }

  /// Calls `action` when the displays of this scene have changed: at a plug, an unplug or a change of a mode.
  ///
  /// At a plug, this is before the content of the display is evaluated. A display without a content counts too.
  public func onScreensChange(_ action: @escaping @MainActor ([ScreenDescription]) -> Void) -> ExternalDisplay {
    var changed = self
    changed.scene.onScreens = action
    return changed
  }

  /// Calls `action` when the phase of this scene has changed. On several displays, the most visible scene counts.
  public func onPhaseChange(_ action: @escaping @MainActor (ScenePhase) -> Void) -> ExternalDisplay {
    var changed = self
    changed.scene.onPhase = action
    return changed
  }
}

/// The properties of a scene's display on which its content may depend.
public struct ScreenDescription: Hashable, Sendable {
  /// The connector's name, such as `HDMI-A-1`.
  public let name: String
  /// The three-letter identifier of the maker; empty if it is unknown.
  public let make: String
  /// The display's name or product code; empty if it is unknown.
  public let model: String
  /// The serial text or number; empty if there is none.
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
