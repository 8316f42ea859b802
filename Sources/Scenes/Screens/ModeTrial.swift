public import DisplayTypes
public import ModeSelection

/// The way from candidates to a mode that is in force: each is tested, laid out and set, in order, until one holds.
///
/// Pure.
///
///     testing ──accepted──▶ layingOut ──laid out──▶ setting ──done──▶ settled
///        ▲ refused: next       (the mode that is in force needs no setting)
///        └──────────────────────────── refused: next ──┘
///                                (busy: the same again, a few times)
public nonisolated struct ModeTrial: Hashable, Sendable {
  /// How far the trial has come; numbers are indices of candidates.
  public enum Phase: Hashable, Sendable {
    case testing(Int)
    case layingOut(Int)
    case setting(Int)
    case settled(Int)
    /// No candidate holds.
    case exhausted
  }

  /// What the caller does after an input.
  public enum Action: Hashable, Sendable {
    case test(ModeCandidate)
    case layOut(ModeCandidate)
    case set(ModeCandidate)
    /// The device was busy with something else: the same once more, a moment later.
    case setAgain(ModeCandidate)
    /// This candidate is in force already: nothing is set.
    case keep(ModeCandidate)
    case settled(ModeCandidate)
    case giveUp
    /// The input came too late or at the wrong time.
    case nothing
  }

  /// One try of a candidate on the device.
  public struct Attempt: Hashable, Sendable {
    /// The mode's name.
    public var mode: String
    /// Only asked, not set.
    public var isTest: Bool
    /// Why it was refused; nil where it was not.
    public var error: DisplayError?
  }

  /// What there is to try, in order.
  public let candidates: [ModeCandidate]
  /// The mode in force, where the display need not be set up anew to keep it.
  public let keptMode: ScreenMode?
  /// Where the trial is.
  public private(set) var phase: Phase
  /// What was tried so far.
  public private(set) var attempts: [Attempt] = []
  /// How often the device was too busy for a modeset.
  private var busyAnswers = 0
  /// After so many it counts as a refusal.
  private static let patience = 5

  /// A trial of these candidates.
  ///
  /// A `keptMode` is taken without a modeset when its turn comes.
  public init(candidates: [ModeCandidate], keptMode: ScreenMode?) {
    self.candidates = candidates
    self.keptMode = keptMode
    phase = .exhausted
  }

  /// Begins with the first candidate.
  public mutating func begin() -> Action { advance(to: 0) }

  /// The device has answered a test.
  public mutating func tested(_ error: DisplayError?) -> Action {
    guard case .testing(let index) = phase, index < candidates.count else { return .nothing }
    let candidate = candidates[index]
    attempts.append(Attempt(mode: candidate.name, isTest: true, error: error))
    guard error == nil || error?.isRetryable == true else { return advance(to: index + 1) }
    phase = .layingOut(index)
    return .layOut(candidate)
  }

  /// The first picture in the candidate's mode is ready.
  public mutating func laidOut() -> Action {
    guard case .layingOut(let index) = phase, index < candidates.count else { return .nothing }
    phase = .setting(index)
    return .set(candidates[index])
  }

  /// The device has answered the modeset.
  public mutating func set(_ error: DisplayError?) -> Action {
    guard case .setting(let index) = phase, index < candidates.count else { return .nothing }
    if error?.isRetryable == true, busyAnswers < Self.patience {
      busyAnswers += 1
      return .setAgain(candidates[index])
    }
    attempts.append(Attempt(mode: candidates[index].name, isTest: false, error: error))
    guard error == nil else { return advance(to: index + 1) }
    phase = .settled(index)
    return .settled(candidates[index])
  }

  /// Whether a modeset is due or under way.
  public var isSetting: Bool {
    if case .setting = phase { return true }
    return false
  }

  /// The candidate that holds.
  public var winner: ModeCandidate? {
    if case .settled(let index) = phase, index < candidates.count { return candidates[index] }
    return nil
  }

  private mutating func advance(to index: Int) -> Action {
    guard index < candidates.count else {
      phase = .exhausted
      return .giveUp
    }
    let candidate = candidates[index]
    if candidate.mode == keptMode {
      phase = .settled(index)
      return .keep(candidate)
    }
    phase = .testing(index)
    return .test(candidate)
  }
}
