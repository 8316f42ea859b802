public import DisplayTypes

/// Who or what named a candidate.
public enum ModeChoiceSource: Hashable, Sendable, CustomStringConvertible {
  /// Somebody tries it out, and has not confirmed it.
  case trialChoice
  /// Somebody asked for it while the daemon ran.
  case runtimeChoice
  /// The scene's own wish, and where it was written.
  case sceneWish(SourceLocation?)
  /// The rule for the screen, and where it was written.
  case rule(SourceLocation?)
  /// The mode that the last known display on this connector used.
  case history
  /// The display prefers it.
  case preferred
  /// What is left to show a picture with.
  case fallback

  /// As in "asked for by …".
  public var description: String {
    switch self {
    case .trialChoice: "the choice that is tried out"
    case .runtimeChoice: "the run-time choice"
    case .sceneWish(let location): location.map { "the scene's wish (\($0))" } ?? "the scene's wish"
    case .rule(let location): location.map { "the rule (\($0))" } ?? "the rule"
    case .history: "the last display on this connector"
    case .preferred: "the display"
    case .fallback: "the fallback"
    }
  }

  /// A short word for machines: `trialChoice`, `runtimeChoice`, `sceneWish`, `rule`, `history`, `preferred` or `fallback`.
  public var word: String {
    switch self {
    case .trialChoice: "trialChoice"
    case .runtimeChoice: "runtimeChoice"
    case .sceneWish: "sceneWish"
    case .rule: "rule"
    case .history: "history"
    case .preferred: "preferred"
    case .fallback: "fallback"
    }
  }
}
