/// The listeners of a stream of events, each with its pairing.
struct StreamListeners {
  /// The maximum number of listeners.
  static let most = 200
  /// The maximum number of listeners with one pairing. A new listener replaces the oldest, because a closed page may leave its stream open.
  static let mostOfSession = 4

  struct Listener: Sendable {
    let session: String
    let role: RemoteRole
    let stream: EventStream
  }

  private var next = 0
  private(set) var all: [Int: Listener] = [:]

  var sessions: Set<String> { Set(all.values.map(\.session)) }

  /// Adds a listener and returns its number, or nil if there are too many. The listener may replace an older one of its session.
  mutating func add(_ listener: Listener) -> Int? {
    let own = all.filter { $0.value.session == listener.session }.keys
    if own.count >= StreamListeners.mostOfSession, let oldest = own.min() { end(oldest) }
    guard all.count < StreamListeners.most else { return nil }
    next += 1
    all[next] = listener
    return next
  }

  mutating func remove(_ key: Int) { all[key] = nil }

  /// Ends the streams of these sessions, or all.
  mutating func close(sessions: [String]?) {
    for key in all.filter({ sessions?.contains($0.value.session) ?? true }).keys { end(key) }
  }

  private mutating func end(_ key: Int) { all.removeValue(forKey: key)?.stream.finish() }
}

/// The reasons why the pages get no news from the daemon; nil for none.
struct DaemonTrouble: Sendable {
  var connection: String? = "marqueed has not been reached yet"
  /// Why the connected daemon does not answer.
  var answer: String?

  var text: String? { connection ?? answer }
}
