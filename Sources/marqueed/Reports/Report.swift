import ControlProtocol
import DisplayTypes
import Presentation
import Scenes
import SimulatedBackend

/// A report without its version, which comes first in the file.
nonisolated struct Report: Codable {
  /// The state when the journal's oldest entry was written (`Journal.Beginning`).
  nonisolated struct Beginning: Codable {
    var nanoseconds: UInt64
    var wallSeconds: Int64?
    /// The number of older entries that were dropped; zero since the daemon's start.
    var dropped: Int
    var configuration: ConfigurationText
    /// Choices, sessions and registered apps, in the form in which they are kept.
    var state: JSONValue
    var connectors: [ConnectorRecord]
    var talk: TalkStep?
    var darkSessions: [String]?
  }

  var marqueed: String
  var kernel: String
  var machine: String
  var backend: String
  var drivers: [String: String]
  var nanoseconds: UInt64
  var wallSeconds: Int64?
  var status: StatusReply
  var screens: [ScreenInfo]
  var sessions: [SessionInfo]
  var apps: [AppInfo]
  /// The reply of `explain`, for each screen.
  var decisions: [DecisionRecord]
  var beginning: Beginning
  var journal: [ReportEntry]
  /// Missing in older reports.
  var audit: [AuditInfo]?
}

nonisolated extension Report {
  /// The text of the file. The version comes first, so that every program can read it.
  var text: [UInt8] {
    get throws {
      // Remove the brace that opens the rest, which is never empty.
      let rest = try JSON.encode(self, style: .indented).dropFirst(1)
      return Array("{\n  \"marqueeReport\": \(ReportVersion.newest),".utf8) + rest + [UInt8(ascii: "\n")]
    }
  }
}

nonisolated extension JSONValue {
  /// The state in the form in which it is kept, without private data and the names of users.
  init(_ state: PersistentState) {
    var state = state
    for index in state.alarms.indices { state.alarms[index].user = nil }
    let bytes = try? JSON.encode(StateRecord(state))
    self = bytes.flatMap { try? JSON.decode(JSONValue.self, from: $0) }?.masked ?? .null
  }
}

/// The member of a report that decides how the others are read.
nonisolated struct ReportVersion: Codable {
  static let newest = 1

  var marqueeReport: Int
}

/// A journal entry as JSON: a time and one other member.
nonisolated struct ReportEntry: Codable {
  nonisolated struct Look: Codable {
    var uevents: Int
    var connectors: [ConnectorRecord]
    var gone: [String]?
  }

  nonisolated struct Answer: Codable {
    var screen: String
    /// `test`, `modeset` or `turn-off`.
    var commit: String
    var mode: String?
    var timing: ModeLine?
    var nanoseconds: UInt64
    var refused: Refusal?
  }

  nonisolated struct Refusal: Codable {
    var code: String
    var errno: Int32?
    var operation: String
    var device: String
  }

  nonisolated struct Request: Codable {
    var method: String
    /// Nil if they are private; then the request cannot be replayed.
    var parameters: JSONValue?
  }

  nonisolated struct Device: Codable {
    var state: String
    var device: String?
    var driver: String?
  }

  var nanoseconds: UInt64
  var looked: Look?
  var answered: Answer?
  var asked: Request?
  var reloaded: ConfigurationText?
  var appAnswered: AppAnswer?
  /// Always true: the machine has slept.
  var resumed: Bool?
  var scheduledPower: ScheduledPower?
  var talk: TalkStep?
  var madeSession: String?
  var device: Device?
  var event: EventInfo?

  init(_ entry: JournalEntry) {
    nanoseconds = entry.time.nanoseconds
    switch entry.kind {
    case .probed(let findings):
      looked = Look(
        uevents: findings.hotplugs, connectors: findings.connectors.map(ConnectorRecord.init),
        gone: findings.gone.isEmpty ? nil : findings.gone)
    case .answered(let answer): answered = Answer(answer)
    case .requested(let method, let parameters): asked = Request(method: method, parameters: parameters)
    case .reloaded(let text): reloaded = text
    case .appAnswered(let answer): appAnswered = answer
    case .resumed: resumed = true
    case .scheduledPower(let power): scheduledPower = power
    case .talk(let step): talk = step
    case .madeSession(let identifier): madeSession = identifier
    case .device(let notice): device = Device(notice)
    case .event(let info): event = info
    }
  }
}

nonisolated extension ReportEntry.Answer {
  fileprivate init(_ answer: CommitAnswer) {
    screen = answer.connector
    commit = answer.kind.rawValue
    mode = answer.mode.map { ModeNames.plainName(of: $0) }
    timing = answer.mode.map(ModeLine.init)
    nanoseconds = answer.nanoseconds
    refused = answer.error.map {
      ReportEntry.Refusal(
        code: $0.code.rawValue, errno: $0.errno == 0 ? nil : $0.errno, operation: $0.operation, device: $0.device)
    }
  }

  /// The answer for a simulated device at its time; nil if the kind of commit is unknown.
  func answer(told: MonotonicTime) -> SimulatedAnswer? {
    guard let kind = SimulatedCommitKind(rawValue: commit) else { return nil }
    return SimulatedAnswer(
      kind: kind, mode: timing?.mode,
      error: refused.map {
        DisplayError(
          code: DisplayError.Code(rawValue: $0.code), operation: $0.operation, device: $0.device, errno: $0.errno ?? 0)
      }, nanoseconds: nanoseconds, told: told)
  }
}

