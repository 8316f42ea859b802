import ControlProtocol

nonisolated extension ControlRequest {
  /// The journal entry of a request; nil if the request changes no decision, or if another entry records it.
  var journalEntry: JournalEntry.Kind? {
    guard method.isJournaled else { return nil }
    switch self {
    case .show(var call):
      // The content changes no decision, and may be long.
      if call.content != nil { call.content = .color("#000000") }
      return entry(call)
    case .showTogether(var call):
      for index in call.contents.indices { call.contents[index].content = .color("#000000") }
      return entry(call)
    case .updateScenes(let call):
      // Only whether there is content matters: then the scene has a window.
      var kept = UpdateScenesCall(changes: [])
      for change in call.changes where change.window != nil || change.content != nil || change.configured == true {
        kept.changes.append(
          SceneChangeInfo(
            session: change.session, content: change.content == nil ? nil : .color("#000000"),
            configured: change.configured, window: change.window))
      }
      return kept.changes.isEmpty ? nil : entry(kept)
    default: return entry(parameters)
    }
  }

  /// Whether the handler adds the entry itself. It does so after earlier entries, and only if the request changes a decision.
  var isNotedByHandler: Bool {
    switch self {
    case .registerApp, .updateScenes: true
    default: false
    }
  }

  private func entry(_ call: some ControlParameters) -> JournalEntry.Kind {
    let text = try? ControlJSON.encode(call)
    let parameters = text.flatMap { try? ControlJSON.decode(JSONValue.self, from: $0) }
    return .requested(method.rawValue, parameters: parameters?.masked)
  }
}

nonisolated extension EventInfo {
  private static let decisions: Set<EventName> = [
    .screenDidConnect, .screenDidDisconnect, .standInDidBegin, .standInDidEnd, .screenModesDidChange,
    .screenModeDidChange, .sceneWillConnect, .sceneDidDisconnect, .sessionWasAskedAgain, .sessionDidDiscard,
    .appDidBecomeForeground, .applicationsDidMove, .appDidRegister, .appDidUnregister, .appDidLoseController,
    .appDidNotAnswer, .inputOwnerDidChange, .displayDidTellPower, .alarmDidRaise, .alarmDidClear,
    EventName(rawValue: "contentDidFail"), EventName(rawValue: "screenTrouble"),
  ]

  /// Events whose reason is one of a few words, so that it quotes no content.
  private static let harmless: Set<EventName> = [
    .sceneDidDisconnect, .sessionWasAskedAgain, .appDidLoseController, .inputOwnerDidChange, .displayDidTellPower,
    .alarmDidRaise, .alarmDidClear,
  ]

  /// The journal entry of an event; nil if it reports no decision. The entry leaves out a reason that may quote content, and lists that
  /// probes have.
  var journalEntry: JournalEntry.Kind? {
    guard Self.decisions.contains(event) else { return nil }
    var kept = self
    kept.modes = nil
    kept.screenInfo = nil
    if !Self.harmless.contains(event) { kept.reason = nil }
    return .event(kept)
  }
}

nonisolated extension JSONValue {
  /// Members that change no decision and may be private: the data and tokens of apps.
  private static let dropped: Set<String> = ["userInfo", "activity", "token"]

  /// A copy without these members, in which every content is black.
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
