/// The parameters of a call, bound to its method and its reply.
public protocol ControlParameters: Codable, Sendable {
  /// The reply of the method.
  associatedtype Reply: ControlReply
  /// The method.
  static var method: ControlMethod { get }
  /// The names of the parameters. Any other name is refused.
  static var parameterNames: [String] { get }
  /// Checks values that have the right type. Throws `ControlError.invalidValue` or `textTooLong`.
  func validate() throws(ControlError)
}

extension ControlParameters {
  /// Accepts every value of the right type.
  public func validate() throws(ControlError) {}
}

/// Refuses a number outside its range. A missing number is valid.
func checkNumber<Number: Comparable>(
  _ number: Number?, within range: ClosedRange<Number>, _ parameter: String, unit: String = ""
) throws(ControlError) {
  guard let number, !range.contains(number) else { return }
  func text(_ bound: Number) -> String {
    let text = "\(bound)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
  throw .invalidValue(
    parameter: parameter, value: "\(number)", expected: "\(text(range.lowerBound)) to \(text(range.upperBound))\(unit)")
}

/// Refuses too many values. In the message `noun` follows their count.
func checkCount(_ count: Int, atMost limit: Int, _ parameter: String, _ noun: String) throws(ControlError) {
  guard count > limit else { return }
  throw .invalidValue(parameter: parameter, value: "\(count) \(noun)", expected: "at most \(limit)")
}

/// Refuses a text that is too long in bytes of UTF-8.
func checkLength(_ text: String?, limit: Int = ControlLimits.textBytes) throws(ControlError) {
  guard let length = text?.utf8.count, length > limit else { return }
  throw .textTooLong(length: length, limit: limit)
}

extension CaseIterable where Self: RawRepresentable<String> {
  static var names: [String] { allCases.map(\.rawValue) }
}

/// A call that changes a picture. Its reply comes after the flip of the change.
public protocol PictureCall: ControlParameters {
  /// Whether the reply comes at once and not after the flip; nil for no.
  var noWait: Bool? { get }
}

extension PictureCall {
  /// Whether the reply waits for the flip.
  public var waitsForFlip: Bool { noWait != true }
}