nonisolated extension ReportEntry.Device {
  fileprivate init(_ notice: BackendNotice) {
    switch notice {
    case .opened(let device, let driver): self.init(state: "opened", device: device, driver: driver)
    case .lost(let device), .left(let device): self.init(state: Self.lost, device: device)
    case .released(let device): self.init(state: "released", device: device)
    case .noDevice(let text): self.init(state: "none: \(text)")
    case .occupied(let device, let holder): self.init(state: "held by \(holder)", device: device)
    case .noSeat(let reason): self.init(state: "no seat: \(reason)")
    case .notPermitted(let device): self.init(state: "not permitted", device: device)
    case .degraded(let text): self.init(state: text)
    case .eventsUnreadable(let device, let error): self.init(state: "events unreadable: \(error)", device: device)
    }
  }

  /// The state of a device that is gone with all its connectors.
  static let lost = "lost"
}

/// A connector as a probe found it.
nonisolated struct ConnectorRecord: Codable {
  var name: String
  var device: String
  var placement: String
  var alwaysHasEDID: Bool
  var connected: Bool
  var modes: [ModeLine]
  /// The EDID in base64.
  var edid: String
  /// Width and height in millimetres.
  var physicalSize: [Int]?
  var nonDesktop: Bool?
  var linkBad: Bool?
  var path: String?

  init(_ connector: ProbedConnector) {
    name = connector.name
    device = connector.device
    placement = connector.placement.rawValue
    alwaysHasEDID = connector.alwaysHasEDID
    connected = connector.isConnected
    modes = connector.modes.map(ModeLine.init)
    edid = Base64.encode(connector.edid)
    physicalSize = connector.physicalSize.map { [$0.widthMillimeters, $0.heightMillimeters] }
    nonDesktop = connector.isNonDesktop ? true : nil
    linkBad = connector.isLinkBad ? true : nil
    path = connector.path.isEmpty ? nil : connector.path
  }

  /// The connector for a simulated device, which assigns its number.
  var connector: ProbedConnector {
    var size: PhysicalSize?
    if let physicalSize, physicalSize.count == 2, physicalSize.allSatisfy({ (0...100_000).contains($0) }) {
      size = PhysicalSize(widthMillimeters: physicalSize[0], heightMillimeters: physicalSize[1])
    }
    return ProbedConnector(
      id: ScreenID(rawValue: 0), name: name, device: device,
      placement: ConnectorPlacement(rawValue: placement) ?? .external, alwaysHasEDID: alwaysHasEDID,
      isConnected: connected, modes: modes.map(\.mode), edid: Base64.decode(edid) ?? [], physicalSize: size,
      isNonDesktop: nonDesktop ?? false, isLinkBad: linkBad ?? false, path: path ?? "")
  }
}

/// The full timing of a mode as a line of text. The fields are: the clock in kHz, five numbers of a line, five numbers of a frame, the
/// scan, the flags, the picture aspect or `-`, and `preferred` for a preferred mode.
nonisolated struct ModeLine: Codable, RawRepresentable {
  let mode: ScreenMode

  init(_ mode: ScreenMode) { self.mode = mode }

  init?(rawValue text: String) {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 14 || words.count == 15 && words[14] == "preferred" else { return nil }
    let numbers = words.prefix(13).compactMap { UInt32($0) }
    guard numbers.count == 13, let horizontal = ModeTiming(numbers[1...5]), let vertical = ModeTiming(numbers[6...10]),
      let scan = UInt16(exactly: numbers[11])
    else { return nil }
    let aspect = PictureAspect(rawValue: words[13])
    guard aspect != nil || words[13] == "-" else { return nil }
    mode = ScreenMode(
      clockKilohertz: numbers[0], horizontal: horizontal, vertical: vertical, verticalScan: scan, flags: numbers[12],
      pictureAspect: aspect, isPreferred: words.count == 15)
  }

  var rawValue: String {
    let numbers = (mode.horizontal.numbers + mode.vertical.numbers + [mode.verticalScan]).map { "\($0)" }
    let words = ["\(mode.clockKilohertz)"] + numbers + ["\(mode.flags)", mode.pictureAspect?.rawValue ?? "-"]
    return (words + (mode.isPreferred ? ["preferred"] : [])).joined(separator: " ")
  }
}

nonisolated extension ModeTiming {
  /// Display, start of the sync, end of the sync, total and skew.
  var numbers: [UInt16] { [display, syncStart, syncEnd, total, skew] }

  /// Nil unless there are five numbers of 16 bits.
  init?(_ numbers: some Collection<some BinaryInteger>) {
    let numbers = numbers.compactMap { UInt16(exactly: $0) }
    guard numbers.count == 5 else { return nil }
    self.init(
      display: numbers[0], syncStart: numbers[1], syncEnd: numbers[2], total: numbers[3], skew: numbers[4])
  }
}
