import ControlClient
import ControlProtocol
import DisplayTypes
import Glibc

/// The three connections of a presenter, made again with back-off after the daemon has gone.
///
/// One receives the states of the talk, one sends actions, and one requests slides and pictures without waiting.
final class TalkConnections {
  private let connect: () throws(ClientError) -> ControlClient
  private var watch: (client: ControlClient, reader: TalkReader)?
  private var commands: ControlClient?
  private var backoff = Backoff(first: 250_000_000, longest: 4_000_000_000)
  /// When it is tried again, on the monotonic clock.
  private(set) var retryAt: UInt64?

  init(_ connect: @escaping () throws(ClientError) -> ControlClient) {
    self.connect = connect
  }

  /// Whether there is a connection.
  var isConnected: Bool { watch != nil }

  /// For poll(2); nil if there is none.
  var descriptor: Int32? { watch?.client.descriptor }

  /// Connects; it throws the reason of a failure, and tries again after 0.25, 0.5, 1, 2 and then every 4 seconds.
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

  /// Forgets the connections.
  func lose(now: UInt64) {
    (watch, commands) = (nil, nil)
    retryAt = now + backoff.next()
  }

  /// The newest state of the talk; nil if none arrived.
  func newestState() throws(ClientError) -> GetTalkReply? {
    guard let reader = watch?.reader else { return nil }
    var newest: GetTalkReply?
    while true {
      do throws(ClientError) {
        guard let reply = try reader.next(timeoutSeconds: 0) else {
          throw ClientError.lost(reason: "the daemon ended it")
        }
        newest = reply
        // Without a talk the rest does not matter.
        if reply.talk == nil { return reply }
      } catch .timedOut {
        return newest
      }
    }
  }

  /// Calls a method that answers at once; a daemon that does not is as good as away.
  func call<Parameters: ControlParameters>(_ parameters: Parameters) throws(ClientError) -> Parameters.Reply {
    guard let commands else { throw .lost(reason: "the next attempt is due soon") }
    return try commands.call(parameters, timeoutSeconds: 5)
  }
}

/// Requests to the daemon beside the talk itself, one at a time, without waiting.
final class TalkQueries {
  /// The reply.
  enum Answer {
    case slides(TalkSlidesReply)
    case picture(SlidePicture, TalkPictureReply)
  }

  private enum Question {
    case slides(PendingCall<TalkSlidesCall>)
    case picture(SlidePicture, PendingCall<TalkPictureCall>)
  }

  private let connect: () throws(ClientError) -> ControlClient
  private var client: ControlClient?
  private var question: Question?
  /// The picture of the last request; nil if that was another one.
  private(set) var requested: SlidePicture?

  init(_ connect: @escaping () throws(ClientError) -> ControlClient) {
    self.connect = connect
  }

  /// For poll(2); nil if no request runs.
  var descriptor: Int32? { question == nil ? nil : client?.descriptor }

  /// Whether a request can be sent.
  var isFree: Bool { question == nil }

  /// Asks about slides from one on.
  func request(slidesFrom first: Int, count: Int) throws(ClientError) {
    requested = nil
    let call = TalkSlidesCall(first: first, count: count)
    question = .slides(try ready().start(call))
  }

  /// Asks for a picture.
  func request(_ picture: SlidePicture) throws(ClientError) {
    requested = picture
    question = .picture(picture, try ready().start(picture.call))
  }

  private func ready() throws(ClientError) -> ControlClient {
    if let client { return client }
    let made = try connect()
    client = made
    return made
  }

  /// The answer if it has arrived.
  ///
  /// Throws the reason of a failure, after which a request can be sent.
  func reply() throws(ClientError) -> Answer? {
    do throws(ClientError) {
      switch question {
      case .slides(let call):
        guard let reply = try call.reply() else { return nil }
        question = nil
        return .slides(reply)
      case .picture(let picture, let call):
        guard let reply = try call.reply() else { return nil }
        question = nil
        return .picture(picture, reply)
      case nil: return nil
      }
    } catch {
      question = nil
      if case .failed = error { throw error }
      client = nil
      throw error
    }
  }

  /// Drops the connection and the request.
  func drop() {
    (client, question) = (nil, nil)
  }
}
