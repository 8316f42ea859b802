/// Answers `org.varlink.service.GetInterfaceDescription`.
public struct GetInterfaceDescriptionReply: ControlReply, Hashable {
  /// The interface in Varlink's own notation.
  public var description: String

  /// Makes one from its fields.
  public init(description: String) {
    self.description = description
  }
}
