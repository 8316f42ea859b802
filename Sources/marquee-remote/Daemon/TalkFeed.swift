internal import ControlProtocol
internal import DisplayTypes
internal import EventLoop
internal import Synchronization

/// Sends the newest state of the talk to its listeners. One event waits for each listener. A newer event replaces it.
final class TalkFeed: Sendable {
  private struct State: Sendable {
    var version = 0
    /// The generation of the pictures. It starts with a random number, because browsers store pictures under it.
    var generation = Int.random(in: 0..<1 << 40)
    var deckVersion: String?
    var trouble = DaemonTrouble()
    var talk: TalkInfo?
    var listeners = StreamListeners()
  }

  private let state = Mutex(State())

  /// The talk; nil if there is none, or the daemon has not been reached yet.
  var talk: TalkInfo? { state.withLock { $0.talk } }

  /// Why the daemon cannot be reached; nil if it can.
  var trouble: String? { state.withLock { $0.trouble.text } }

  /// The current path component of pictures.
  var pictures: String? {
    state.withLock { state in
      state.talk.map { PictureName.place($0.identifier, generation: state.generation) }
    }
  }

  /// Stores and sends a state of the daemon.
  func update(_ talk: TalkInfo?) {
    state.withLock { state in
      // A new version has other slides, even under the same name. Until the daemon has read the file, the previous slides are valid.
      if let version = talk?.deckVersion, version != state.deckVersion {
        state.generation += 1
        state.deckVersion = version
      }
      state.trouble.connection = nil
      state.talk = talk
      TalkFeed.send(&state)
    }
  }

  /// Sets a reason why the daemon cannot be reached. The talk stays, because its picture stays on the display.
  func setTrouble(_ kind: WritableKeyPath<DaemonTrouble, String?>, _ reason: String?) {
    state.withLock { state in
      guard state.trouble[keyPath: kind] != reason else { return }
      state.trouble[keyPath: kind] = reason
      TalkFeed.send(&state)
    }
  }

  /// Sends the state again, to show that the connection works and to correct the pages' timers.
  func resend() {
    state.withLock { state in
      if !state.listeners.all.isEmpty { TalkFeed.send(&state) }
    }
  }

  /// Makes a stream of states, beginning with the current one. Returns nil if there are too many listeners.
  func subscribe(session: String, role: RemoteRole) -> EventStream? {
    let stream = EventStream(most: 1)
    let key = state.withLock { state in
      let key = state.listeners.add(StreamListeners.Listener(session: session, role: role, stream: stream))
      if key != nil { stream.send(TalkFeed.event(state, for: role)) }
      return key
    }
    guard let key else { return nil }
    stream.onClose { [weak self] in self?.state.withLock { $0.listeners.remove(key) } }
    return stream
  }

  /// Ends the streams of these sessions, or all.
  func close(sessions: [String]? = nil) { state.withLock { $0.listeners.close(sessions: sessions) } }

  var sessions: Set<String> { state.withLock { $0.listeners.sessions } }

  var count: Int { state.withLock { $0.listeners.all.count } }

  private static func send(_ state: inout State) {
    state.version += 1
    var events: [RemoteRole: [UInt8]] = [:]
    for listener in state.listeners.all.values {
      let event = events[listener.role] ?? event(state, for: listener.role)
      events[listener.role] = event
      listener.stream.send(event)
    }
  }

  /// The bytes of a state. Each state has the greeting, because a new state replaces an unread one.
  private static func event(_ state: State, for role: RemoteRole) -> [UInt8] {
    let page = PageState(
      version: state.version, daemonTrouble: state.trouble.text, talk: state.talk, generation: state.generation,
      role: role, now: MonotonicTime.now.nanoseconds)
    return Array("retry: 1000\nevent: hello\ndata: {\"role\":\"\(role.rawValue)\"}\n\n".utf8) + page.event()
  }
}

/// The state for the pages: the talk, and whether the daemon can be reached.
struct PageState: Encodable {
  /// The number of the state. It grows with each change.
  let version: Int
  let daemon: Bool
  let daemonTrouble: String?
  let talk: TalkState?

  /// A talk in the words of the pages; times are milliseconds.
  struct TalkState: Encodable {
    let identifier: String
    let title: String
    /// The speaker's slide; for an observer the slide on a display, or zero.
    let page: Int
    let shownPage: Int
    let pages: Int
    let frozen: Bool
    let cover: TalkCover
    let pointer: TalkPointer?
    let message: String?
    /// Whether a QR code is shown. The pages do not get its text, because it may pair a device.
    let code: Bool
    /// Nil for an observer.
    let timer: Timer?
    let notesHalf: TalkHalf
    let notesVersion: String?
    let screens: [TalkScreenInfo]
    /// The videos of the slide that the audience sees; nil for an observer.
    let videos: [TalkVideo]?
    let trouble: String?
    /// The remark about the deck, without errors; nil for an observer.
    let remark: String?
    /// The path component of its pictures, which changes with them.
    let pictures: String
  }

  struct Timer: Encodable {
    let running: Bool
    let elapsed: Int
    let duration: Int?
  }

  /// The slide on the displays of the audience; nil if no display shows one.
  static func visiblePage(_ talk: TalkInfo?) -> Int? {
    guard let talk, talk.cover == .none, talk.screens.contains(where: { $0.state == .shown }) else { return nil }
    return talk.shownPage
  }

  /// The state for the pages of a role. `now` is a monotonic time in nanoseconds. An observer gets only the contents of displays.
  init(version: Int, daemonTrouble: String?, talk: TalkInfo?, generation: Int, role: RemoteRole, now: UInt64) {
    self.version = version
    daemon = daemonTrouble == nil
    self.daemonTrouble = daemonTrouble
    self.talk = talk.map { talk in
      let isControl = role == .control
      let visiblePage = PageState.visiblePage(talk)
      return TalkState(
        identifier: talk.identifier, title: talk.title, page: isControl ? talk.page : visiblePage ?? 0,
        shownPage: isControl ? talk.shownPage : visiblePage ?? 0, pages: talk.pages, frozen: isControl && talk.frozen,
        cover: talk.cover, pointer: isControl || visiblePage != nil ? talk.pointer : nil, message: talk.message,
        code: talk.code != nil, timer: isControl ? Timer(talk.timer, now: now) : nil,
        notesHalf: isControl ? talk.notesHalf : .none, notesVersion: isControl ? talk.notesVersion : nil,
        screens: isControl ? talk.screens : [], videos: isControl ? talk.videos : nil,
        trouble: isControl ? talk.trouble : nil, remark: isControl ? talk.remark : nil,
        pictures: PictureName.place(talk.identifier, generation: generation))
    }
  }

  /// An event of the stream (`text/event-stream`).
  func event() -> [UInt8] {
    guard let json = try? ControlJSON.encode(self) else { return [] }
    return Array("id: \(version)\nevent: state\ndata: ".utf8) + json + Array("\n\n".utf8)
  }
}

extension PageState.Timer {
  fileprivate init(_ timer: TalkTimer, now: UInt64) {
    let passed = timer.running && now > timer.monotonicNanoseconds ? now - timer.monotonicNanoseconds : 0
    let (sum, overflow) = timer.elapsedMilliseconds.addingReportingOverflow(Int(clamping: passed / 1_000_000))
    self.init(running: timer.running, elapsed: overflow ? .max : sum, duration: timer.durationMilliseconds)
  }
}
