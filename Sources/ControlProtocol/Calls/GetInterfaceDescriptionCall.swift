/// Asks for the definition of an interface.
public struct GetInterfaceDescriptionCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = GetInterfaceDescriptionReply
  /// The method's name.
  public static var method: ControlMethod { .getInterfaceDescription }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The interface's name, as `org.marquee.Display`.
  public var interface: String

  /// Makes one from its fields.
  public init(interface: String) {
    self.interface = interface
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case interface
  }
}
