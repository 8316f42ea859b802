/// The configuration for the matching screens; each screen uses only the first rule that matches. Nil values are not configured. Each value
/// may have its place in a file for `explain`; comparisons of rules ignore the place.
public struct ModeRule: Hashable, Sendable {
  package var match: Sourced<ScreenMatch>
  /// The screen's own name, which commands accept and reports show beside the connector; unique in a file, ignoring case.
  package var name: Sourced<String>?
  package var use: Sourced<ScreenUse>?
  /// The modes to try, in order.
  package var modes: [Sourced<ModeWish>]
  /// The limit of modes; a manual choice may exceed it, and so may a mode if no other works.
  package var maximum: Sourced<ModeLimit>?
  /// The required picture shape; a manual choice may differ, and so may a mode if no other works.
  package var aspect: Sourced<WishedAspect>?
  package var rotation: Sourced<Transform>?
  package var scale: Sourced<ScreenScale>?
  package var overscan: Sourced<OverscanInsets>?
  /// The screen's foreground app, which has priority over the app for all screens.
  package var app: Sourced<String>?
  /// The role of the screen's scenes; by default the role for external displays.
  package var role: Sourced<String>?
  /// Whether application scenes of the screen's foreground app have priority over its external scene; false by default.
  package var prefersApplication: Sourced<Bool>?
  /// Whether the scene's own wish has priority over `modes`; true by default.
  package var allowsAppModes: Sourced<Bool>?
  /// The support of the screen, if it is external.
  package var support: Sourced<ExternalSupport>?
  /// The source of a mirroring screen; the main screen by default.
  package var mirror: Sourced<MirrorWish>?
  /// The HDMI-CEC device for the display's power; by default the adapter of the kernel.
  package var cec: Sourced<CECChoice>?
  /// Whether DDC/CI switches the power instead of HDMI-CEC; false by default.
  package var ddc: Sourced<Bool>?

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - match: the screens that the rule is for.
  ///   - use: the use of the screen; nil follows its place, built-in or external.
  ///   - modes: the modes to try, in order.
  ///   - maximum: the limit of modes; a choice by `ScreenCoordinator.setMode` may exceed it, and so may a mode if no other works.
  ///   - aspect: the required picture shape, with the same exceptions.
  ///   - rotation: the orientation of the picture.
  ///   - scale: pixels per point.
  ///   - overscan: the distances by which the edges of the picture are moved inwards.
  ///   - app: the screen's foreground app, which has priority over the app for all screens.
  ///   - role: the role of the screen's scenes; by default the role for external displays.
  ///   - prefersApplication: whether application scenes of the screen's foreground app have priority over its external scene.
  ///   - allowsAppModes: whether the scene's own wish has priority over `modes`; true by default.
  ///   - support: the support of the screen, if it is external.
  ///   - mirror: the source of a mirroring screen; the main screen by default.
  public init(
    match: Sourced<ScreenMatch>, use: Sourced<ScreenUse>? = nil, modes: [Sourced<ModeWish>] = [],
    maximum: Sourced<ModeLimit>? = nil, aspect: Sourced<WishedAspect>? = nil, rotation: Sourced<Transform>? = nil,
    scale: Sourced<ScreenScale>? = nil, overscan: Sourced<OverscanInsets>? = nil, app: Sourced<String>? = nil,
    role: Sourced<String>? = nil, prefersApplication: Sourced<Bool>? = nil, allowsAppModes: Sourced<Bool>? = nil,
    support: Sourced<ExternalSupport>? = nil, mirror: Sourced<MirrorWish>? = nil
  ) {
    self.init(
      match: match, use: use, modes: modes, maximum: maximum, aspect: aspect, rotation: rotation, scale: scale,
      overscan: overscan, app: app, role: role, prefersApplication: prefersApplication, allowsAppModes: allowsAppModes,
      support: support, mirror: mirror, cec: nil, ddc: nil)
  }

  /// Makes a rule with values for the daemon: the power of the display, and the screen's own name.
  package init(
    match: Sourced<ScreenMatch>, use: Sourced<ScreenUse>? = nil, modes: [Sourced<ModeWish>] = [],
    maximum: Sourced<ModeLimit>? = nil, aspect: Sourced<WishedAspect>? = nil, rotation: Sourced<Transform>? = nil,
    scale: Sourced<ScreenScale>? = nil, overscan: Sourced<OverscanInsets>? = nil, app: Sourced<String>? = nil,
    role: Sourced<String>? = nil, prefersApplication: Sourced<Bool>? = nil, allowsAppModes: Sourced<Bool>? = nil,
    support: Sourced<ExternalSupport>? = nil, mirror: Sourced<MirrorWish>? = nil, cec: Sourced<CECChoice>?,
    ddc: Sourced<Bool>?, name: Sourced<String>? = nil
  ) {
    self.match = match
    self.name = name
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
  /// The rule with a screen's own name, in any case.
  package func first(named name: String) -> ModeRule? {
    let small = name.lowercased()
    return first { $0.name?.value.lowercased() == small }
  }

  package func first(connectorName: String, identity: DisplayIdentity) -> ModeRule? {
    first { $0.match.value.matches(connectorName: connectorName, identity: identity) }
  }
}

/// The keys of a rule that can change, in the words of the configuration file.
public enum ScreenRuleKey: String, Hashable, Sendable, CaseIterable {
  case name, use, modes, maximum, aspect, rotation, scale, overscan, apps, role, prefersApplication, allowsAppModes
  case support, mirror, cec, ddc
}

extension ModeRule {
  /// The keys whose values differ from another rule; without one, all keys of this rule.
  package func keys(changedFrom other: ModeRule?) -> Set<ScreenRuleKey> {
    Set(ScreenRuleKey.allCases.filter { !equals(other, at: $0) })
  }

  private func equals(_ other: ModeRule?, at key: ScreenRuleKey) -> Bool {
    switch key {
    case .name: name == other?.name
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

/// The largest size and refresh of a mode; nil means no limit.
public struct ModeLimit: Hashable, Sendable, CustomStringConvertible {
  package var width: Int?
  package var height: Int?
  package var refresh: WishedRefresh?

  /// Makes a limit; sides in pixels.
  public init(width: Int? = nil, height: Int? = nil, refresh: WishedRefresh? = nil) {
    self.width = width
    self.height = height
    self.refresh = refresh
  }

  package static let none = ModeLimit()

  var isNone: Bool { self == .none }

  /// Whether the mode is within the limit. It may exceed it by rounding: `60` accepts the 60.32 Hz of 800x600.
  package func admits(_ mode: ScreenMode) -> Bool {
    guard mode.size.width <= width ?? .max, mode.size.height <= height ?? .max else { return false }
    guard let refresh, mode.refreshMillihertz > refresh.millihertz else { return true }
    return refresh.distance(to: mode.refreshMillihertz) != nil
  }

  /// Such as `<=1920x1080@60` or `<=60`. A single side is written `<=1920 wide`. Empty without a limit.
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
  /// The screen shows external scenes.
  case external
  case main
  /// The screen belongs to the console, and is never touched.
  case console
  case dark
}
