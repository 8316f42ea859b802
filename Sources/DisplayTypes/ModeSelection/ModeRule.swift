/// The configuration for the matching screens, of which a screen uses only the first.
///
/// Nil values are not configured. Each value has its place in the file for `explain`; comparisons of rules ignore it.
public struct ModeRule: Hashable, Sendable {
  package var match: Sourced<ScreenMatch>
  package var use: Sourced<ScreenUse>?
  /// The modes to try, in order.
  package var modes: [Sourced<ModeWish>]
  /// The limit for modes, except by a manual choice or if there is no other mode.
  package var maximum: Sourced<ModeLimit>?
  /// The required picture shape, except by a manual choice or if there is no other mode.
  package var aspect: Sourced<WishedAspect>?
  package var rotation: Sourced<Transform>?
  package var scale: Sourced<ScreenScale>?
  package var overscan: Sourced<OverscanInsets>?
  /// The screen's foreground app, before the overall one.
  package var app: Sourced<String>?
  /// The role of the screen's scenes; that of external displays by default.
  package var role: Sourced<String>?
  /// Whether application scenes of the screen's foreground app go before its external scene; false by default.
  package var prefersApplication: Sourced<Bool>?
  /// Whether the scene's own wish goes before `modes`; true by default.
  package var allowsAppModes: Sourced<Bool>?
  /// The support of the screen, if it is an external one.
  package var support: Sourced<ExternalSupport>?
  /// The source of a mirroring screen; the main screen by default.
  package var mirror: Sourced<MirrorWish>?
  /// The device for the display's power by HDMI-CEC; the adapter of the kernel by default.
  package var cec: Sourced<CECChoice>?
  /// Whether DDC/CI switches the power instead; false by default.
  package var ddc: Sourced<Bool>?

  package init(
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
  package func first(connectorName: String, identity: DisplayIdentity) -> ModeRule? {
    first { $0.match.value.matches(connectorName: connectorName, identity: identity) }
  }
}

/// The keys of a rule that can change, by the words of the configuration file.
public enum ScreenRuleKey: String, Hashable, Sendable, CaseIterable {
  case use, modes, maximum, aspect, rotation, scale, overscan, apps, role, prefersApplication, allowsAppModes
  case support, mirror, cec, ddc
}

extension ModeRule {
  /// The keys with different values than in another rule; without one, all keys of this rule.
  package func keys(changedFrom other: ModeRule?) -> Set<ScreenRuleKey> {
    Set(ScreenRuleKey.allCases.filter { !equals(other, at: $0) })
  }

  private func equals(_ other: ModeRule?, at key: ScreenRuleKey) -> Bool {
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

/// The largest size and refresh of a mode; nil values have no limit.
public struct ModeLimit: Hashable, Sendable, CustomStringConvertible {
  package var width: Int?
  package var height: Int?
  package var refresh: WishedRefresh?

  package init(width: Int? = nil, height: Int? = nil, refresh: WishedRefresh? = nil) {
    self.width = width
    self.height = height
    self.refresh = refresh
  }

  package static let none = ModeLimit()

  var isNone: Bool { self == .none }

  /// Whether the mode is within the limit, also by rounding: `60` admits the 60.32 Hz of 800x600.
  package func admits(_ mode: ScreenMode) -> Bool {
    guard mode.size.width <= width ?? .max, mode.size.height <= height ?? .max else { return false }
    guard let refresh, mode.refreshMillihertz > refresh.millihertz else { return true }
    return refresh.distance(to: mode.refreshMillihertz) != nil
  }

  /// `<=1920x1080@60`, `<=60`; a side alone is written `<=1920 wide`; empty without a limit.
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
  case dark
}
