/// Asks for what is known of slides beside their pictures.
public struct TalkSlidesCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = TalkSlidesReply
  /// The method's name.
  public static var method: ControlMethod { .talkSlides }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The first one's number; nil for 1.
  public var first: Int?
  /// How many, 1 to 50; nil for 50.
  public var count: Int?

  /// Makes one from its fields.
  public init(first: Int? = nil, count: Int? = nil) {
    self.first = first
    self.count = count
  }

  /// Checks the numbers.
  public func validate() throws(ControlError) {
    if let first, !(1...100_000).contains(first) {
      throw .invalidValue(parameter: "first", value: "\(first)", expected: "1 to 100000")
    }
    if let count, !(1...50).contains(count) {
      throw .invalidValue(parameter: "count", value: "\(count)", expected: "1 to 50")
    }
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case first, count
  }
}
