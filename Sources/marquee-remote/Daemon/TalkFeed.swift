internal import ControlProtocol
internal import Glibc
internal import Synchronization

/// The newest state of the talk, and those who are told of it.
///
/// Who reads slowly misses what is old by then: one event waits for each, and it is the newest.
final class TalkFeed: Sendable {
  private struct State: Sendable {
    var version = 0
    /// Another one after each start: browsers keep pictures by it.
    var generation = Int.random(in: 0..<1 << 40)
    var deckVersion: String?
    var connectionTrouble: String? = "marqueed has not been reached yet"
    var silence: String?
    var trouble: String? { connectionTrouble ?? silence }
    var talk: TalkInfo?
    var listeners = StreamListeners()
  }

  private let state = Mutex(State())

  /// The talk as it is known; nil where there is none, or the daemon is away.
  var talk: TalkInfo? { state.withLock { $0.talk } }

  /// Why the daemon cannot be reached; nil where it can.
  var trouble: String? { state.withLock { $0.trouble } }

  /// Where pictures are at present.
  var pictures: String? {
    state.withLock { state in
      state.talk.map { PictureName.place($0.identifier, generation: state.generation) }
    }
  }

  /// The daemon has told of the talk.
  func tell(_ talk: TalkInfo?) {
    state.withLock { state in
      // Another file has other slides, also under the same name; while none was read yet, those from before are right.
      if let version = talk?.deckVersion, version != state.deckVersion {
        state.generation += 1
        state.deckVersion = version
      }
      state.connectionTrouble = nil
      state.talk = talk
      TalkFeed.send(&state)
    }
  }

  /// The daemon cannot be reached; the talk stays as it was, since the picture does.
  func lose(_ trouble: String) {
    state.withLock { state in
      guard state.connectionTrouble != trouble else { return }
      state.connectionTrouble = trouble
      TalkFeed.send(&state)
    }
  }

  /// The daemon answers nobody, for this reason, although it is connected; nil for one that answers.
  func setSilence(_ reason: String?) {
    state.withLock { state in
      guard state.silence != reason else { return }
      state.silence = reason
      TalkFeed.send(&state)
    }
  }

  /// Tells all once more, so that they know that they are heard and their timers stay right.
  func remind() {
    state.withLock { state in
      guard !state.listeners.all.isEmpty else { return }
      TalkFeed.send(&state)
    }
  }

  /// The states from now on, the present one first; nil where too many listen.
  func listen(session: String, role: RemoteRole, greeting: [UInt8]) -> EventStream? {
    let stream = EventStream(most: 1)
    let one = StreamListeners.One(session: session, role: role, greeting: greeting, stream: stream)
    let (key, before) = state.withLock { state in
      let added = state.listeners.add(one)
      if added.key != nil { stream.send(greeting + TalkFeed.event(state, for: role)) }
      return added
    }
    before?.stream.finish()
    guard let key else { return nil }
    stream.onClose { [weak self] in self?.forget(key) }
    return stream
  }

  /// Ends the streams of sessions that are over, or every one.
  func dismiss(sessions: [String]? = nil) {
    let ended = state.withLock { $0.listeners.remove(sessions: sessions) }
    for listener in ended { listener.stream.finish() }
  }

  /// The sessions that listen.
  var sessions: Set<String> { state.withLock { Set($0.listeners.all.values.map(\.session)) } }

  /// How many listen.
  var count: Int { state.withLock { $0.listeners.all.count } }

  private func forget(_ key: Int) {
    state.withLock { $0.listeners.remove(key) }
  }

  private static func send(_ state: inout State) {
    state.version += 1
    guard !state.listeners.all.isEmpty else { return }
    var events: [RemoteRole: [UInt8]] = [:]
    for listener in state.listeners.all.values {
      let event = events[listener.role] ?? event(state, for: listener.role)
      events[listener.role] = event
      listener.stream.send(listener.greeting + event)
    }
  }

  private static func event(_ state: State, for role: RemoteRole) -> [UInt8] {
    PageState(
      version: state.version, daemonTrouble: state.trouble, talk: state.talk, generation: state.generation, role: role,
      now: now()
    ).event()
  }

  /// The monotonic clock, as the daemon's (clock_gettime).
  private static func now() -> UInt64 {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_MONOTONIC, &time) == 0 else { return 0 }
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

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
