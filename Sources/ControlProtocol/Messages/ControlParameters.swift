/// The parameters of a call, bound to its method and to what it is answered with.
public protocol ControlParameters: Codable, Sendable {
  /// What the method answers with.
  associatedtype Reply: ControlReply
  /// The method.
  static var method: ControlMethod { get }
  /// The names of the parameters: any other is refused.
  static var parameterNames: [String] { get }
  /// Checks values that have the right type; throws `ControlError.invalidValue` or `textTooLong`.
  func validate() throws(ControlError)
}

extension ControlParameters {
  /// Accepts every value of the right type.
  public func validate() throws(ControlError) {}

  /// Checks a number of seconds, which may be missing.
  func checkSeconds(_ seconds: Double?, within range: ClosedRange<Double>, parameter: String) throws(ControlError) {
    guard let seconds else { return }
    func text(_ bound: Double) -> String { Int(exactly: bound).map { "\($0)" } ?? "\(bound)" }
    guard range.contains(seconds) else {
      throw .invalidValue(
        parameter: parameter, value: "\(seconds)",
        expected: "\(text(range.lowerBound)) to \(text(range.upperBound)) seconds")
    }
  }
}

extension CaseIterable where Self: RawRepresentable<String> {
  /// The raw values of all cases.
  static var names: [String] { allCases.map(\.rawValue) }
}

/// A call that changes a picture and so is answered after the flip that shows the change.
public protocol PictureCall: ControlParameters {
  /// Whether to answer at once instead; nil for no.
  var noWait: Bool? { get }
}

extension PictureCall {
  /// Whether the answer waits for the flip.
  public var waitsForFlip: Bool { noWait != true }
}
