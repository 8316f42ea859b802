package import ContentModel
package import DisplayTypes

/// The records of displays, by identity and connector; the last is the newest.
nonisolated struct DisplayMemory {
  private(set) var records: [DisplayRecord]

  init(_ records: [DisplayRecord]) { self.records = records }

  /// The record of a display; nil if the display is new. The connector distinguishes equal displays. If a display was on a connector
  /// without an equal one now, it has moved.
  func record(of identity: DisplayIdentity, on connector: String, taken: Set<String>) -> DisplayRecord? {
    index(of: identity, on: connector, taken: taken).map { records[$0] }
  }

  func connectors(of identity: DisplayIdentity) -> Set<String> {
    Set(records.filter { $0.identity == identity }.map(\.connector))
  }

  /// The last display with an EDID on a connector.
  func lastKnown(on connector: String) -> DisplayRecord? {
    records.last { $0.connector == connector && $0.hadEDID }
  }

  /// Changes or makes a display's record, which becomes the newest.
  mutating func update(
    _ identity: DisplayIdentity, on connector: String, taken: Set<String>, _ body: (inout DisplayRecord) -> Void
  ) {
    var record = DisplayRecord(identity: identity, connector: connector)
    if let index = index(of: identity, on: connector, taken: taken) { record = records.remove(at: index) }
    record.connector = connector
    body(&record)
    records.append(record)
    // A box behind a television sees a few displays. A test rig with invented serial numbers must not fill the disk.
    if records.count > DisplayMemory.capacity { records.removeFirst(records.count - DisplayMemory.capacity) }
  }

  mutating func updateChoices(_ body: (DisplayRecord, inout RuntimeChoices) -> Void) {
    for index in records.indices {
      var choices = records[index].choices
      body(records[index], &choices)
      records[index].choices = choices
    }
  }

  /// Starts to count the absence of displays whose last day is not known.
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

package nonisolated struct DisplayRecord: Hashable, Sendable {
  package var identity: DisplayIdentity
  package var connector: String
  package var mode: ScreenMode?
  package var choices: RuntimeChoices
  /// Whether the display had an EDID there; a missing one is then late, not absent.
  package var hadEDID: Bool
  /// The last day, counted from 1970-01-01 in UTC; nil if the clock has never been right.
  package var lastSeenDay: Int?

  package init(
    identity: DisplayIdentity, connector: String, mode: ScreenMode? = nil, choices: RuntimeChoices = RuntimeChoices(),
    hadEDID: Bool = false, lastSeenDay: Int? = nil
  ) {
    self.identity = identity
    self.connector = connector
    self.mode = mode
    self.choices = choices
    self.hadEDID = hadEDID
    self.lastSeenDay = lastSeenDay
  }
}

/// The run-time choices for one display. They have priority over the configuration until `reset`.
package nonisolated struct RuntimeChoices: Hashable, Sendable {
  package var mode: ModeWish?
  package var transform: Transform?
  package var scale: Double?
  package var overscan: OverscanInsets?
  /// The volume of the sound in percent.
  package var volume: Int?
  package var isPoweredOff: Bool
  /// The time before which schedules do not switch the signal off.
  package var onUntil: WallTime?
  package var isBlank: Bool
  package var foregroundApp: String?
  package var placedApp: String?
  package var support: ExternalSupport?
  package var mirror: MirrorWish?
  /// The admission of a display that was new while an app was in front.
  package var front: FrontAdmission?

  /// Makes choices; nil leaves a setting to the configuration.
  package init(
    mode: ModeWish? = nil, transform: Transform? = nil, scale: Double? = nil, overscan: OverscanInsets? = nil,
    volume: Int? = nil,
    isPoweredOff: Bool = false, onUntil: WallTime? = nil, isBlank: Bool = false, foregroundApp: String? = nil,
    placedApp: String? = nil, support: ExternalSupport? = nil, mirror: MirrorWish? = nil, front: FrontAdmission? = nil
  ) {
    self.mode = mode
    self.transform = transform
    self.scale = scale
    self.overscan = overscan
    self.volume = volume
    self.isPoweredOff = isPoweredOff
    self.onUntil = onUntil
    self.isBlank = isBlank
    self.foregroundApp = foregroundApp
    self.placedApp = placedApp
    self.support = support
    self.mirror = mirror
    self.front = front
  }
}
