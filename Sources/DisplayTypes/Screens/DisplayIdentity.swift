/// The identity of a display from its EDID, by which sessions and choices are stored.
public struct DisplayIdentity: Hashable, Sendable {
  /// The three-letter PNP identifier of the maker, such as `DEL`; empty without an EDID.
  public var make: String
  /// The display's name, or otherwise its product code as four hexadecimal digits; empty without an EDID.
  public var model: String
  /// The serial text, or otherwise the serial number in decimal; empty if there is none.
  public var serial: String

  /// Makes an identity; unknown parts are empty.
  public init(make: String, model: String, serial: String) {
    self.make = make
    self.model = model
    self.serial = serial
  }

  /// The identity of a display that states none.
  public static let unknown = DisplayIdentity(make: "", model: "", serial: "")

  /// Whether all parts are empty.
  public var isUnknown: Bool { make.isEmpty && model.isEmpty && serial.isEmpty }
}

/// The size of a display's picture in millimetres, from its EDID.
public struct PhysicalSize: Hashable, Sendable {
  /// The width, as the display stands by default.
  public var widthMillimeters: Int
  /// The height, as the display stands by default.
  public var heightMillimeters: Int

  /// Makes a size.
  public init(widthMillimeters: Int, heightMillimeters: Int) {
    self.widthMillimeters = widthMillimeters
    self.heightMillimeters = heightMillimeters
  }
}

/// Whether a screen's identity and modes can be trusted.
public enum EDIDState: Hashable, Sendable {
  /// The EDID was read and parses, or this connector never has one. The modes are the display's own.
  case settled
  /// The EDID could not be read yet. The mode list is empty or the kernel's guess, and the screen is probed again.
  case guessed
}
