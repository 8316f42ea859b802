import CJansson

/// The tree of a new text, and the number of digits that its numbers need.
final class JSONTree {
  private var root: JSONBranch?
  /// The number of significant digits that restore every number so far. jansson has one setting for a whole text.
  private var digits = 15

  enum Place {
    case root
    case field(of: JSONBranch, name: String)
    case element(of: JSONBranch)
  }

  func put(_ value: JSONBranch, at place: Place) {
    switch place {
    case .root: root = value
    case .field(let object, let name): object.set(value, name: name)
    case .element(let array): array.append(value)
    }
  }

  /// Makes a number. A whole number gets no point.
  func number(_ value: Double) -> JSONBranch {
    if value.magnitude <= 0x1p53, let whole = Int64(exactly: value) { return .integer(whole) }
    // Swift's description is the shortest text that restores the value.
    let mantissa = value.description.prefix { $0 != "e" }.filter(\.isNumber)
    digits = max(digits, mantissa.drop { $0 == "0" }.count)
    return .real(value)
  }

  /// The text, without a NUL (`json_dumpb`).
  func text(_ style: JSON.Style) -> [UInt8] {
    var flags = Int(JSON_SORT_KEYS | JSON_ENCODE_ANY) | marquee_json_precision(Int32(digits))
    switch style {
    case .compact: flags |= Int(JSON_COMPACT)
    case .indented: flags |= marquee_json_indent(2)
    }
    return (root ?? .null).text(flags)
  }
}

/// Owns one reference to a value of a new tree (`json_decref`). Here jansson fails only if memory is short, which ends any Swift program.
@safe final class JSONBranch {
  private let raw: UnsafeMutablePointer<json_t>

  private init(_ made: UnsafeMutablePointer<json_t>?) {
    guard let made = unsafe made else { preconditionFailure("no memory is left for JSON") }
    unsafe raw = unsafe made
  }

  deinit { unsafe json_decref(raw) }

  static var null: JSONBranch { unsafe JSONBranch(json_null()) }
  static var object: JSONBranch { unsafe JSONBranch(json_object()) }
  static var array: JSONBranch { unsafe JSONBranch(json_array()) }

  static func bool(_ value: Bool) -> JSONBranch { unsafe JSONBranch(value ? json_true() : json_false()) }
  static func integer(_ value: Int64) -> JSONBranch { unsafe JSONBranch(json_integer(value)) }

  /// Makes a number from a finite value.
  static func real(_ value: Double) -> JSONBranch { unsafe JSONBranch(json_real(value)) }

  static func string(_ value: String) -> JSONBranch {
    unsafe withBytes(of: value) { bytes, count in unsafe JSONBranch(json_stringn_nocheck(bytes, count)) }
  }

  var isObject: Bool { unsafe raw.pointee.type == JSON_OBJECT }
  var isArray: Bool { unsafe raw.pointee.type == JSON_ARRAY }
  var count: Int { unsafe json_array_size(raw) }

  func set(_ value: JSONBranch, name: String) {
    let status = unsafe JSONBranch.withBytes(of: name) { bytes, count in
      unsafe json_object_setn_new_nocheck(raw, bytes, count, json_incref(value.raw))
    }
    precondition(status == 0, "no memory is left for JSON")
  }

  func append(_ value: JSONBranch) {
    precondition(unsafe json_array_append_new(raw, json_incref(value.raw)) == 0, "no memory is left for JSON")
  }

  func text(_ flags: Int) -> [UInt8] {
    let size = unsafe json_dumpb(raw, nil, 0, flags)
    // The text of a value is never empty.
    precondition(size > 0, "no memory is left for JSON")
    return unsafe [UInt8](unsafeUninitializedCapacity: size) { space, count in
      count = unsafe space.withMemoryRebound(to: CChar.self) { unsafe json_dumpb(raw, $0.baseAddress, size, flags) }
      precondition(count == size, "no memory is left for JSON")
    }
  }

  private static func withBytes<Result>(of text: String, _ body: (UnsafePointer<CChar>?, Int) -> Result) -> Result {
    var text = text
    return text.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { unsafe body($0.baseAddress, $0.count) }
    }
  }
}
