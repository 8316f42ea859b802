import ControlProtocol

nonisolated extension EventInfo {
  /// The events that tell what was decided.
  private static let decisions: Set<EventName> = [
    .screenDidConnect, .screenDidDisconnect, .standInDidBegin, .standInDidEnd, .screenModesDidChange,
    .screenModeDidChange, .sceneWillConnect, .sceneDidDisconnect, .sessionWasAskedAgain, .sessionDidDiscard,
    .appDidBecomeForeground, .applicationsDidMove, .appDidRegister, .appDidUnregister, .appDidLoseController,
    .appDidNotAnswer, .inputOwnerDidChange, .displayDidTellPower,
    EventName(rawValue: "contentDidFail"), EventName(rawValue: "screenTrouble"),
  ]

  /// The events whose reason is one of a few words, or quotes nothing that is shown.
  private static let harmless: Set<EventName> = [
    .sceneDidDisconnect, .sessionWasAskedAgain, .appDidLoseController, .inputOwnerDidChange, .displayDidTellPower,
  ]

  /// What the journal keeps of it; nil of one that decides nothing.
  ///
  /// A reason that may quote what is shown is left out, and lists that looks tell already.
  var journalEntry: JournalEntry.What? {
    guard Self.decisions.contains(event) else { return nil }
    var kept = self
    kept.modes = nil
    kept.screenInfo = nil
    if !Self.harmless.contains(event) { kept.reason = nil }
    return .event(kept)
  }
}
