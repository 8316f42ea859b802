internal import ControlProtocol
internal import Glibc

/// What the pages know: the talk as the daemon tells it, and whether it can be reached.
struct PageState: Encodable {
  /// Goes up with each change.
  let version: Int
  /// Whether the daemon can be reached.
  let daemon: Bool
  /// Why not.
  let daemonTrouble: String?
  /// The talk; nil where none is known of.
  let talk: Talk?

  /// A talk in the words of the pages; times are milliseconds.
  struct Talk: Encodable {
    let identifier: String
    let title: String
    /// The slide that the speaker has reached; to an observer the one that is on a display, or zero.
    let page: Int
    let shownPage: Int
    let pages: Int
    let frozen: Bool
    let cover: TalkCover
    let pointer: TalkPointer?
    let message: String?
    /// Whether a QR code is shown: what it says may let somebody in.
    let code: Bool
    /// Nil to an observer.
    let timer: Timer?
    let notesHalf: TalkHalf
    let screens: [TalkScreenInfo]
    let trouble: String?
    /// What is new about the deck; no trouble, and nothing to an observer.
    let remark: String?
    /// Where its pictures are: another place once they may be others.
    let pictures: String
  }

  /// What the timer says now.
  struct Timer: Encodable {
    let running: Bool
    let elapsed: Int
    let duration: Int?
  }

  /// The slide that is on a display where everybody sees it; nil where none is.
  static func seen(_ talk: TalkInfo?) -> Int? {
    guard let talk, talk.cover == .none, talk.screens.contains(where: { $0.state == .shown }) else { return nil }
    return talk.shownPage
  }

  /// The state for the pages; `now` is the time of the monotonic clock, in nanoseconds.
  ///
  /// An observer is told of what is on a display, and of nothing that the speaker alone sees.
  init(version: Int, daemonTrouble: String?, talk: TalkInfo?, generation: Int, role: RemoteRole, now: UInt64) {
    self.version = version
    daemon = daemonTrouble == nil
    self.daemonTrouble = daemonTrouble
    self.talk = talk.map { talk in
      let pictures = PictureName.place(talk.identifier, generation: generation)
      guard role == .control else {
        let seen = PageState.seen(talk)
        return Talk(
          identifier: talk.identifier, title: talk.title, page: seen ?? 0, shownPage: seen ?? 0, pages: talk.pages,
          frozen: false, cover: talk.cover, pointer: seen.flatMap { _ in talk.pointer }, message: talk.message,
          code: talk.code != nil, timer: nil, notesHalf: .none, screens: [], trouble: nil, remark: nil,
          pictures: pictures)
      }
      let passed = now > talk.timer.monotonicNanoseconds ? (now - talk.timer.monotonicNanoseconds) / 1_000_000 : 0
      let (sum, overflow) = talk.timer.elapsedMilliseconds.addingReportingOverflow(
        Int(clamping: talk.timer.running ? passed : 0))
      return Talk(
        identifier: talk.identifier, title: talk.title, page: talk.page, shownPage: talk.shownPage, pages: talk.pages,
        frozen: talk.frozen, cover: talk.cover, pointer: talk.pointer, message: talk.message, code: talk.code != nil,
        timer: Timer(
          running: talk.timer.running, elapsed: overflow ? .max : sum, duration: talk.timer.durationMilliseconds),
        notesHalf: talk.notesHalf, screens: talk.screens, trouble: talk.trouble,
        remark: talk.remark,
        pictures: pictures)
    }
  }

  /// An event of the stream (`text/event-stream`).
  func event() -> [UInt8] {
    guard let json = try? ControlJSON.encode(self) else { return [] }
    return Array("id: \(version)\nevent: state\ndata: ".utf8) + json + Array("\n\n".utf8)
  }
}
