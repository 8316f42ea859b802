import ControlClient
import ControlProtocol
import DisplayTypes
import Glibc

/// The three connections of a presenter, made anew with back-off after the daemon has gone.
///
/// One is told how the talk is, one carries what keys do, and one asks for slides and pictures without anybody waiting.
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

  /// For poll(2); nil where there is none.
  var descriptor: Int32? { watch?.client.descriptor }

  /// Connects; throws what it failed of, and tries again later: after 0.25, 0.5, 1, 2 and then every 4 seconds.
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

/// What is asked of the daemon beside the talk itself, one question at a time, without waiting.
final class TalkQueries {
  /// What was answered.
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
  /// The picture that was asked for last; nil where it was something else.
  private(set) var asked: SlidePicture?

  init(_ connect: @escaping () throws(ClientError) -> ControlClient) {
    self.connect = connect
  }

  /// For poll(2); nil where nothing is asked.
  var descriptor: Int32? { question == nil ? nil : client?.descriptor }

  /// Whether something else can be asked.
  var isFree: Bool { question == nil }

  /// Asks about slides from one on.
  func ask(slidesFrom first: Int, count: Int) throws(ClientError) {
    asked = nil
    let call = TalkSlidesCall(first: first, count: count)
    question = .slides(try ready().ask(call))
  }

  /// Asks for a picture.
  func ask(_ picture: SlidePicture) throws(ClientError) {
    asked = picture
    question = .picture(picture, try ready().ask(picture.call))
  }

  private func ready() throws(ClientError) -> ControlClient {
    if let client { return client }
    let made = try connect()
    client = made
    return made
  }

  /// The answer, where it has come; throws why there is none, after which something else can be asked.
  func answer() throws(ClientError) -> Answer? {
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

  /// Forgets the connection and what was asked.
  func drop() {
    (client, question) = (nil, nil)
  }
}
