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
    case .unregisterApp(let call): return entry(call)
    case .activateSession(let call): return entry(call)
    case .destroySession(let call): return entry(call)
    // Talks and answers of apps have entries of their own.
    case .screens, .modes, .explain, .contentAt, .turnPage, .apps, .ownInput, .sendInput, .startDisplayLink,
      .stopDisplayLink, .sessions, .getSession, .setUserInfo, .plays, .refreshSessions, .snapshot, .answerApp,
      .startTalk,
      .endTalk, .getTalk, .watchTalk, .controlTalk, .talkSlides, .setTalkNotes, .talkPicture, .filePicture, .identify,
      .reload, .plan,
      .events, .wait, .screenshot, .status, .offerSetup, .simulate, .report:
      return nil
    }
  }

  /// Whether whoever does it tells it: after what comes before it, and only where it decides.
  var isToldByItsDoer: Bool {
    switch self {
    case .registerApp, .updateScenes: true
    default: false
    }
  }

  private func entry<Call: ControlParameters>(_ call: Call) -> JournalEntry.What {
    let text = try? ControlJSON.encode(call)
    let parameters = text.flatMap { try? ControlJSON.decode(JSONValue.self, from: $0) }
    return .asked(Call.method.rawValue, parameters: parameters?.masked)
  }
}
