import DisplayTypes
import SimulatedBackend

/// What the connectors of a report answered, each in its lives, which end where its card or dock went.
///
/// Pure.
struct RecordedAnswers {
  private var lives: [String: [[SimulatedAnswer]]] = [:]

  /// Sorts the answers among a report's entries, which are in order.
  init(_ file: ReportFile) {
    var devices = Self.devices(file.report.beginning.connectors)
    for entry in file.entries {
      if let answer = entry.answered, file.origin.connectors.contains(answer.screen),
        let given = answer.answer(told: MonotonicTime(nanoseconds: entry.nanoseconds))
      {
        // In place, without a copy: a made-up report may have very many.
        lives[answer.screen, default: [[]]].withLast { $0.append(given) }
      }
      for name in entry.takeGone(from: &devices) { lives[name, default: [[]]].append([]) }
    }
  }

  /// The card of each connector.
  static func devices(_ connectors: [ConnectorRecord]) -> [String: String] {
    Dictionary(connectors.map { ($0.name, $0.device) }) { $1 }
  }

  /// The command for a connector's first life, or the next.
  mutating func next(_ name: String) -> SimulatedCommand {
    var left = lives[name] ?? []
    let life = left.isEmpty ? [] : left.removeFirst()
    lives[name] = left
    // Where the card was lost nothing is tried any more: what waited for it learns that once it is lost here.
    let answers = left.isEmpty ? life : life.filter { $0.error?.code != .deviceLost }
    return .answer(name, answers, thenNone: !left.isEmpty)
  }
}

extension [[SimulatedAnswer]] {
  /// Changes the last in place.
  fileprivate mutating func withLast(_ body: (inout [SimulatedAnswer]) -> Void) {
    if let last = indices.last { body(&self[last]) }
  }
}

nonisolated extension ReportEntry {
  /// The connectors that went with their card or dock, of those that were there on their cards; what a look found is there afterwards.
  func takeGone(from devices: inout [String: String]) -> [String] {
    var gone = looked?.gone ?? []
    if let device, device.state == Device.lost, let node = device.device {
      gone = devices.filter { $0.value == node }.keys.sorted()
    }
    // Of one that was never there a made-up report tells.
    gone = gone.filter { devices.removeValue(forKey: $0) != nil }
    for connector in looked?.connectors ?? [] { devices[connector.name] = connector.device }
    return gone
  }
}
