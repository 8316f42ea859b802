/// The listeners of a stream of events, each with its pairing.
struct StreamListeners {
  /// How many may listen.
  static let most = 200
  /// How many of them with one pairing; the oldest goes, since a page that was left may be dead without saying so.
  static let mostOfSession = 4

  /// One of them.
  struct One: Sendable {
    let session: String
    let role: RemoteRole
    /// Said first with each state, since one that is not read gives way to the next.
    let greeting: [UInt8]
    let stream: EventStream
  }

  private var next = 0
  private(set) var all: [Int: One] = [:]

  /// Takes one in, for whom another may go; no key where too many listen.
  mutating func add(_ one: One) -> (key: Int?, before: One?) {
    let own = all.filter { $0.value.session == one.session }.keys
    let before = own.count >= StreamListeners.mostOfSession ? own.min().flatMap { all.removeValue(forKey: $0) } : nil
    guard all.count < StreamListeners.most else { return (nil, before) }
    next += 1
    all[next] = one
    return (next, before)
  }

  /// One has gone.
  mutating func remove(_ key: Int) {
    all[key] = nil
  }

  /// Takes out those of sessions, or every one; their streams are to be ended.
  mutating func remove(sessions: [String]?) -> [One] {
    let keys = all.filter { sessions?.contains($0.value.session) ?? true }.map(\.key)
    return keys.compactMap { all.removeValue(forKey: $0) }
  }
}
