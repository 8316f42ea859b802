import ControlProtocol

/// Compares the decisions of two reports. Times, places in the configuration file and pictures do not count.
nonisolated struct ReportComparison {
  private var differences: [String] = []

  /// A sentence for each difference, the earliest first.
  static func differences(from recorded: Report, to replayed: Report) -> [String] {
    var comparison = ReportComparison()
    // If entries were dropped, the report lacks the first events of screens, which the replay has.
    if recorded.beginning.dropped == 0 { comparison.compareEvents(recorded, replayed) }
    comparison.compareDecisions(recorded.decisions, replayed.decisions, isWhole: recorded.beginning.dropped == 0)
    comparison.compareScreens(recorded.screens, replayed.screens)
    comparison.compareSessions(recorded.sessions, replayed.sessions)
    return comparison.differences
  }

  private mutating func compare(_ what: String, _ recorded: String?, _ replayed: String?) {
    guard recorded != replayed else { return }
    differences.append("\(what): the report has \(recorded ?? "none"), the replay \(replayed ?? "none")")
  }

  private mutating func compare(_ what: String, _ recorded: [String], _ replayed: [String]) {
    guard recorded != replayed else { return }
    compare(what, recorded.joined(separator: "; "), replayed.joined(separator: "; "))
  }

  /// Compares the events of each screen in order. The order between screens may differ.
  private mutating func compareEvents(_ recorded: Report, _ replayed: Report) {
    let before = Self.events(recorded)
    let after = Self.events(replayed)
    for screen in Set(before.keys).union(after.keys).sorted() {
      let old = (before[screen] ?? []) + ["nothing more"]
      let new = (after[screen] ?? []) + ["nothing more"]
      // Later differences follow from the first one.
      if let index = zip(old, new).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset {
        differences.append("\(screen), event \(index + 1): the report has \(old[index]), the replay \(new[index])")
      }
    }
  }

  private static let compared: Set<EventName> = [
    .screenDidConnect, .screenDidDisconnect, .standInDidBegin, .standInDidEnd, .screenModesDidChange,
    .screenModeDidChange, .sceneWillConnect, .sceneDidDisconnect,
  ]

  private static func events(_ report: Report) -> [String: [String]] {
    var events: [String: [String]] = [:]
    for event in report.journal.compactMap(\.event) where compared.contains(event.event) {
      let parts: [String?] = [
        event.event.rawValue, event.event == .screenModeDidChange ? event.mode?.name ?? "dark" : nil, event.app,
        event.scene, event.session, event.reason,
      ]
      events[event.screen ?? "no screen", default: []].append(parts.compactMap(\.self).joined(separator: " "))
    }
    return events
  }

  private mutating func compareDecisions(_ recorded: [DecisionRecord], _ replayed: [DecisionRecord], isWhole: Bool) {
    compare("the screens", recorded.map(\.screen).sorted(), replayed.map(\.screen).sorted())
    for old in recorded {
      guard let new = replayed.first(where: { $0.screen == old.screen }) else { continue }
      let name = old.screen
      compare("\(name), identity of the display", Self.identity(old), Self.identity(new))
      compare("\(name), EDID settled", old.edid.settled ? "yes" : "no", new.edid.settled ? "yes" : "no")
      compare("\(name), problems of its EDID", old.edid.problems, new.edid.problems)
      compare("\(name), rule", old.rule, new.rule)
      compare("\(name), unmet wishes", old.unmetWishes.map(Self.text), new.unmetWishes.map(Self.text))
      compare("\(name), modes to try", old.candidates.map(Self.text), new.candidates.map(Self.text))
      // A screen that is dark now may have been lit before the journal began. In the replay it was not.
      if isWhole || new.shows != "dark" {
        compare("\(name), modes tried", old.attempts.map(Self.text), new.attempts.map(Self.text))
      }
      compare("\(name), mode", old.winner?.name, new.winner?.name)
      compare("\(name), settings", old.settings.map(Self.text), new.settings.map(Self.text))
      compare("\(name), shows", old.shows, new.shows)
      compare("\(name), reasons", old.showsBecause.map(Self.text), new.showsBecause.map(Self.text))
    }
  }

  private mutating func compareScreens(_ recorded: [ScreenInfo], _ replayed: [ScreenInfo]) {
    compare("the order of the screens", recorded.map(\.name), replayed.map(\.name))
    for old in recorded {
      guard let new = replayed.first(where: { $0.name == old.name }) else { continue }
      compare("\(old.name), mode in force", old.currentMode?.name, new.currentMode?.name)
      compare("\(old.name), mirrored screen", old.mirroredScreen, new.mirroredScreen)
      compare("\(old.name), session", old.scene, new.scene)
    }
  }

  private mutating func compareSessions(_ recorded: [SessionInfo], _ replayed: [SessionInfo]) {
    compare("the sessions", recorded.map(Self.text).sorted(), replayed.map(Self.text).sorted())
  }

  private static func identity(_ record: DecisionRecord) -> String {
    [record.make, record.model, record.serial].joined(separator: " ")
  }

  private static func text(_ wish: UnmetWishInfo) -> String { "\(wish.wish) (\(wish.source)): \(wish.reason)" }

  private static func text(_ candidate: CandidateInfo) -> String {
    "\(candidate.mode.name) (\(candidate.source)): \(candidate.reason)"
  }

  private static func text(_ attempt: AttemptInfo) -> String {
    let refusal = attempt.errno.map { "refused, errno \($0)" } ?? "refused"
    return "\(attempt.kind.rawValue) of \(attempt.mode.name): \(attempt.accepted ? "taken" : refusal)"
  }

  private static func text(_ setting: SettingInfo) -> String {
    "\(setting.name) \(setting.value) (\(setting.origin.rawValue))"
  }

  private static func text(_ reason: ShownReason) -> String {
    "\(reason.rule) \(reason.holds ? "holds" : "does not hold"): \(reason.reason)"
  }

  private static func text(_ session: SessionInfo) -> String {
    "\(session.identifier) \(session.app) \(session.role) \(session.configuration) \(session.screen ?? "-") "
      + session.state.rawValue
  }
}
