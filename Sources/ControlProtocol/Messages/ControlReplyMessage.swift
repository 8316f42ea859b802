/// A successful reply as the server sends it.
public struct ControlReplyMessage<Reply: ControlReply>: Encodable, Sendable {
  /// What the method answers.
  public var parameters: Reply
  /// Whether more replies follow; nil for no.
  public var continues: Bool?

  /// Makes a reply.
  public init(_ parameters: Reply, continues: Bool = false) {
    self.parameters = parameters
    self.continues = continues ? true : nil
  }
}
