/// A call as a client sends it.
public struct ControlCallMessage<Parameters: ControlParameters>: Encodable, Sendable {
  /// The method's full name.
  public var method: String
  /// The parameters.
  public var parameters: Parameters
  /// Whether more than one reply is taken; nil for no.
  public var more: Bool?

  /// Makes a call; one to a stream says `more`, and so does another one that is to be answered in pieces.
  public init(_ parameters: Parameters, inPieces: Bool = false) {
    self.method = Parameters.method.rawValue
    self.parameters = parameters
    self.more = inPieces || Parameters.method.isStream ? true : nil
  }
}
