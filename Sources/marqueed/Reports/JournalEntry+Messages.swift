import ControlProtocol

nonisolated extension ControlRequest {
  /// The entry of a request; nil if the request changes no decision, or another entry records it.
  var journalEntry: JournalEntry.Kind? {
    guard method.isJournaled else { return nil }
    switch self {
    case .show(var call):
      // The content decides nothing, and may be long.
      if call.content != nil { call.content = .color("#000000") }
      return entry(call)
    case .showTogether(var call):
      for index in call.contents.indices { call.contents[index].content = .color("#000000") }
      return entry(call)
    case .updateScenes(let call):
      // A scene has a window if it has content.
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

  /// Whether its handler adds the entry: after those that come before it, and only if the request decides.
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
  /// The events that report decisions.
  private static let decisions: Set<EventName> = [
    .screenDidConnect, .screenDidDisconnect, .standInDidBegin, .standInDidEnd, .screenModesDidChange,
    .screenModeDidChange, .sceneWillConnect, .sceneDidDisconnect, .sessionWasAskedAgain, .sessionDidDiscard,
    .appDidBecomeForeground, .applicationsDidMove, .appDidRegister, .appDidUnregister, .appDidLoseController,
    .appDidNotAnswer, .inputOwnerDidChange, .displayDidTellPower,
    EventName(rawValue: "contentDidFail"), EventName(rawValue: "screenTrouble"),
  ]

  /// The events whose reason is one of a few words, or quotes no content.
  private static let harmless: Set<EventName> = [
    .sceneDidDisconnect, .sessionWasAskedAgain, .appDidLoseController, .inputOwnerDidChange, .displayDidTellPower,
  ]

  /// The entry of an event, without a reason that may quote content, and without lists that probes have; nil if it decides nothing.
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
  /// The members that decide nothing and may be private: the data and the tokens of apps.
  private static let dropped: Set<String> = ["userInfo", "activity", "token"]

  /// The same without these members, every content black.
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
