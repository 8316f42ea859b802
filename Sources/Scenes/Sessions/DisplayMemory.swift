internal import DisplayTypes

/// What is remembered of displays: found by identity and connector.
///
/// The record used last stands last.
nonisolated struct DisplayMemory {
  private(set) var records: [DisplayRecord]

  init(_ records: [DisplayRecord]) {
    self.records = records
  }

  /// The record of a display.
  ///
  /// Equal displays are told apart by connector; one that was on another connector, where no equal one is connected
  /// now, has moved.
  func record(of identity: DisplayIdentity, on connector: String, taken: Set<String>) -> DisplayRecord? {
    index(of: identity, on: connector, taken: taken).map { records[$0] }
  }

  /// Where displays that say they are this one were last.
  func connectors(of identity: DisplayIdentity) -> Set<String> {
    Set(records.filter { $0.identity == identity }.map(\.connector))
  }

  /// The display that was connected there last, of those that said who they are.
  func lastKnown(on connector: String) -> DisplayRecord? {
    records.last { $0.connector == connector && $0.hadEDID }
  }

  /// Changes a display's record, or makes it; it becomes the one used last.
  mutating func update(
    _ identity: DisplayIdentity, on connector: String, taken: Set<String>, _ body: (inout DisplayRecord) -> Void
  ) {
    var record = DisplayRecord(identity: identity, connector: connector)
    if let index = index(of: identity, on: connector, taken: taken) { record = records.remove(at: index) }
    record.connector = connector
    body(&record)
    records.append(record)
    // A box behind a TV sees a handful; a test rig that makes up serial numbers must not fill the disk.
    if records.count > DisplayMemory.capacity { records.removeFirst(records.count - DisplayMemory.capacity) }
  }

  /// Changes the choices of every display.
  mutating func updateChoices(_ body: (DisplayRecord, inout RuntimeChoices) -> Void) {
    for index in records.indices {
      var choices = records[index].choices
      body(records[index], &choices)
      records[index].choices = choices
    }
  }

  /// Counts from now on for displays of which nobody knows when they were seen.
  mutating func countUnseen(from day: Int) {
    for index in records.indices where records[index].lastSeenDay == nil { records[index].lastSeenDay = day }
  }

  private static let capacity = 256

  private func index(of identity: DisplayIdentity, on connector: String, taken: Set<String>) -> Int? {
    if let same = records.lastIndex(where: { $0.identity == identity && $0.connector == connector }) { return same }
    guard !identity.isUnknown else { return nil }
    return records.lastIndex { $0.identity == identity && !taken.contains($0.connector) }
  }
}
