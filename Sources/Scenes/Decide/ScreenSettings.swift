public import DisplayTypes

/// The settings of one screen with their sources: the run-time choice, then the rule, then the default.
package nonisolated struct ScreenSettings: Hashable, Sendable {
  package struct Setting<Value: Hashable & Sendable>: Hashable, Sendable {
    package var value: Value
    package var source: SettingSource
  }

  package var use: Setting<ScreenUse>
  package var transform: Setting<Transform>
  /// Nil to follow the display's size.
  package var scale: Setting<Double?>
  package var overscan: Setting<OverscanInsets>
  package var power: Setting<Bool>
  package var blank: Setting<Bool>
  /// The volume of the sound in percent.
  package var volume: Setting<Int>

  package init(choices: RuntimeChoices, rule: ModeRule?, placement: ConnectorPlacement) {
    let standardUse: ScreenUse = placement == .builtIn ? .main : .external
    use = Self.setting(nil, rule?.use, standard: standardUse)
    transform = Self.setting(choices.transform, rule?.rotation, standard: .normal)
    overscan = Self.setting(choices.overscan, rule?.overscan, standard: .none)
    power = Setting(value: !choices.isPoweredOff, source: choices.isPoweredOff ? .runtime : .standard)
    volume = Self.setting(choices.volume, nil, standard: 100)
    blank = Setting(value: choices.isBlank, source: choices.isBlank ? .runtime : .standard)
    if let chosen = choices.scale {
      scale = Setting(value: chosen, source: .runtime)
    } else if let stated = rule?.scale {
      switch stated.value {
      case .automatic: scale = Setting(value: nil, source: .configuration(stated.location))
      case .fixed(let factor): scale = Setting(value: factor, source: .configuration(stated.location))
      }
    } else {
      scale = Setting(value: nil, source: .standard)
    }
  }

  package func geometry(of mode: ScreenMode, physicalSize: PhysicalSize?) -> OutputGeometry {
    OutputGeometry(
      mode: mode.size, pixelAspectRatio: mode.pixelAspectRatio, transform: transform.value,
      scale: scale.value ?? Self.automaticScale(of: mode, physicalSize: physicalSize), overscan: overscan.value)
  }

  /// Returns 2 for small pixels, otherwise 1. On a display of up to 40 inches, pixels are small from 180 an inch. Otherwise a mode needs
  /// 3840 columns.
  static func automaticScale(of mode: ScreenMode, physicalSize: PhysicalSize?) -> Double {
    let columns = max(mode.size.width, mode.size.height)
    if let physicalSize {
      let side = Double(max(physicalSize.widthMillimeters, physicalSize.heightMillimeters))
      if side > 50, side < 885 { return Double(columns) / side * 25.4 >= 180 ? 2 : 1 }
    }
    return columns >= 3840 ? 2 : 1
  }

  private static func setting<Value>(_ chosen: Value?, _ stated: Sourced<Value>?, standard: Value) -> Setting<Value> {
    if let chosen { return Setting(value: chosen, source: .runtime) }
    if let stated { return Setting(value: stated.value, source: .configuration(stated.location)) }
    return Setting(value: standard, source: .standard)
  }
}

package nonisolated enum SettingSource: Hashable, Sendable {
  case runtime
  /// Set by an app of another program when it registered; `reset` does not change it.
  case registration
  case configuration(SourceLocation?)
  /// The display's own.
  case display
  /// The default.
  case standard
}

/// The configuration of screens.
public nonisolated struct ScreenPolicy: Hashable, Sendable {
  /// The first rule that matches a screen counts.
  package var rules: [ModeRule]
  /// For a display that was never seen before.
  package var unknownScreens: UnknownScreens
  /// The default of external displays.
  package var support: Sourced<ExternalSupport>
  /// The colour of the idle frame.
  package var idleColor: Color
  /// The default of all screens.
  package var foregroundApp: Sourced<String>?
  /// The limit for all screens together; scenes that have waited longest end first.
  package var backgroundScenes: Int
  /// Whether scenes continue with the last external display's modes while none is connected.
  package var standIn: Sourced<Bool>

  /// Makes a policy.
  public init(
    rules: [ModeRule] = [], unknownScreens: UnknownScreens = .show,
    support: Sourced<ExternalSupport> = Sourced(.external),
    idleColor: Color = .black, foregroundApp: Sourced<String>? = nil, backgroundScenes: Int = 8,
    standIn: Sourced<Bool> = Sourced(false)
  ) {
    self.rules = rules
    self.unknownScreens = unknownScreens
    self.support = support
    self.idleColor = idleColor
    self.foregroundApp = foregroundApp
    self.backgroundScenes = backgroundScenes
    self.standIn = standIn
  }
}
