internal import DisplayTypes

extension SceneSystem {
  /// The most apps of which it is kept what was said of external displays.
  static let supportChoices = 256

  /// Forgets what is kept of apps that have been away for a year and have no sessions: of support, and where they were placed.
  func expireChoices() {
    guard let today else { return }
    let named = Set(support.apps.keys).union(memory.records.compactMap(\.choices.placedApp))
    let present = Set(apps.map(\.name)).union(store.sessions.map(\.app))
    let over = absent.takeOver(named: named, present: present, today: today)
    guard !over.isEmpty else { return }
    for name in over { support.apps[name] = nil }
    memory.updateChoices { if let placed = $1.placedApp, over.contains(placed) { $1.placedApp = nil } }
  }

  /// Forgets what was said of external displays for an app that is not there, where there are too many; of several the one away for
  /// longest.
  func makeRoomForSupport(of app: String) {
    guard support.apps[app] == nil, support.apps.count >= SceneSystem.supportChoices else { return }
    let gone = support.apps.keys.filter { self.app($0) == nil }
    let first = gone.min { (absent.days[$0] ?? .max, $0) < (absent.days[$1] ?? .max, $1) }
    if let first { support.apps[first] = nil }
  }
}
