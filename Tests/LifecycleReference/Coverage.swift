/// Counts how often each row of the tables was met, and each way to continue without a controller.
public struct Coverage: Sendable {
  /// By the words of the row.
  public private(set) var counts: [String: Int]

  /// Starts with every row, each with a count of zero.
  public init() {
    let losses = Household.Loss.allCases.map(Coverage.name)
    counts = Dictionary(uniqueKeysWithValues: (PictureTable.names + StateTable.names + losses).map { ($0, 0) })
  }

  /// The rows that were met less often than this count.
  public func rows(metLessThan count: Int) -> [String] {
    counts.filter { $0.value < count }.map { "\($0.key): \($0.value)" }.sorted()
  }

  /// Adds the rows that another run has met.
  public mutating func add(_ other: Coverage) {
    counts.merge(other.counts) { $0 + $1 }
  }

  /// Counts the rows of everything at rest.
  mutating func note(_ world: World, _ audit: LogAudit) {
    for connector in world.screens.keys {
      let due = world.picture(on: connector, audit)
      counts[due.row, default: 0] += 1
      if let loss = due.loss { counts[Coverage.name(loss), default: 0] += 1 }
    }
    for session in audit.sessions.values {
      let situation = world.situation(of: session, audit)
      if let row = StateTable.row(scene: situation.scene, cover: situation.cover) { counts[row.name, default: 0] += 1 }
    }
  }

  private static func name(_ loss: Household.Loss) -> String { "without its controller: \(loss.rawValue)" }
}
