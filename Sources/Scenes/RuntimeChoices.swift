public import DisplayTypes
public import ModeSelection

/// What was chosen for one display at run time. It wins over the configuration until `reset`.
public nonisolated struct RuntimeChoices: Hashable, Sendable {
  public var mode: ModeWish?
  public var transform: Transform?
  public var scale: Double?
  public var overscan: OverscanInsets?
  /// The signal is off.
  public var isPoweredOff: Bool
  /// Black is shown instead of the picture.
  public var isBlank: Bool
  public var foregroundApp: String?

  public init(
    mode: ModeWish? = nil, transform: Transform? = nil, scale: Double? = nil, overscan: OverscanInsets? = nil,
    isPoweredOff: Bool = false, isBlank: Bool = false, foregroundApp: String? = nil
  ) {
    self.mode = mode
    self.transform = transform
    self.scale = scale
    self.overscan = overscan
    self.isPoweredOff = isPoweredOff
    self.isBlank = isBlank
    self.foregroundApp = foregroundApp
  }
}
