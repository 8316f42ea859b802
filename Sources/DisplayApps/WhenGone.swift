internal import ControlProtocol

/// What the displays of an app show once its process has ended.
public enum WhenGone: Sendable, CaseIterable {
  /// What they show then.
  case keep
  /// What is due without the app: another one that stands in (`fallback` in the configuration), or nothing.
  case fallback
  /// Black, where the app is in the foreground.
  case blank

  /// As it is sent.
  var info: ControllerLossInfo {
    switch self {
    case .keep: .keep
    case .fallback: .fallback
    case .blank: .blank
    }
  }
}
