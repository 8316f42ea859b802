internal import Composition
internal import ContentModel
package import DisplayTypes
internal import Presentation

/// The way from candidates to a mode in force: each candidate is tested, laid out and set, in order, until one holds. Pure.
///
///     testing ──accepted──▶ layingOut ──laid out──▶ setting ──done──▶ settled
///        ▲ refused: next       (the mode that is in force needs no setting)
///        └──────────────────────────── refused: next ──┘
///                                (busy: the same again, a few times)
package nonisolated struct ModeTrial: Hashable, Sendable {
  /// The phase of the trial; the number is a candidate's index.
  enum Phase: Hashable, Sendable {
    case testing(Int)
    case layingOut(Int)
    case setting(Int)
    case settled(Int)
    case exhausted
  }

  /// The caller's action after an input.
  enum Action: Hashable, Sendable {
    case test(ModeCandidate)
    case layOut(ModeCandidate)
    case set(ModeCandidate)
    /// The device was busy: set the mode again, a moment later.
    case setAgain(ModeCandidate)
    /// The mode is in force already, so set nothing.
    case keep(ModeCandidate)
    case settled(ModeCandidate)
    case giveUp
    /// The input was late.
    case nothing
  }

  /// A try of a candidate on the device.
  package struct Attempt: Hashable, Sendable {
    package var candidate: ModeCandidate
    /// Whether the candidate was only tested, and not set.
    package var isTest: Bool
    /// The refusal, if any.
    package var error: DisplayError?
  }

  let candidates: [ModeCandidate]
  /// A mode that needs no modeset.
  let keptMode: ScreenMode?
  private(set) var phase: Phase
  private(set) var attempts: [Attempt] = []
  /// The number of refusals because the device was busy.
  private var busyAnswers = 0
  /// After this number of busy answers, the mode counts as refused.
  private static let patience = 5

  /// Makes a trial; `keptMode` needs no modeset at its turn.
  init(candidates: [ModeCandidate], keptMode: ScreenMode?) {
    self.candidates = candidates
    self.keptMode = keptMode
    phase = .exhausted
  }

  mutating func begin() -> Action { advance(to: 0) }

  /// Takes the result of a test.
  mutating func tested(_ error: DisplayError?) -> Action {
    guard case .testing(let index) = phase, let candidate = current else { return .nothing }
    attempts.append(Attempt(candidate: candidate, isTest: true, error: error))
    guard error == nil || error?.isRetryable == true else { return advance(to: index + 1) }
    phase = .layingOut(index)
    return .layOut(candidate)
  }

  /// Records that the layout for the candidate is ready, or given up.
  mutating func laidOut() -> Action {
    guard case .layingOut(let index) = phase, let candidate = current else { return .nothing }
    phase = .setting(index)
    return .set(candidate)
  }

  /// Takes the result of a modeset.
  mutating func set(_ error: DisplayError?) -> Action {
    guard case .setting(let index) = phase, let candidate = current else { return .nothing }
    if error?.isRetryable == true, busyAnswers < Self.patience {
      busyAnswers += 1
      return .setAgain(candidate)
    }
    attempts.append(Attempt(candidate: candidate, isTest: false, error: error))
    guard error == nil else { return advance(to: index + 1) }
    phase = .settled(index)
    return .settled(candidate)
  }

  var isSetting: Bool {
    if case .setting = phase { true } else { false }
  }

  /// The current candidate; nil if none is left.
  var current: ModeCandidate? {
    switch phase {
    case .testing(let index), .layingOut(let index), .setting(let index), .settled(let index):
      index < candidates.count ? candidates[index] : nil
    case .exhausted: nil
    }
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
  var error: DisplayError? {
    if case .failure(let error) = self { return error }
    return nil
  }
}

/// The picture of an earlier daemon process or of a boot splash, in the mode that is due. It stays until the first picture is laid out,
/// unless this process has lit the screen.
struct ScreenTakeOver {
  /// The expected first picture.
  struct Awaited: Equatable {
    var shown: ShownPicture
    var cover: PictureCover
    var content: ContentDescription?
  }

  /// Nil before the first layout.
  var awaited: Awaited?
  /// The end of the wait.
  let end: MonotonicTime

  /// The longest time for a first text (`RasterizerSettings`), so that no black comes between the splash and the text.
  static let patience: UInt64 = 15_000_000_000
}

nonisolated enum FailSafeModes {
  /// For displays without an EDID: 1024x768 and 640x480 at 60 Hz (VESA DMT), the kernel's largest guess and its smallest mode.
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
