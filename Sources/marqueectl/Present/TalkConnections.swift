import ControlClient
import ControlProtocol
import DisplayTypes
import Glibc

/// The three connections of a presenter. After a loss it connects again with back-off. One receives the states of the talk, one sends
/// actions, and one requests slides and pictures without waiting.
final class TalkConnections {
  private let connect: () throws(ClientError) -> ControlClient
  private var watch: (client: ControlClient, reader: TalkReader)?
  private var commands: ControlClient?
  private var backoff = Backoff(first: 250_000_000, longest: 4_000_000_000)
  /// The time of the next attempt, on the monotonic clock; nil if connected.
  private(set) var retryAt: UInt64?

  init(_ connect: @escaping () throws(ClientError) -> ControlClient) {
    self.connect = connect
  }

  var isConnected: Bool { watch != nil }

  /// For poll(2); nil if there is none.
  var descriptor: Int32? { watch?.client.descriptor }

  /// Connects. Throws the reason of a failure. The next attempts are due after 0.25, 0.5, 1, 2 and then every 4 seconds.
  func open(now: UInt64) throws(ClientError) {
    do throws(ClientError) {
      let first = try connect()
      watch = (first, try first.talk())
      commands = try connect()
      backoff.reset()
      retryAt = nil
    } catch {
      lose(now: now)
      throw error
    }
  }

  func lose(now: UInt64) {
    (watch, commands) = (nil, nil)
    retryAt = now + backoff.next()
  }

  /// Reads the newest state of the talk; nil if none has arrived.
  func newestState() throws(ClientError) -> GetTalkReply? {
    guard let reader = watch?.reader else { return nil }
    var newest: GetTalkReply?
    while true {
      do throws(ClientError) {
        guard let reply = try reader.next(timeoutSeconds: 0) else {
          throw ClientError.lost(reason: "the daemon ended it")
        }
        newest = reply
        if reply.talk == nil { return reply }
      } catch .timedOut {
        return newest
      }
    }
  }

  /// Calls a method. Drops the connection if the daemon does not answer within five seconds.
  func call<Parameters: ControlParameters>(_ parameters: Parameters) throws(ClientError) -> Parameters.Reply {
    guard let commands else { throw .lost(reason: "the next attempt is due soon") }
    return try commands.call(parameters, timeoutSeconds: 5)
  }
}

/// Requests for slides and pictures, one at a time, without waiting.
final class SlideRequests {
  enum Reply {
    case slides(TalkSlidesReply)
    case picture(SlidePicture, TalkPictureReply)
  }

  private enum Request {
    case slides(PendingCall<TalkSlidesCall>)
    case picture(SlidePicture, PendingCall<TalkPictureCall>)
  }

  private let connect: () throws(ClientError) -> ControlClient
  private var client: ControlClient?
  private var request: Request?
  /// The picture of the last request; nil if slides were requested.
  private(set) var requested: SlidePicture?

  init(_ connect: @escaping () throws(ClientError) -> ControlClient) {
    self.connect = connect
  }

  /// For poll(2); nil if no request runs.
  var descriptor: Int32? { request == nil ? nil : client?.descriptor }

  var isFree: Bool { request == nil }

  func send(slidesFrom first: Int, count: Int) throws(ClientError) {
    requested = nil
    request = .slides(try connected().start(TalkSlidesCall(first: first, count: count)))
  }

  func send(_ picture: SlidePicture) throws(ClientError) {
    requested = picture
    request = .picture(picture, try connected().start(picture.call))
  }

  private func connected() throws(ClientError) -> ControlClient {
    let client = if let client { client } else { try connect() }
    self.client = client
    return client
  }

  /// Returns the reply if it has arrived. Throws the reason of a failure. After that a new request is possible.
  func reply() throws(ClientError) -> Reply? {
    do throws(ClientError) {
      let reply: Reply? =
        switch request {
        case .slides(let call): try call.reply().map { Reply.slides($0) }
        case .picture(let picture, let call): try call.reply().map { Reply.picture(picture, $0) }
        case nil: nil
        }
      if reply != nil { request = nil }
      return reply
    } catch {
      request = nil
      if case .failed = error { throw error }
      client = nil
      throw error
    }
  }

  func drop() { (client, request) = (nil, nil) }
}
