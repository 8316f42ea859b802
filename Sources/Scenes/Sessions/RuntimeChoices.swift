public import DisplayTypes
public import ModeSelection

/// What was chosen for one display at run time.
///
/// It wins over the configuration until `reset`.
public nonisolated struct RuntimeChoices: Hashable, Sendable {
  /// The mode that was wished for.
  public var mode: ModeWish?
  /// How the picture was turned.
  public var transform: Transform?
  /// Pixels a point.
  public var scale: Double?
  /// How far the edges were moved inwards.
  public var overscan: OverscanInsets?
  /// The signal is off.
  public var isPoweredOff: Bool
  /// Schedules do not switch the signal off before that time.
  public var onUntil: WallTime?
  /// Black is shown instead of the picture.
  public var isBlank: Bool
  /// The app that was chosen for this screen alone.
  public var foregroundApp: String?
  /// The app whose application scenes the user has put on this screen.
  public var placedApp: String?
  /// What the user wants of this display, if it is an external one.
  public var support: ExternalSupport?
  /// Whose picture it shows where it mirrors, and how.
  public var mirror: MirrorWish?
  /// What was said of it while an app is in front, for a display that was new then; nil for any other.
  public var front: FrontAdmission?

  /// Makes choices; nil leaves a setting to the configuration.
  public init(
    mode: ModeWish? = nil, transform: Transform? = nil, scale: Double? = nil, overscan: OverscanInsets? = nil,
    isPoweredOff: Bool = false, onUntil: WallTime? = nil, isBlank: Bool = false, foregroundApp: String? = nil,
    placedApp: String? = nil, support: ExternalSupport? = nil, mirror: MirrorWish? = nil, front: FrontAdmission? = nil
  ) {
    self.mode = mode
    self.transform = transform
    self.scale = scale
    self.overscan = overscan
    self.isPoweredOff = isPoweredOff
    self.onUntil = onUntil
    self.isBlank = isBlank
    self.foregroundApp = foregroundApp
    self.placedApp = placedApp
    self.support = support
    self.mirror = mirror
    self.front = front
  }
}
