/// The lifecycle calls of some apps, in order.
@MainActor
final class CallJournal {
  private var calls: [String] = []

  /// Hears these apps from now on.
  init(_ apps: TestApp...) {
    for app in apps { app.onCall = { [weak self] call in self?.calls.append(call) } }
  }

  /// The calls since it was asked last.
  func take() -> [String] {
    defer { calls = [] }
    return calls
  }
}
