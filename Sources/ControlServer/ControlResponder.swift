public import ControlProtocol

/// The way back to the client for one request.
///
/// Hold it until the request is answered. Answers to a client that has gone, and second answers, are dropped.
public final class ControlResponder {
  /// Who asks.
  public let peer: PeerCredentials
  /// What it may do.
  public let access: AccessLevel
  /// Called once if the client goes before the request is answered, or the connection is closed for another reason.
  public var onGone: (() -> Void)?
  /// Whether the client takes more than one reply.
  public let takesMore: Bool
  private let isOneway: Bool
  private let isUnheard: Bool
  private weak var connection: ControlConnection?

  init(peer: PeerCredentials, access: AccessLevel, call: ControlCall, connection: ControlConnection) {
    self.peer = peer
    self.access = access
    isOneway = call.isOneway
    takesMore = call.wantsMore
    isUnheard = false
    self.connection = connection
  }

  /// For a request that nobody makes any more, as one that is played again: every answer is dropped, as if somebody had taken it.
  public init(unheardWith access: AccessLevel) {
    peer = PeerCredentials(processID: 0, userID: 0, groupIDs: [])
    self.access = access
    isOneway = true
    takesMore = false
    isUnheard = true
  }

  /// Whether an answer still has somewhere to go.
  public var isOpen: Bool { isUnheard || connection != nil }

  /// Answers the request; the last reply where replies were sent before.
  public func reply(_ reply: some ControlReply) {
    finish { () throws(ControlError) in try ControlJSON.frame(ControlReplyMessage(reply)) }
  }

  /// Answers the request with a message that is whole already (`ControlJSON.frame`), as one that another thread has made.
  public func reply(framed message: [UInt8]) {
    finish { () throws(ControlError) in message }
  }

  /// Answers the request with an error.
  public func fail(_ error: ControlError) {
    finish { () throws(ControlError) in try ControlJSON.frame(error) }
  }

  /// Sends one of many replies, where the call said `more`.
  ///
  /// A client whose unread replies exceed the limit is cut off; then `onGone` is called.
  public func send(_ reply: some ControlReply) {
    guard let bytes = try? ControlJSON.frame(ControlReplyMessage(reply, continues: true)) else { return }
    send(framed: bytes)
  }

  /// Sends one of many replies, if the client has read all that was sent before; else it is dropped.
  ///
  /// For what is soon out of date: at most one such reply waits for the reader. Returns whether it was sent.
  public func sendIfTaken(_ reply: some ControlReply) -> Bool {
    guard connection?.isTaken == true else { return false }
    send(reply)
    return true
  }

  /// Calls once, as soon as the client has read all that was sent, in place of what was to be called before; a client that reads nothing costs
  /// nothing meanwhile.
  public func whenTaken(_ action: @escaping () -> Void) {
    guard takesMore, !isOneway else { return }
    connection?.whenTaken(action)
  }

  /// Sends one of many replies that is framed already (`ControlJSON.frame`): equal ones are written once for all readers, or another
  /// thread has made it.
  public func send(framed bytes: [UInt8]) {
    guard takesMore, !isOneway else { return }
    connection?.sendContinuing(bytes)
  }

  private func finish(_ message: () throws(ControlError) -> [UInt8]) {
    guard let connection else { return }
    self.connection = nil
    onGone = nil
    guard !isOneway else { return connection.finish(nil) }
    do throws(ControlError) {
      connection.finish(try message())
    } catch {
      connection.finish(try? ControlJSON.frame(error))
    }
  }

  /// The connection is closing: tells the one who was to answer.
  func clientIsGone() {
    connection = nil
    let action = onGone
    onGone = nil
    action?()
  }
}
