/// The answer to `ShownPictureDecision`: what a screen shows, what lies over it, and why.
public nonisolated struct ScreenPicture: Hashable, Sendable {
  /// What is due there.
  public var shown: ShownPicture
  /// What lies over that.
  public var cover: PictureCover
  /// The rules that were asked, in order; the last decided.
  public var reasons: [ShownPictureDecision.Reason]

  /// Makes an answer; without arguments that of a screen for which nothing was decided yet.
  public init(
    _ shown: ShownPicture = .idle, cover: PictureCover = .clear, reasons: [ShownPictureDecision.Reason] = []
  ) {
    self.shown = shown
    self.cover = cover
    self.reasons = reasons
  }

  /// The rule that decided; nil where nothing was decided yet.
  public var rule: String? { reasons.last?.rule }

  /// Whether an alarm is due.
  var isAlarm: Bool { rule == "alarm" }

  /// Whether the daemon's own app is due, which is in front of all others.
  var isFront: Bool { rule == "talk" && shown != .idle }

  /// Whether nothing is seen of the scene that is due, so that its layout is not waited for.
  var hidesScene: Bool { cover.isBlank }

  /// Whether the screen has no signal from us.
  public var isDark: Bool {
    switch shown {
    case .dark, .untouched: true
    case .scene, .applications, .masked, .black, .mirror, .idle: false
    }
  }
}
