public import ControlProtocol
internal import Foundation
internal import Synchronization

/// A client's connection. Any thread may send answers.
public final class DaemonConnection: Sendable {
  /// The descriptor is nil after `end`, because another file may then have its number.
  private let number: Mutex<Int32?>

  init(_ number: Int32) {
    self.number = Mutex(number)
  }

  /// Whether `end` was not called yet.
  public var isOpen: Bool { number.withLock { $0 != nil } }

  /// Sends replies in one write, so that the client receives them together.
  public func send(_ replies: [some ControlReply], continues: Bool = false) {
    send(replies.compactMap { try? ControlJSON.frame(ControlReplyMessage($0, continues: continues)) })
  }

  /// Sends a reply.
  public func send(_ reply: some ControlReply, continues: Bool = false) { send([reply], continues: continues) }

  /// Answers with an error.
  public func refuse(_ error: ControlError) { send([try? ControlJSON.frame(error)].compactMap(\.self)) }

  /// Closes the connection.
  public func end() {
    number.withLock { number in
      if let number { shutdown(number, Int32(SHUT_RDWR)) }
      number = nil
    }
  }

  private func send(_ messages: [[UInt8]]) {
    let bytes = Array(messages.joined())
    number.withLock { number in
      if let number { _ = Glibc.send(number, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
    }
  }
}
