internal import Composition
internal import ContentModel
public import DisplayTypes
internal import Presentation

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

extension Result where Failure == DisplayError {
  /// The failure, if it is one.
  var error: DisplayError? {
    if case .failure(let error) = self { return error }
    return nil
  }
}

/// A screen that is in the mode that is due already, with what the daemon's life before, a boot splash or a console has left on it.
///
/// That stays until the first picture is laid out. It never applies to a screen that this daemon has lit: the former picture is replaced.
struct ScreenTakeOver {
  /// What the first picture is.
  struct Awaited: Equatable {
    var shown: ShownPicture
    var cover: PictureCover
    var content: ContentDescription?
  }

  /// What is waited for; nil before anything is laid out.
  var awaited: Awaited?
  /// When what stands there goes all the same.
  let end: MonotonicTime

  /// As long as the first text may take (`RasterizerSettings`): before that, black would come between the splash and the text.
  static let patience: UInt64 = 15_000_000_000
}

/// What is tried on a display that says nothing of itself and was never seen: modes that everything shows.
nonisolated enum FailSafeModes {
  /// 1024x768 and 640x480 at 60 Hz (VESA DMT); the kernel guesses up to the same size.
  static let all: [ScreenMode] = [
    ScreenMode(
      clockKilohertz: 65_000, horizontal: ModeTiming(display: 1024, syncStart: 1048, syncEnd: 1184, total: 1344),
      vertical: ModeTiming(display: 768, syncStart: 771, syncEnd: 777, total: 806), flags: negativeSyncs),
    ScreenMode(
      clockKilohertz: 25_175, horizontal: ModeTiming(display: 640, syncStart: 656, syncEnd: 752, total: 800),
      vertical: ModeTiming(display: 480, syncStart: 490, syncEnd: 492, total: 525), flags: negativeSyncs),
  ]

  /// `DRM_MODE_FLAG_NHSYNC | DRM_MODE_FLAG_NVSYNC`.
  private static let negativeSyncs: UInt32 = 1 << 1 | 1 << 3
}
