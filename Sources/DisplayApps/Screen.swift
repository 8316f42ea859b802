internal import ControlProtocol

/// The display that a scene is on, as far as its content may depend on it.
public struct Screen: Hashable, Sendable {
  /// The connector's name, as `HDMI-A-1`.
  public let name: String
  /// The three-letter identifier of the maker; empty where it is unknown.
  public let make: String
  /// The display's name or product code; empty where it is unknown.
  public let model: String
  /// The serial text or number; empty where there is none.
  public let serial: String
  /// The pixels in a line of its mode; nil before a mode is set.
  public let width: Int?
  /// The lines of its mode; nil before a mode is set.
  public let height: Int?

  init(_ info: ScreenInfo) {
    name = info.name
    make = info.make
    model = info.model
    serial = info.serial
    width = info.currentMode?.width
    height = info.currentMode?.height
  }
}
