internal import DisplayTypes

/// A text to become a QR code (ISO/IEC 18004, error correction level M), one pixel a module, without its quiet zone.
public struct CodeRasterRequest: Hashable, Sendable {
  /// The modules along a side of the largest code, version 40.
  public static let mostModules = 177

  /// What is to be read from it: UTF-8 of at most `QRCodeLimits.mostBytes`, without NUL.
  public var text: String

  /// Makes a request.
  public init(text: String) {
    self.text = text
  }

  /// Fails where the text is empty or too long.
  public func validate() throws(RasterError) {
    guard text.utf8.count <= QRCodeLimits.mostBytes else { throw .codeTooLong(bytes: text.utf8.count) }
    guard !text.isEmpty, !text.utf8.contains(0) else {
      throw .invalidRequest("the code's text is empty or contains a NUL character")
    }
  }
}
