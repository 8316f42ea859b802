public import DisplayTypes
public import ModeSelection

/// How a screen came to its mode and its picture: what `explain` tells.
public nonisolated struct ScreenDecision: Hashable, Sendable {
  /// A step on the way from plug to picture.
  public struct Step: Hashable, Sendable {
    public var name: String
    public var time: MonotonicTime
  }

  public var rule: ModeRule?
  public var plan: ModeSelectionPlan
  public var attempts: [ModeTrial.Attempt]
  public var winner: ModeCandidate?
  public var settings: ScreenSettings?
  public var steps: [Step]
  public var modesets: Int
  public var picture: ShownPicture
  public var reasons: [ShownPictureDecision.Reason]

  init() {
    plan = ModeSelectionPlan()
    attempts = []
    steps = []
    modesets = 0
    picture = .idle
    reasons = []
  }
}
