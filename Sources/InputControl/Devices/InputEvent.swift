public import DisplayTypes

/// What an input device tells.
public struct InputEvent: Hashable, Sendable {
  /// What happened.
  public enum What: Hashable, Sendable {
    /// It is there.
    case added(DeviceTraits)
    /// It is gone; keys that were down have come up before this, but by nobody's hand.
    case removed
    /// A key or button went down or up.
    case key(KeyCode, isDown: Bool)
    /// A finger touches, at a place in shares of the panel.
    case touchDown(slot: Int, x: Double, y: Double)
    /// It moves.
    case touchMove(slot: Int, x: Double, y: Double)
    /// It leaves.
    case touchUp(slot: Int)
    /// The device takes back that it was there.
    case touchCancel(slot: Int)
    /// A pointer moves by so many points.
    case motion(dx: Double, dy: Double)
    /// It is at a place in shares of the panel.
    case position(x: Double, y: Double)
    /// A button of a pointer went down or up.
    case button(KeyCode, isDown: Bool)
    /// A wheel turns, or fingers scroll; in steps of a wheel.
    case scroll(dx: Double, dy: Double)
  }

  /// The device.
  public var device: InputDeviceID
  /// When, on the kernel's monotonic clock.
  public var time: MonotonicTime
  /// What.
  public var what: What

  /// Makes one from its fields.
  public init(_ device: InputDeviceID, _ what: What, at time: MonotonicTime) {
    self.device = device
    self.time = time
    self.what = what
  }
}
