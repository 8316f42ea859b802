/// The configuration for the matching screens.
///
/// The first matching rule of a screen is its only one.
///
/// Nil values are not configured. Each value has its place in the file for `explain`; comparisons of rules ignore it.
public struct ModeRule: Hashable, Sendable {
  /// The screens of the rule.
  public var match: Sourced<ScreenMatch>
  /// The use of the screen; external by default.
  public var use: Sourced<ScreenUse>?
  /// The modes to try, in order.
  public var modes: [Sourced<ModeWish>]
  /// The limit for modes, except by a manual choice or if there is no other mode.
  public var maximum: Sourced<ModeLimit>?
  /// The required picture shape, except by a manual choice or if there is no other mode.
  public var aspect: Sourced<WishedAspect>?
  /// How the picture stands on the panel.
  public var rotation: Sourced<Transform>?
  /// Pixels a point.
  public var scale: Sourced<ScreenScale>?
  /// The overscan of the display.
  public var overscan: Sourced<OverscanInsets>?
  /// The screen's foreground app, before the overall one.
  public var app: Sourced<String>?
  /// The role of the screen's scenes; that of external displays by default.
  public var role: Sourced<String>?
  /// Whether application scenes of the screen's foreground app go before its external scene; false by default.
  public var prefersApplication: Sourced<Bool>?
  /// Whether the scene's own wish goes before `modes`; true by default.
  public var allowsAppModes: Sourced<Bool>?
  /// The support of the screen, if it is an external one.
  public var support: Sourced<ExternalSupport>?
  /// The source of a mirroring screen; the main screen by default.
  public var mirror: Sourced<MirrorWish>?
  /// The device for the display's power by HDMI-CEC; the adapter of the kernel by default.
  public var cec: Sourced<CECChoice>?
  /// Whether DDC/CI switches the power instead; false by default.
  public var ddc: Sourced<Bool>?

  /// Makes a mode rule from its parts.
  public init(
    match: Sourced<ScreenMatch>, use: Sourced<ScreenUse>? = nil, modes: [Sourced<ModeWish>] = [],
    maximum: Sourced<ModeLimit>? = nil, aspect: Sourced<WishedAspect>? = nil, rotation: Sourced<Transform>? = nil,
    scale: Sourced<ScreenScale>? = nil, overscan: Sourced<OverscanInsets>? = nil, app: Sourced<String>? = nil,
    role: Sourced<String>? = nil, prefersApplication: Sourced<Bool>? = nil, allowsAppModes: Sourced<Bool>? = nil,
    support: Sourced<ExternalSupport>? = nil, mirror: Sourced<MirrorWish>? = nil, cec: Sourced<CECChoice>? = nil,
    ddc: Sourced<Bool>? = nil
  ) {
    self.match = match
    self.use = use
    self.modes = modes
    self.maximum = maximum
    self.aspect = aspect
    self.rotation = rotation
    self.scale = scale
    self.overscan = overscan
    self.app = app
    self.role = role
    self.prefersApplication = prefersApplication
    self.allowsAppModes = allowsAppModes
    self.support = support
    self.mirror = mirror
    self.cec = cec
    self.ddc = ddc
  }
}

extension [ModeRule] {
  /// The first rule that matches the screen.
  public func first(connectorName: String, identity: DisplayIdentity) -> ModeRule? {
    first { $0.match.value.matches(connectorName: connectorName, identity: identity) }
  }
}

/// The keys of a rule that can change, by the words of the configuration file.
public enum ScreenRuleKey: String, Hashable, Sendable, CaseIterable {
  /// The use of the screen.
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
  /// The overscan of the display.
  case overscan
  /// The screen's foreground app.
  case apps
  /// The role of its scenes.
  case role
  /// Whether application scenes go before external ones.
  case prefersApplication
  /// Whether the scene's own wish counts.
  case allowsAppModes
  /// The support of the screen, if it is an external one.
  case support
  /// The source of a mirroring screen.
  case mirror
  /// The interface for the display's power.
  case cec
  /// Whether that is done by DDC/CI.
  case ddc
}

extension ModeRule {
  /// The keys with different values than in another rule; without one, all keys of this rule.
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

/// The most that a mode may have.
///
/// A nil value has no limit.
public struct ModeLimit: Hashable, Sendable, CustomStringConvertible {
  /// Pixels in a line.
  public var width: Int?
  /// Lines.
  public var height: Int?
  /// Refreshes a second.
  public var refresh: WishedRefresh?

  /// Makes a mode limit from its parts.
  public init(width: Int? = nil, height: Int? = nil, refresh: WishedRefresh? = nil) {
    self.width = width
    self.height = height
    self.refresh = refresh
  }

  /// No limit.
  public static let none = ModeLimit()

  /// Whether nothing is limited.
  public var isNone: Bool { self == .none }

  /// Whether the mode stays within.
  ///
  /// A refresh that rounds to the limit does: `60` admits the 60.32 Hz of 800x600.
  public func admits(_ mode: ScreenMode) -> Bool {
    if let width, mode.size.width > width { return false }
    if let height, mode.size.height > height { return false }
    if let refresh, mode.refreshMillihertz > refresh.millihertz, refresh.distance(to: mode.refreshMillihertz) == nil {
      return false
    }
    return true
  }

  /// `<=1920x1080@60`, `<=60`; a side alone is written `<=1920 wide`.
  ///
  /// Empty without a limit.
  public var description: String {
    var parts: [String] = []
    let rate = refresh.map { "@\($0)" } ?? ""
    switch (width, height) {
    case (let width?, let height?): parts.append("<=\(width)x\(height)\(rate)")
    case (let width?, nil): parts.append("<=\(width) wide")
    case (nil, let height?): parts.append("<=\(height) high")
    case (nil, nil): break
    }
    if let refresh, width == nil || height == nil { parts.append("<=\(refresh)") }
    return parts.joined(separator: " ")
  }
}

/// The use of a screen.
public enum ScreenUse: String, Hashable, Sendable, CaseIterable {
  /// For external scenes.
  case external
  /// The main screen.
  case main
  /// Never touched: the console stays on it.
  case console
  /// Kept dark.
  case dark
}
