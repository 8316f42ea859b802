/// The parameters of a successful reply.
public protocol ControlReply: Codable, Sendable {}
