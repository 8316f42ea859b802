internal import ControlProtocol
internal import Glibc
internal import Synchronization

/// Sends the newest state of the talk to its listeners.
///
/// One event waits for each listener. A newer event replaces it.
final class TalkFeed: Sendable {
  private struct State: Sendable {
    var version = 0
    /// Another one after each start: browsers keep pictures by it.
    var generation = Int.random(in: 0..<1 << 40)
    var deckVersion: String?
    var connectionTrouble: String? = "marqueed has not been reached yet"
    var answerTrouble: String?
    var trouble: String? { connectionTrouble ?? answerTrouble }
    var talk: TalkInfo?
    var listeners = StreamListeners()
  }

  private let state = Mutex(State())

  /// The talk; nil if there is none, or the daemon is away.
  var talk: TalkInfo? { state.withLock { $0.talk } }

  /// Why the daemon cannot be reached; nil if it can.
  var trouble: String? { state.withLock { $0.trouble } }

  /// Where pictures are at present.
  var pictures: String? {
    state.withLock { state in
      state.talk.map { PictureName.place($0.identifier, generation: state.generation) }
    }
  }

  /// Takes a new state from the daemon.
  func update(_ talk: TalkInfo?) {
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
  func connectionDidEnd(_ trouble: String) {
    state.withLock { state in
      guard state.connectionTrouble != trouble else { return }
      state.connectionTrouble = trouble
      TalkFeed.send(&state)
    }
  }

  /// Sets the reason why the connected daemon does not answer; nil if it answers.
  func setAnswerTrouble(_ reason: String?) {
    state.withLock { state in
      guard state.answerTrouble != reason else { return }
      state.answerTrouble = reason
      TalkFeed.send(&state)
    }
  }

  /// Sends the state again, to show that the connection works and to correct the pages' timers.
  func resend() {
    state.withLock { state in
      guard !state.listeners.all.isEmpty else { return }
      TalkFeed.send(&state)
    }
  }

  /// A stream of states, beginning with the current one; nil if there are too many listeners.
  func subscribe(session: String, role: RemoteRole, greeting: [UInt8]) -> EventStream? {
    let stream = EventStream(most: 1)
    let listener = StreamListeners.Listener(session: session, role: role, greeting: greeting, stream: stream)
    let (key, replaced) = state.withLock { state in
      let added = state.listeners.add(listener)
      if added.key != nil { stream.send(greeting + TalkFeed.event(state, for: role)) }
      return added
    }
    replaced?.stream.finish()
    guard let key else { return nil }
    stream.onClose { [weak self] in self?.removeListener(key) }
    return stream
  }

  /// Ends the streams of sessions that are over, or every one.
  func close(sessions: [String]? = nil) {
    let ended = state.withLock { $0.listeners.remove(sessions: sessions) }
    for listener in ended { listener.stream.finish() }
  }

  /// The sessions that listen.
  var sessions: Set<String> { state.withLock { Set($0.listeners.all.values.map(\.session)) } }

  /// How many listen.
  var count: Int { state.withLock { $0.listeners.all.count } }

  private func removeListener(_ key: Int) {
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

/// The state that the pages get: the talk, and whether the daemon can be reached.
struct PageState: Encodable {
  /// Goes up with each change.
  let version: Int
  /// Whether the daemon can be reached.
  let daemon: Bool
  /// Why not.
  let daemonTrouble: String?
  /// The talk; nil if none is known.
  let talk: Talk?

  /// A talk in the words of the pages; times are milliseconds.
  struct Talk: Encodable {
    let identifier: String
    let title: String
    /// The speaker's slide.
    ///
    /// For an observer the slide on a display, or zero.
    let page: Int
    let shownPage: Int
    let pages: Int
    let frozen: Bool
    let cover: TalkCover
    let pointer: TalkPointer?
    let message: String?
    /// Whether a QR code is shown; its text is left out, because it may pair a device.
    let code: Bool
    /// Nil to an observer.
    let timer: Timer?
    let notesHalf: TalkHalf
    let screens: [TalkScreenInfo]
    let trouble: String?
    /// The news about the deck, without trouble; nil for an observer.
    let remark: String?
    /// Where its pictures are: another place once they may be others.
    let pictures: String
  }

  /// The state of the timer now.
  struct Timer: Encodable {
    let running: Bool
    let elapsed: Int
    let duration: Int?
  }

  /// The slide that a display shows to everybody; nil if none does.
  static func visiblePage(_ talk: TalkInfo?) -> Int? {
    guard let talk, talk.cover == .none, talk.screens.contains(where: { $0.state == .shown }) else { return nil }
    return talk.shownPage
  }

  /// The state for the pages of a role.
  ///
  /// `now` is the monotonic time in nanoseconds.
  ///
  /// An observer gets only what a display shows.
  init(version: Int, daemonTrouble: String?, talk: TalkInfo?, generation: Int, role: RemoteRole, now: UInt64) {
    self.version = version
    daemon = daemonTrouble == nil
    self.daemonTrouble = daemonTrouble
    self.talk = talk.map { talk in
      let pictures = PictureName.place(talk.identifier, generation: generation)
      guard role == .control else {
        let visiblePage = PageState.visiblePage(talk)
        return Talk(
          identifier: talk.identifier, title: talk.title, page: visiblePage ?? 0, shownPage: visiblePage ?? 0,
          pages: talk.pages,
          frozen: false, cover: talk.cover, pointer: visiblePage.flatMap { _ in talk.pointer }, message: talk.message,
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
