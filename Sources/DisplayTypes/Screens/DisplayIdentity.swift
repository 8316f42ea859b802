/// Who a display says it is, from its EDID.
///
/// What sessions and choices are kept by.
public struct DisplayIdentity: Hashable, Sendable {
  /// The three-letter PNP identifier of the maker, such as `DEL`; empty where there is no EDID.
  public var make: String
  /// The display's name, else its product code as four hexadecimal digits; empty where there is no EDID.
  public var model: String
  /// The serial text, else the serial number in decimal; empty where there is none.
  public var serial: String

  /// Makes an identity; what is unknown is empty.
  public init(make: String, model: String, serial: String) {
    self.make = make
    self.model = model
    self.serial = serial
  }

  /// A display that says nothing of itself.
  public static let unknown = DisplayIdentity(make: "", model: "", serial: "")

  /// Whether it says nothing of itself.
  public var isUnknown: Bool { make.isEmpty && model.isEmpty && serial.isEmpty }
}

/// The size of a display's picture in millimetres, as its EDID says.
public struct PhysicalSize: Hashable, Sendable {
  /// From left to right, as the display stands by default.
  public var widthMillimeters: Int
  /// From top to bottom.
  public var heightMillimeters: Int

  /// Makes a size.
  public init(widthMillimeters: Int, heightMillimeters: Int) {
    self.widthMillimeters = widthMillimeters
    self.heightMillimeters = heightMillimeters
  }
}

/// How far a screen's identity and modes can be trusted (DESIGN: "EDID has settled").
public enum EDIDState: Hashable, Sendable {
  /// The EDID was read and parses, or this connector never has one: the modes are the display's own.
  case settled
  /// The EDID could not be read yet. The mode list is empty or the kernel's guess; the screen is probed again.
  case guessed
}
