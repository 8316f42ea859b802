/// The keys of a rule that can change, by the words of the configuration file.
public enum ScreenRuleKey: String, Hashable, Sendable, CaseIterable {
  /// What the screen is used for.
  case use
  /// The wishes.
  case modes
  /// The limit on size and refresh.
  case maximum
  /// The limit on the picture's shape.
  case aspect
  /// The transform.
  case rotation
  /// Pixels a point.
  case scale
  /// What the display cuts off.
  case overscan
  /// The screen's foreground app.
  case apps
  /// The role of its scenes.
  case role
  /// Whether application scenes go before external ones.
  case prefersApplication
  /// Whether the scene's own wish counts.
  case allowsAppModes
  /// What the user wants of the screen, if it is an external one.
  case support
  /// Whose picture it shows where it mirrors.
  case mirror
  /// By what its display's power is switched.
  case cec
  /// Whether that is done by DDC/CI.
  case ddc
}

extension ModeRule {
  /// The keys that another rule says differently; where there was none, those that this one says.
  public func keys(changedFrom other: ModeRule?) -> Set<ScreenRuleKey> {
    Set(ScreenRuleKey.allCases.filter { !says(the: $0, like: other) })
  }

  private func says(the key: ScreenRuleKey, like other: ModeRule?) -> Bool {
    switch key {
    case .use: use == other?.use
    case .modes: modes == (other?.modes ?? [])
    case .maximum: maximum == other?.maximum
    case .aspect: aspect == other?.aspect
    case .rotation: rotation == other?.rotation
    case .scale: scale == other?.scale
    case .overscan: overscan == other?.overscan
    case .apps: app == other?.app
    case .role: role == other?.role
    case .prefersApplication: prefersApplication == other?.prefersApplication
    case .allowsAppModes: allowsAppModes == other?.allowsAppModes
    case .support: support == other?.support
    case .mirror: mirror == other?.mirror
    case .cec: cec == other?.cec
    case .ddc: ddc == other?.ddc
    }
  }
}
