import ControlProtocol

nonisolated extension ControlRequest {
  /// What the journal keeps of it; nil of one that changes nothing that is decided, and of one that its own entry tells of.
  var journalEntry: JournalEntry.What? {
    guard method.isJournaled else { return nil }
    switch self {
    case .show(var call):
      // What is shown decides nothing, and may be long.
      if call.content != nil { call.content = .color("#000000") }
      return entry(call)
    case .showTogether(var call):
      for index in call.contents.indices { call.contents[index].content = .color("#000000") }
      return entry(call)
    case .updateScenes(let call):
      // A scene has a window where it has content.
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

  /// Whether whoever does it tells it: after what comes before it, and only where it decides.
  var isToldByItsDoer: Bool {
    switch self {
    case .registerApp, .updateScenes: true
    default: false
    }
  }

  private func entry(_ call: some ControlParameters) -> JournalEntry.What {
    let text = try? ControlJSON.encode(call)
    let parameters = text.flatMap { try? ControlJSON.decode(JSONValue.self, from: $0) }
    return .asked(method.rawValue, parameters: parameters?.masked)
  }
}
