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
