/// Sets the content of scenes on several screens, which change together.
public struct ShowTogetherCall: PictureCall, Hashable {
  /// What it is answered with.
  public typealias Reply = PicturesReply
  /// The method's name.
  public static var method: ControlMethod { .showTogether }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// What each screen shows from now on.
  public var contents: [ScreenContent]
  /// The token that a registered app got; needed while that app is there, but with the access `admin`.
  public var token: String?
  /// Whether to answer at once instead of after the flips; nil for no.
  public var noWait: Bool?

  /// The most screens in one call.
  public static let maximumCount = 32

  /// Makes one from its fields.
  public init(contents: [ScreenContent], token: String? = nil, noWait: Bool? = nil) {
    self.contents = contents
    self.token = token
    self.noWait = noWait
  }

  /// Checks that there is a content, at most one for a screen, and the length of texts.
  public func validate() throws(ControlError) {
    guard (1...ShowTogetherCall.maximumCount).contains(contents.count) else {
      throw .invalidValue(
        parameter: "contents", value: "\(contents.count) of them",
        expected: "1 to \(ShowTogetherCall.maximumCount), one for each screen")
    }
    var names: Set<String> = []
    for item in contents {
      guard names.insert(item.screen).inserted else {
        throw .invalidValue(parameter: "contents", value: "two for \(item.screen)", expected: "one for each screen")
      }
      try item.content.validate()
    }
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case contents, token, noWait
  }
}
