package import ControlProtocol

/// Sends the replies to one request. Its owner keeps it until the request is answered. Replies to a disconnected client, and second
/// answers, are dropped.
package final class ControlResponder {
  package let peer: PeerCredentials
  package let access: AccessLevel
  /// Called once if the connection is closed before the request is answered.
  package var onGone: (() -> Void)?
  /// Called once, before the first reply that is no error. A call whose client has gone before any answer counts as accepted too, because
  /// its change may stand.
  package var onAccepted: (() -> Void)?
  /// Whether the client accepts more than one reply.
  package let takesMore: Bool
  private let isOneway: Bool
  private let discardsReplies: Bool
  private weak var connection: ControlConnection?

  init(peer: PeerCredentials, access: AccessLevel, call: ControlCall, connection: ControlConnection) {
    self.peer = peer
    self.access = access
    isOneway = call.isOneway
    takesMore = call.wantsMore
    discardsReplies = false
    self.connection = connection
  }

  /// Makes a responder for the replay of a request. It drops every reply as if a client had read it.
  package init(discardingRepliesWith access: AccessLevel) {
    peer = PeerCredentials(processID: 0, userID: 0, groupIDs: [])
    self.access = access
    isOneway = true
    takesMore = false
    discardsReplies = true
  }

  /// Whether the request is still unanswered and its client connected.
  package var isOpen: Bool { discardsReplies || connection != nil }

  /// Answers the request with its only or last reply.
  package func reply(_ reply: some ControlReply) {
    accept()
    finish { () throws(ControlError) in try ControlJSON.frame(ControlReplyMessage(reply)) }
  }

  /// Answers the request with a message that another thread has encoded (`ControlJSON.frame`).
  package func reply(framed message: [UInt8]) {
    accept()
    finish { () throws(ControlError) in message }
  }

  package func fail(_ error: ControlError) {
    onAccepted = nil
    finish { () throws(ControlError) in try ControlJSON.frame(error) }
  }

  /// Sends one of several replies, if the call has `more`. A client with more unread replies than the limit is disconnected. Then `onGone`
  /// is called.
  package func send(_ reply: some ControlReply) {
    guard let bytes = try? ControlJSON.frame(ControlReplyMessage(reply, continues: true)) else { return }
    send(framed: bytes)
  }

  /// Sends one of several replies if the client has read all earlier bytes. Returns whether it was sent. Use it for replies that are soon
  /// out of date, because at most one of them waits for the reader.
  package func sendIfRead(_ reply: some ControlReply) -> Bool {
    guard connection?.hasReadAll == true else { return false }
    send(reply)
    return true
  }

  /// Calls `action` once, when the client has read all bytes. It replaces the action of an earlier call.
  package func whenRead(_ action: @escaping () -> Void) {
    guard takesMore, !isOneway else { return }
    connection?.whenRead(action)
  }

  /// Sends one of several replies as an encoded message (`ControlJSON.frame`), from another thread or for several readers.
  package func send(framed bytes: [UInt8]) {
    accept()
    guard takesMore, !isOneway else { return }
    connection?.sendContinuing(bytes)
  }

  private func accept() {
    let action = onAccepted
    onAccepted = nil
    action?()
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

  /// Notifies the owner that the connection has closed.
  func connectionDidClose() {
    connection = nil
    accept()
    let action = onGone
    onGone = nil
    action?()
  }
}
