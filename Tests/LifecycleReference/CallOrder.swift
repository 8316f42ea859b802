/// Which call of a scene may follow which.
public enum CallOrder {
  /// A call of a scene's delegate.
  public enum Call: String, Hashable, Sendable, CaseIterable {
    case willConnect
    case willEnterForeground
    case didBecomeActive
    case willResignActive
    case didEnterBackground
    case didDisconnect
  }

  /// All pairs that may be; a scene ends with `didDisconnect`, and its session may begin another.
  static let successors: Set<[Call]> = [
    [.willConnect, .willEnterForeground],
    [.willConnect, .didDisconnect],
    [.willEnterForeground, .didBecomeActive],
    [.willEnterForeground, .didEnterBackground],
    [.didBecomeActive, .willResignActive],
    [.willResignActive, .didBecomeActive],
    [.willResignActive, .didEnterBackground],
    [.didEnterBackground, .willEnterForeground],
    [.didEnterBackground, .didDisconnect],
    [.didDisconnect, .willConnect],
  ]

  /// Whether a call is allowed. A nil before it means no earlier call, or a daemon that was killed.
  static func admits(_ call: Call, after last: Call?) -> Bool {
    guard let last else { return call == .willConnect }
    return successors.contains([last, call])
  }

  /// The state in which a call leaves a scene.
  static func state(after call: Call?) -> String {
    switch call {
    case nil, .didDisconnect: "unattached"
    case .willConnect, .didEnterBackground: "background"
    case .willEnterForeground, .willResignActive: "foregroundInactive"
    case .didBecomeActive: "foregroundActive"
    }
  }
}
