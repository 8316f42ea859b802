/// The parameters of a successful reply.
public protocol ControlReply: Codable, Sendable {}

/// A successful reply for the server to send.
public struct ControlReplyMessage<Reply: ControlReply>: Encodable, Sendable {
  /// The reply of the method.
  public var parameters: Reply
  /// Whether more replies follow; nil for no.
  public var continues: Bool?

  /// Makes a reply.
  public init(_ parameters: Reply, continues: Bool = false) {
    self.parameters = parameters
    self.continues = continues ? true : nil
  }
}

/// A reply that a client has received.
public struct ReceivedReply<Reply: ControlReply>: Decodable, Sendable {
  /// The reply of the method, or its error.
  public var result: Result<Reply, ControlError>
  /// Whether more replies follow.
  public var continues: Bool

  private enum EnvelopeKeys: String, CodingKey {
    case parameters, continues, error
  }

  /// Reads the envelope, then the parameters or the error.
  public init(from decoder: any Decoder) throws {
    let envelope = try decoder.container(keyedBy: EnvelopeKeys.self)
    continues = try envelope.decodeIfPresent(Bool.self, forKey: .continues) ?? false
    if try envelope.decodeIfPresent(String.self, forKey: .error) != nil {
      result = .failure(try ControlError(from: decoder))
    } else if envelope.contains(.parameters) {
      result = .success(try envelope.decode(Reply.self, forKey: .parameters))
    } else {
      result = .success(try ControlJSON.decode(Reply.self, from: Array("{}".utf8)))
    }
  }
}
