/// By which HDMI-CEC adapter a display's own power is switched.
public enum CECChoice: Hashable, Sendable {
  /// By the one that the kernel says belongs to the connector, if there is one.
  case automatic
  /// By none.
  case off
  /// By this one, as `/dev/cec0`.
  case device(String)

  /// Reads the word of the configuration; nil where it is none.
  public init?(_ text: String) {
    switch text {
    case "auto": self = .automatic
    case "off": self = .off
    default:
      guard text.hasPrefix("/dev/"), text.utf8.count <= 255, !text.hasSuffix("/"), !text.utf8.contains(0),
        !text.split(separator: "/").contains("..")
      else { return nil }
      self = .device(text)
    }
  }
}
