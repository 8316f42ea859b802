public import DisplayTypes

/// Whether somebody acts for an app.
public nonisolated enum AppPresence: Hashable, Sendable {
  /// Its controller is there, or it needs none.
  case here
  /// Its controller has gone: its manifest says what that means.
  case gone(ControllerLoss)

  /// Whether its scenes are shown.
  var isShown: Bool {
    switch self {
    case .here, .gone(.keep): true
    case .gone(.fallback), .gone(.blank): false
    }
  }
}
