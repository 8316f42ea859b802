internal import DisplayTypes
internal import Scenes

/// The way of a content player to its first picture, and its pauses.
///
///     closed ──start──▶ starting ──picture──▶ playing ──suspend──▶ suspended ──start──▶ starting
///                        │  │ unfinished file    ▲ picture
///                failure │  └────────────────▶ waiting
///                        ▼                       │ failure, or too late
///                      refused ◀─────────────────┘
///
/// Each state but `closed` can also start again, be suspended, and be closed. A start that is not yet answered is dropped then.
nonisolated enum ContentPlayerState<Answer> {
  struct Start {
    let answer: Answer
    /// Whether the start before it had nothing to show.
    let followsRefusal: Bool
    /// The end of the wait for an unfinished file; nil before the wait begins.
    var deadline: MonotonicTime?
  }

  enum Finding {
    case picture
    case failure(ContentFailure)
    /// A failure that may end soon, because a file is still being written.
    case unfinished(ContentFailure)
  }

  /// The caller's action after an input.
  enum Action {
    case open
    /// Search again, also for temporary failures.
    case searchAgain
    case wait(until: MonotonicTime)
    case show(Answer)
    case refuse(Answer, ContentFailure)
    case followPower
    case nothing
  }

  case closed
  case starting(Start)
  case waiting(Start)
  case playing
  case refused
  case suspended(followsRefusal: Bool)

  /// The longest wait for a file that is being written, in nanoseconds.
  static var patience: UInt64 { 10_000_000_000 }

  mutating func start(_ answer: Answer) -> Action {
    let (action, deadline): (Action, MonotonicTime?) =
      switch self {
      case .closed: (.open, nil)
      case .starting(let former), .waiting(let former): (.searchAgain, former.deadline)
      case .playing, .refused, .suspended: (.searchAgain, nil)
      }
    self = .starting(Start(answer: answer, followsRefusal: isRefused, deadline: deadline))
    return action
  }

  /// The search of a start has ended.
  mutating func found(_ finding: Finding, at now: MonotonicTime) -> Action {
    switch self {
    case .closed, .playing, .refused, .suspended: return .nothing
    case .starting(var start), .waiting(var start):
      switch finding {
      case .picture:
        self = .playing
        return .show(start.answer)
      case .unfinished(let failure):
        let deadline = start.deadline ?? now.advanced(by: Self.patience)
        start.deadline = deadline
        self = deadline > now ? .waiting(start) : .refused
        return deadline > now ? .wait(until: deadline) : .refuse(start.answer, failure)
      case .failure(let failure):
        self = .refused
        return .refuse(start.answer, failure)
      }
    }
  }

  /// A search that was no start has ended.
  mutating func foundAgain(_ finding: Finding, at now: MonotonicTime) -> Action {
    switch self {
    case .closed, .starting, .playing, .refused, .suspended: .nothing
    case .waiting: found(finding, at: now)
    }
  }

  mutating func timerFired(_ finding: Finding, at now: MonotonicTime) -> Action {
    switch self {
    case .closed, .starting, .playing, .refused: .nothing
    case .waiting: found(finding, at: now)
    case .suspended: .followPower
    }
  }

  mutating func suspend() -> Action {
    switch self {
    case .closed: return .nothing
    case .starting, .waiting, .playing, .refused, .suspended:
      self = .suspended(followsRefusal: isRefused)
      return .followPower
    }
  }

  mutating func stop() { self = .closed }

  /// Whether a start is without an answer.
  var isStarting: Bool {
    switch self {
    case .starting, .waiting: true
    case .closed, .playing, .refused, .suspended: false
    }
  }

  /// Whether the last answer was a refusal.
  var isRefused: Bool {
    switch self {
    case .refused: true
    case .starting(let start), .waiting(let start): start.followsRefusal
    case .suspended(let followsRefusal): followsRefusal
    case .closed, .playing: false
    }
  }
}

nonisolated extension ContentPlayerState: Equatable where Answer: Equatable {}
nonisolated extension ContentPlayerState.Start: Equatable where Answer: Equatable {}
nonisolated extension ContentPlayerState.Action: Equatable where Answer: Equatable {}
