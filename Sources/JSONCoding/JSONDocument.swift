import CJansson

/// Owns the tree that jansson made of a text (`json_loadb`, `json_decref`).
@safe final class JSONDocument {
  private let root: UnsafeMutablePointer<json_t>

  private init(owning root: UnsafeMutablePointer<json_t>) {
    unsafe self.root = unsafe root
  }

  deinit { unsafe json_decref(root) }

  /// Reads a text, whose root may be any value.
  static func parse(_ text: [UInt8]) throws(DecodingError) -> JSONNode {
    let flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL
    var error = json_error_t()
    var root = unsafe load(text, flags, &error)
    if unsafe root == nil, unsafe json_error_code(&error) == json_error_numeric_overflow {
      // A whole number beyond 64 bits is JSON; which field it does not fit is found out there.
      unsafe root = load(text, flags | JSON_DECODE_INT_AS_REAL, &error)
    }
    guard let root = unsafe root else {
      let reason = unsafe withUnsafeBytes(of: error.text) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let place = "line \(error.line), column \(error.column)"
      throw .dataCorrupted(.init(codingPath: [], debugDescription: "\(place): \(reason)"))
    }
    return unsafe JSONNode(document: JSONDocument(owning: root), raw: root)
  }

  private static func load(
    _ text: [UInt8], _ flags: Int32, _ error: inout json_error_t
  ) -> UnsafeMutablePointer<json_t>? {
    unsafe text.withUnsafeBytes { bytes in
      unsafe json_loadb(bytes.baseAddress, bytes.count, Int(flags), &error)
    }
  }
}
