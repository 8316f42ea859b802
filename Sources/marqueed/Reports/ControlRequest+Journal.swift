import ControlProtocol

nonisolated extension ControlRequest {
  /// What the journal keeps of it; nil of one that changes nothing that is decided, and of one that its own entry tells of.
  var journalEntry: JournalEntry.What? {
    switch self {
    case .setMode(let call): return entry(call)
    case .confirmMode(let call): return entry(call)
    case .rotate(let call): return entry(call)
    case .setScale(let call): return entry(call)
    case .setOverscan(let call): return entry(call)
    case .reset(let call): return entry(call)
    case .show(var call):
      // What is shown decides nothing, and may be long.
      if call.content != nil { call.content = .color("#000000") }
      return entry(call)
    case .showTogether(var call):
      for index in call.contents.indices { call.contents[index].content = .color("#000000") }
      return entry(call)
    case .blank(let call): return entry(call)
    case .freeze(let call): return entry(call)
    case .power(let call): return entry(call)
    case .setForeground(let call): return entry(call)
    case .setSupport(let call): return entry(call)
    case .setMirror(let call): return entry(call)
    case .placeApp(let call): return entry(call)
    case .requestScene(let call): return entry(call)
    case .setFrame(let call): return entry(call)
    case .registerApp(let call): return entry(call)
    case .updateScenes(let call): return call.changes.contains { $0.window != nil } ? entry(call) : nil
    case .unregisterApp(let call): return entry(call)
    case .activateSession(let call): return entry(call)
    case .destroySession(let call): return entry(call)
    // What is said in a talk, and what an app answers, is theirs.
    case .answerApp: return secret(AnswerAppCall.self)
    case .startTalk: return secret(StartTalkCall.self)
    case .endTalk: return secret(EndTalkCall.self)
    case .screens, .modes, .explain, .contentAt, .turnPage, .apps, .ownInput, .sendInput, .startDisplayLink,
      .stopDisplayLink, .sessions, .getSession, .setUserInfo, .plays, .refreshSessions, .snapshot, .getTalk, .watchTalk,
      .controlTalk, .talkSlides, .setTalkNotes, .talkPicture, .identify, .reload, .plan, .events, .wait, .screenshot,
      .status,
      .simulate,
      .report:
      return nil
    }
  }

  private func entry<Call: ControlParameters>(_ call: Call) -> JournalEntry.What {
    let text = try? ControlJSON.encode(call)
    let parameters = text.flatMap { try? ControlJSON.decode(JSONValue.self, from: $0) }
    return .asked(Call.method.rawValue, parameters: parameters?.masked)
  }

  private func secret<Call: ControlParameters>(_ call: Call.Type) -> JournalEntry.What {
    .asked(Call.method.rawValue, parameters: nil)
  }
}
