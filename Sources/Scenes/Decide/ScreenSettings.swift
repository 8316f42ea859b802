public import DisplayTypes

/// The settings that hold for one screen, each with its source: the run-time choice, else the rule, else the default.
public nonisolated struct ScreenSettings: Hashable, Sendable {
  /// A value and who said so.
  public struct Setting<Value: Hashable & Sendable>: Hashable, Sendable {
    /// What counts.
    public var value: Value
    /// Who said so.
    public var source: SettingSource
  }

  /// What the screen is for.
  public var use: Setting<ScreenUse>
  /// How the picture is turned.
  public var transform: Setting<Transform>
  /// Nil follows the display's size.
  public var scale: Setting<Double?>
  /// How far its edges are moved inwards.
  public var overscan: Setting<OverscanInsets>
  /// Whether there is a signal.
  public var power: Setting<Bool>
  /// Whether black is shown in place of the picture.
  public var blank: Setting<Bool>

  /// Works out what holds.
  public init(choices: RuntimeChoices, rule: ModeRule?, placement: ConnectorPlacement) {
    let standardUse: ScreenUse = placement == .builtIn ? .main : .external
    use = Self.setting(nil, rule?.use, standard: standardUse)
    transform = Self.setting(choices.transform, rule?.rotation, standard: .normal)
    overscan = Self.setting(choices.overscan, rule?.overscan, standard: .none)
    power = Setting(value: !choices.isPoweredOff, source: choices.isPoweredOff ? .runtime : .standard)
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

  /// How points lie on the pixels of a mode under these settings.
  public func geometry(of mode: ScreenMode, physicalSize: PhysicalSize?) -> OutputGeometry {
    OutputGeometry(
      mode: mode.size, pixelAspectRatio: mode.pixelAspectRatio, transform: transform.value,
      scale: scale.value ?? Self.automaticScale(of: mode, physicalSize: physicalSize), overscan: overscan.value)
  }

  /// 2 where pixels are small: from 180 a inch on a display of up to 40 inches, else from 3840 columns on.
  ///
  /// 1 elsewhere.
  static func automaticScale(of mode: ScreenMode, physicalSize: PhysicalSize?) -> Double {
    let columns = max(mode.size.width, mode.size.height)
    if let physicalSize {
      let side = Double(max(physicalSize.widthMillimeters, physicalSize.heightMillimeters))
      if side > 50, side < 885 { return Double(columns) / side * 25.4 >= 180 ? 2 : 1 }
    }
    return columns >= 3840 ? 2 : 1
  }

  private static func setting<Value>(
    _ chosen: Value?, _ stated: Sourced<Value>?, standard: Value
  ) -> Setting<Value> {
    if let chosen { return Setting(value: chosen, source: .runtime) }
    if let stated { return Setting(value: stated.value, source: .configuration(stated.location)) }
    return Setting(value: standard, source: .standard)
  }
}

/// Where the value of a setting comes from.
public nonisolated enum SettingSource: Hashable, Sendable {
  /// Chosen at run time.
  case runtime
  /// Said by an app of another program as it registered; `reset` takes nothing of it back.
  case registration
  /// A line of the configuration.
  case configuration(SourceLocation?)
  /// What the display says of itself.
  case display
  /// Nobody said anything.
  case standard
}

/// What the configuration says of screens.
public nonisolated struct ScreenPolicy: Hashable, Sendable {
  /// The first that matches a screen counts.
  public var rules: [ModeRule]
  /// What a display gets that was never seen before.
  public var unknownScreens: UnknownScreens
  /// What the user wants of external displays.
  public var support: Sourced<ExternalSupport>
  /// Scanned out where nothing is due.
  public var idleColor: Color
  /// The app that is in the foreground, but where a rule or the user names another.
  public var foregroundApp: Sourced<String>?
  /// How many scenes may wait in the background, over all screens; of more, those that have waited longest end.
  public var backgroundScenes: Int
  /// Whether scenes live on with the last external display's modes while none is connected.
  public var standIn: Sourced<Bool>

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
