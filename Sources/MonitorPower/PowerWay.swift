/// By what a display is asked to change its power.
public enum PowerWay: String, Hashable, Sendable {
  /// HDMI-CEC
  case cec
  /// DDC/CI
  case ddc

  /// Its name.
  public var name: String {
    switch self {
    case .cec: "HDMI-CEC"
    case .ddc: "DDC/CI"
    }
  }
}
