import ControlProtocol
import DisplayTypes
import Presentation
import ScreenDiscovery
import SimulatedBackend

/// An entry of the journal as a report says it: a time, and one of the others.
nonisolated struct ReportEntry: Codable {
  nonisolated struct Look: Codable {
    /// How many events had said "look" since the news before.
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
    /// Missing where they are nobody's business; then it cannot be played again.
    var parameters: JSONValue?
  }

  nonisolated struct Device: Codable {
    var state: String
    var device: String?
    var driver: String?
  }

  /// On the monotonic clock of the machine.
  var nanoseconds: UInt64
  var looked: Look?
  var answered: Answer?
  var asked: Request?
  var reloaded: ReportConfiguration?
  var appAnswered: AppAnswer?
  /// The machine has slept: always true.
  var resumed: Bool?
  var scheduledPower: ScheduledPower?
  var talk: TalkStep?
  var madeSession: String?
  var device: Device?
  var event: EventInfo?

  init(_ entry: JournalEntry) {
    nanoseconds = entry.time.nanoseconds
    switch entry.what {
    case .looked(let news):
      looked = Look(
        uevents: news.hotplugs, connectors: news.connectors.map(ConnectorRecord.init),
        gone: news.gone.isEmpty ? nil : news.gone)
    case .answered(let answer): answered = Answer(answer)
    case .asked(let method, let parameters): asked = Request(method: method, parameters: parameters)
    case .reloaded(let text): reloaded = ReportConfiguration(text)
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

  /// As the simulated device gives it, at the moment at which it was told; nil where no commit is called that.
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
    case .lost(let device): self.init(state: Self.lost, device: device)
    case .released(let device): self.init(state: "released", device: device)
    case .noDevice(let text): self.init(state: "none: \(text)")
    case .occupied(let device, let holder): self.init(state: "held by \(holder)", device: device)
    case .notPermitted(let device): self.init(state: "not permitted", device: device)
    case .degraded(let text): self.init(state: text)
    case .eventsUnreadable(let device, let error): self.init(state: "events unreadable: \(error)", device: device)
    }
  }

  /// The state of a device that is gone, and with it all its connectors.
  static let lost = "lost"
}
