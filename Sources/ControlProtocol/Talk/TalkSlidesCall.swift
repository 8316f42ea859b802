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

  enum CodingKeys: String, CodingKey, CaseIterable {
    case first, count
  }
}
