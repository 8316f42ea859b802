import ControlClient
import ControlProtocol
import Glibc

/// The three connections of a presenter, made anew with back-off after the daemon has gone.
///
/// One is told how the talk is, one carries what keys do, and one asks for slides and pictures without anybody waiting.
final class TalkLink {
  private let connect: () throws(ClientError) -> ControlClient
  private var watch: (client: ControlClient, reader: TalkReader)?
  private var commands: ControlClient?
  private var failures = 0
  /// When it is tried again, on the monotonic clock.
  private(set) var retryAt: UInt64?

  init(_ connect: @escaping () throws(ClientError) -> ControlClient) {
    self.connect = connect
  }

  /// Whether there is a connection.
  var isConnected: Bool { watch != nil }

  /// For poll(2); nil where there is none.
  var descriptor: Int32? { watch?.client.descriptor }

  /// Connects; throws what it failed of, and tries again later: after 0.25, 0.5, 1, 2 and then every 4 seconds.
  func open(now: UInt64) throws(ClientError) {
    do throws(ClientError) {
      let first = try connect()
      watch = (first, try first.talk())
      commands = try connect()
      (failures, retryAt) = (0, nil)
    } catch {
      lose(now: now)
      throw error
    }
  }

  /// Forgets the connections.
  func lose(now: UInt64) {
    (watch, commands) = (nil, nil)
    retryAt = now + 250_000_000 << UInt64(min(failures, 4))
    failures += 1
  }

  /// How the talk is, as far as that came: the newest; nil where nothing came.
  func news() throws(ClientError) -> GetTalkReply? {
    guard let reader = watch?.reader else { return nil }
    var newest: GetTalkReply?
    while true {
      do throws(ClientError) {
        guard let reply = try reader.next(timeoutSeconds: 0) else {
          throw ClientError.lost(reason: "it was ended by the daemon")
        }
        newest = reply
        // Without a talk nothing of what follows matters.
        if reply.talk == nil { return reply }
      } catch .timedOut {
        return newest
      }
    }
  }

  /// Calls a method that answers at once; a daemon that does not is as good as away.
  func call<Parameters: ControlParameters>(_ parameters: Parameters) throws(ClientError) -> Parameters.Reply {
    guard let commands else { throw .lost(reason: "it has not been made again yet") }
    return try commands.call(parameters, timeoutSeconds: 5)
  }
}
