/// Asks what a configuration would change, without applying it.
public struct PlanCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = PlanReply
  /// The method's name.
  public static var method: ControlMethod { .plan }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The text of the configuration file.
  public var configuration: String
  /// The file's whole path, for messages, and for the files that it names.
  public var file: String

  /// Makes one from its fields.
  public init(configuration: String, file: String) {
    self.configuration = configuration
    self.file = file
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case configuration, file
  }
}
