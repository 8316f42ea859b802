/// How far a screen's identity and modes can be trusted (DESIGN: "EDID has settled").
public enum EDIDState: Hashable, Sendable {
  /// The EDID was read and parses, or this connector never has one: the modes are the display's own.
  case settled
  /// The EDID could not be read yet. The mode list is empty or the kernel's guess; the screen is probed again.
  case guessed
}
