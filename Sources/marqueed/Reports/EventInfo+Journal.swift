import ControlProtocol

nonisolated extension EventInfo {
  /// The events that tell what was decided.
  private static let decisions: Set<EventName> = [
    .screenDidConnect, .screenDidDisconnect, .standInDidBegin, .standInDidEnd, .screenModesDidChange,
    .screenModeDidChange, .sceneWillConnect, .sceneDidDisconnect, .sessionWasAskedAgain, .sessionDidDiscard,
    .appDidBecomeForeground, .applicationsDidMove, .appDidRegister, .appDidUnregister, .appDidLoseController,
    .appDidNotAnswer, EventName(rawValue: "contentDidFail"), EventName(rawValue: "screenTrouble"),
  ]

  /// What the journal keeps of it; nil of one that decides nothing.
  ///
  /// A reason that may quote what is shown is left out, and lists that looks tell already.
  var journalEntry: JournalEntry.What? {
    guard Self.decisions.contains(event) else { return nil }
    var kept = self
    kept.modes = nil
    kept.screenInfo = nil
    if event != .sceneDidDisconnect, event != .sessionWasAskedAgain, event != .appDidLoseController {
      kept.reason = nil
    }
    return .event(kept)
  }
}
