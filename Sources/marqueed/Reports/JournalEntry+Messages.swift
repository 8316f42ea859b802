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

nonisolated extension JSONValue {
  /// What has no part in a decision and may be somebody's own: what apps keep with their sessions, and what proves who they are.
  private static let dropped: Set<String> = ["userInfo", "activity", "token"]

  /// The same without it, every content black.
  var masked: JSONValue {
    switch self {
    case .null, .bool, .integer, .number, .string: return self
    case .array(let values): return .array(values.map(\.masked))
    case .object(let values):
      var kept: [String: JSONValue] = [:]
      for (name, value) in values {
        switch value {
        case .object where name == "content": kept[name] = .object(["color": .string("#000000")])
        case .object where Self.dropped.contains(name), .string where Self.dropped.contains(name): break
        default: kept[name] = value.masked
        }
      }
      return .object(kept)
    }
  }
}
