import CJansson

/// Owns one reference to a value of a tree in the making (`json_decref`).
///
/// Only being out of memory makes jansson fail here; that ends the program, as it does everywhere in Swift.
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

  /// A number that is finite.
  static func real(_ value: Double) -> JSONBranch { unsafe JSONBranch(json_real(value)) }

  static func string(_ value: String) -> JSONBranch {
    unsafe withBytes(of: value) { bytes, count in unsafe JSONBranch(json_stringn_nocheck(bytes, count)) }
  }

  var isObject: Bool { unsafe raw.pointee.type == JSON_OBJECT }
  var isArray: Bool { unsafe raw.pointee.type == JSON_ARRAY }
  var count: Int { unsafe json_array_size(raw) }

  /// Sets a field of an object.
  func set(_ value: JSONBranch, name: String) {
    let status = unsafe JSONBranch.withBytes(of: name) { bytes, count in
      unsafe json_object_setn_new_nocheck(raw, bytes, count, json_incref(value.raw))
    }
    precondition(status == 0, "no memory is left for JSON")
  }

  /// Adds an element to an array.
  func append(_ value: JSONBranch) {
    precondition(unsafe json_array_append_new(raw, json_incref(value.raw)) == 0, "no memory is left for JSON")
  }

  /// The text by jansson's flags.
  func text(_ flags: Int) -> [UInt8] {
    let size = unsafe json_dumpb(raw, nil, 0, flags)
    // No value has an empty text.
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
