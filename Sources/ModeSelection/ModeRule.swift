public import DisplayTypes

/// What the configuration says for the screens that match: the first rule that matches a screen is its only one.
///
/// What is nil was not said. Where each value was said comes along, for `explain`; it does not count when two rules are compared.
public struct ModeRule: Hashable, Sendable {
  /// The screens that it is for.
  public var match: Sourced<ScreenMatch>
  /// What the screen is used for; external where it was not said.
  public var use: Sourced<ScreenUse>?
  /// The modes to try, in order.
  public var modes: [Sourced<ModeWish>]
  /// No mode above this is chosen, unless by hand or for want of any other.
  public var maximum: Sourced<ModeLimit>?
  /// The only picture shape that is chosen, unless by hand or for want of any other.
  public var aspect: Sourced<WishedAspect>?
  /// How the picture stands on the panel.
  public var rotation: Sourced<Transform>?
  /// Pixels a point.
  public var scale: Sourced<ScreenScale>?
  /// What the display cuts off.
  public var overscan: Sourced<OverscanInsets>?
  /// The screen's foreground app, before the overall one.
  public var app: Sourced<String>?
  /// The role of scenes that the screen shows; that of external displays where it was not said.
  public var role: Sourced<String>?
  /// Whether application scenes of the screen's foreground app go before its external scene; false where it was not said.
  public var prefersApplication: Sourced<Bool>?
  /// Whether the scene's own wish goes before `modes`; true where it was not said.
  public var allowsAppModes: Sourced<Bool>?
  /// What the user wants of the screen, if it is an external one.
  public var support: Sourced<ExternalSupport>?
  /// Whose picture it shows where it mirrors; the main screen's where it was not said.
  public var mirror: Sourced<MirrorWish>?
  /// How the display's own power is switched by HDMI-CEC; by the adapter that the kernel names where it was not said.
  public var cec: Sourced<CECChoice>?
  /// Whether that is switched by DDC/CI instead; false where it was not said.
  public var ddc: Sourced<Bool>?

  /// Makes one from its parts.
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
