/// What of a screen a key turns on and off.
public enum ScreenSwitch: String, Hashable, Sendable, CaseIterable {
  /// Black instead of the picture.
  case blank
  /// The picture is held.
  case freeze
  /// The signal.
  case power
}
