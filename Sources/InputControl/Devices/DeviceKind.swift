/// What an input device is for.
public enum DeviceKind: String, Hashable, Sendable, CaseIterable {
  /// A presenter's remote control.
  case clicker
  /// Digits and little else.
  case keypad
  /// A foot pedal.
  case pedal
  /// Letters.
  case keyboard
  /// A touch screen.
  case touch
  /// A mouse, a touch pad, the tablet of a virtual machine.
  case pointer
}
