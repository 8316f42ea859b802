import CJansson

/// One value of a document. It keeps the document alive.
@safe struct JSONNode {
  private let document: JSONDocument
  private let raw: UnsafeMutablePointer<json_t>

  init(document: JSONDocument, raw: UnsafeMutablePointer<json_t>) {
    self.document = document
    unsafe self.raw = unsafe raw
  }

  private var type: json_type { unsafe raw.pointee.type }

  var isNull: Bool { type == JSON_NULL }
  var isObject: Bool { type == JSON_OBJECT }
  var isArray: Bool { type == JSON_ARRAY }

  var kind: JSONKind {
    switch type {
    case JSON_OBJECT: .object
    case JSON_ARRAY: .array
    case JSON_STRING: .string
    case JSON_INTEGER: .integer
    case JSON_REAL: integer(Int64.self) == nil ? .number : .integer
    case JSON_TRUE, JSON_FALSE: .bool
    default: .null
    }
  }

  /// The name of the kind, for messages.
  var kindName: String {
    switch type {
    case JSON_OBJECT: "an object"
    case JSON_ARRAY: "an array"
    case JSON_STRING: "a string"
    case JSON_INTEGER, JSON_REAL: "a number"
    case JSON_TRUE, JSON_FALSE: "a truth value"
    default: "null"
    }
  }

  var bool: Bool? {
    switch type {
    case JSON_TRUE: true
    case JSON_FALSE: false
    default: nil
    }
  }

  var string: String? {
    guard type == JSON_STRING, let start = unsafe json_string_value(raw) else { return nil }
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: json_string_length(raw))
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  /// The number, rounded to the nearest `Double`.
  var double: Double? {
    switch type {
    case JSON_INTEGER: Double(unsafe json_integer_value(raw))
    case JSON_REAL: unsafe json_real_value(raw)
    default: nil
    }
  }

  /// The whole number if it fits the type. A number with a point or an exponent counts only if its `Double` is exact.
  func integer<Value: FixedWidthInteger>(_ type: Value.Type) -> Value? {
    switch self.type {
    case JSON_INTEGER: return Value(exactly: unsafe json_integer_value(raw))
    case JSON_REAL:
      let real = unsafe json_real_value(raw)
      return real.magnitude <= 0x1p53 ? Value(exactly: real) : nil
    default: return nil
    }
  }

  var count: Int { unsafe json_array_size(raw) }

  subscript(index: Int) -> JSONNode? {
    guard index >= 0, let found = unsafe json_array_get(raw, index) else { return nil }
    return unsafe JSONNode(document: document, raw: found)
  }

  subscript(name: String) -> JSONNode? {
    var name = name
    let found = name.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { unsafe json_object_getn(raw, $0.baseAddress, $0.count) }
    }
    guard let found = unsafe found else { return nil }
    return unsafe JSONNode(document: document, raw: found)
  }

  /// The names of an object, in the order of the text.
  var names: [String] {
    var names: [String] = []
    var entry = unsafe json_object_iter(raw)
    while let here = unsafe entry {
      let bytes = unsafe UnsafeRawBufferPointer(
        start: json_object_iter_key(here), count: json_object_iter_key_len(here))
      unsafe names.append(String(decoding: bytes, as: UTF8.self))
      unsafe entry = json_object_iter_next(raw, here)
    }
    return names
  }
}

/// Owns jansson's tree of a text (`json_loadb`, `json_decref`).
@safe final class JSONDocument {
  private let root: UnsafeMutablePointer<json_t>

  private init(owning root: UnsafeMutablePointer<json_t>) {
    unsafe self.root = unsafe root
  }

  deinit { unsafe json_decref(root) }

  /// Parses a text whose root may be any value.
  static func parse(_ text: [UInt8]) throws(DecodingError) -> JSONNode {
    let flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL
    var error = json_error_t()
    var root = unsafe load(text, flags, &error)
    if unsafe root == nil, unsafe json_error_code(&error) == json_error_numeric_overflow {
      // A whole number beyond 64 bits is valid JSON. The reader of its field refuses it.
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
