public import ContentModel
public import DisplayTypes

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

/// What is remembered of a display that was connected once.
public nonisolated struct DisplayRecord: Hashable, Sendable {
  /// Which display it is.
  public var identity: DisplayIdentity
  /// The connector on which it was last seen.
  public var connector: String
  /// The mode that it had there last.
  public var mode: ScreenMode?
  /// What was chosen for it at run time.
  public var choices: RuntimeChoices
  /// Its EDID was read there once, so that a missing one is late, not absent.
  public var hadEDID: Bool
  /// The day on which it was last seen, counted from 1970-01-01 in UTC; nil where the clock has never been right.
  public var lastSeenDay: Int?

  /// Makes a record.
  public init(
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

/// What was chosen for one display at run time.
///
/// It wins over the configuration until `reset`.
public nonisolated struct RuntimeChoices: Hashable, Sendable {
  /// The mode that was wished for.
  public var mode: ModeWish?
  /// How the picture was turned.
  public var transform: Transform?
  /// Pixels a point.
  public var scale: Double?
  /// How far the edges were moved inwards.
  public var overscan: OverscanInsets?
  /// The signal is off.
  public var isPoweredOff: Bool
  /// Schedules do not switch the signal off before that time.
  public var onUntil: WallTime?
  /// Black is shown instead of the picture.
  public var isBlank: Bool
  /// The app that was chosen for this screen alone.
  public var foregroundApp: String?
  /// The app whose application scenes the user has put on this screen.
  public var placedApp: String?
  /// What the user wants of this display, if it is an external one.
  public var support: ExternalSupport?
  /// Whose picture it shows where it mirrors, and how.
  public var mirror: MirrorWish?
  /// What was said of it while an app is in front, for a display that was new then; nil for any other.
  public var front: FrontAdmission?

  /// Makes choices; nil leaves a setting to the configuration.
  public init(
    mode: ModeWish? = nil, transform: Transform? = nil, scale: Double? = nil, overscan: OverscanInsets? = nil,
    isPoweredOff: Bool = false, onUntil: WallTime? = nil, isBlank: Bool = false, foregroundApp: String? = nil,
    placedApp: String? = nil, support: ExternalSupport? = nil, mirror: MirrorWish? = nil, front: FrontAdmission? = nil
  ) {
    self.mode = mode
    self.transform = transform
    self.scale = scale
    self.overscan = overscan
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
