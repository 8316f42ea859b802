import ControlClient
import ControlProtocol

/// What is asked of the daemon beside the talk itself, one question at a time, without waiting.
final class Enquiry {
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
