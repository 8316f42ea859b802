/// A call as a client sends it.
public struct ControlCallMessage<Parameters: ControlParameters>: Encodable, Sendable {
  /// The method's full name.
  public var method: String
  /// The parameters.
  public var parameters: Parameters
  /// Whether more than one reply is taken; nil for no.
  public var more: Bool?

  /// Makes a call; one to a stream says `more`.
  public init(_ parameters: Parameters) {
    self.method = Parameters.method.rawValue
    self.parameters = parameters
    self.more = Parameters.method.isStream ? true : nil
  }
}
