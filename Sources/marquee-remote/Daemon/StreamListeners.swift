/// The listeners of a stream of events, each with its pairing.
struct StreamListeners {
  /// How many may listen.
  static let most = 200
  /// How many of them with one pairing; the oldest goes, since a page that was left may be dead without saying so.
  static let mostOfSession = 4

  /// Listener of them.
  struct Listener: Sendable {
    let session: String
    let role: RemoteRole
    /// The first bytes of each state, because a state that was not read is replaced by the next.
    let greeting: [UInt8]
    let stream: EventStream
  }

  private var next = 0
  private(set) var all: [Int: Listener] = [:]

  /// Adds a listener, which may replace an older one of its session; the key is nil if there are too many.
  mutating func add(_ listener: Listener) -> (key: Int?, replaced: Listener?) {
    let own = all.filter { $0.value.session == listener.session }.keys
    let replaced = own.count >= StreamListeners.mostOfSession ? own.min().flatMap { all.removeValue(forKey: $0) } : nil
    guard all.count < StreamListeners.most else { return (nil, replaced) }
    next += 1
    all[next] = listener
    return (next, replaced)
  }

  /// Listener has gone.
  mutating func remove(_ key: Int) {
    all[key] = nil
  }

  /// Removes the listeners of these sessions, or all; the caller ends their streams.
  mutating func remove(sessions: [String]?) -> [Listener] {
    let keys = all.filter { sessions?.contains($0.value.session) ?? true }.map(\.key)
    return keys.compactMap { all.removeValue(forKey: $0) }
  }
}
