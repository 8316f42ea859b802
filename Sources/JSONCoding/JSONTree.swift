import CJansson

/// The tree of a text in the making, and how many digits its numbers need.
final class JSONTree {
  private var root: JSONBranch?
  /// Significant digits that bring back every number so far; jansson has one setting for a whole text.
  private var digits = 15

  init() {}

  /// Where a value is put.
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

  /// A number as JSON: whole ones without a point.
  func number(_ value: Double) -> JSONBranch {
    if value.magnitude <= 0x1p53, let whole = Int64(exactly: value) { return .integer(whole) }
    // Swift's description is the shortest that brings the value back.
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
