import ControlClient
import ControlProtocol
import SpeakerNotes
import SpeakerView

/// What the daemon is told, and what comes from it.
extension Presenter {
  /// Connects where there is no connection and it is time to.
  func keepLink() {
    guard !link.isConnected, ending == nil, state.now >= link.retryAt ?? 0 else { return }
    do throws(ClientError) {
      try link.open(now: state.now)
      (asksNoMore, failures) = ([], 0)
      takeNews()
      if link.isConnected { state.setLink(.connected) }
    } catch {
      lost(error)
    }
    needsDrawing = true
  }

  /// The connection is lost: says so, and goes on trying.
  private func lost(_ error: ClientError) {
    if link.isConnected { link.lose(now: state.now) }
    enquiry.drop()
    switch error {
    case .noDaemon: state.setLink(.lost("The daemon does not run; trying again until it does"))
    case .lost, .timedOut, .invalidReply, .failed:
      state.setLink(.lost("The daemon does not answer; trying again until it does"))
    case .refused(let message): state.setLink(.lost(message))
    }
  }

  /// The talk changed.
  func takeNews() {
    do throws(ClientError) {
      guard let reply = try link.news() else { return }
      guard let talk = reply.talk else {
        ending = .talkIsOver
        return
      }
      if talk.page != state.talk.page { refresh.insert(talk.page) }
      learn(talk)
    } catch {
      lost(error)
    }
  }

  /// The daemon says how the talk is; with another deck nothing of the former is of use.
  private func learn(_ talk: TalkInfo) {
    let before = (state.talk.identifier, state.talk.deckVersion)
    state.update(talk)
    needsDrawing = true
    guard before != (state.talk.identifier, state.talk.deckVersion) else { return }
    // Notes are for the talk that this view was opened for.
    if before.0 != state.talk.identifier { notes = nil }
    pictures.forgetAll()
    (asksNoMore, failures, askAgainAt) = ([], 0, 0)
    // What is on its way is of the former.
    enquiry.drop()
  }

  /// Does something in the talk; a key that is pressed while the daemon is away does nothing, and says so.
  func control(_ call: ControlTalkCall) {
    guard link.isConnected else {
      state.tell("Nothing was done: the daemon does not answer; trying again until it does", isBad: true)
      return
    }
    do throws(ClientError) {
      learn(try link.call(call).talk)
    } catch {
      switch error {
      case .failed(.noTalk): ending = .talkIsOver
      case .failed, .refused: state.tell(error.description, isBad: true)
      case .noDaemon, .lost, .timedOut, .invalidReply: lost(error)
      }
    }
  }

  /// Asks for what is not known yet: first what is looked at.
  func askFurther() {
    guard link.isConnected, enquiry.isFree, state.now >= askAgainAt, ending == nil else { return }
    do throws(ClientError) {
      if let page = refresh.popFirst() {
        try enquiry.ask(slidesFrom: page, count: 2)
      } else if state.slides[state.talk.page] == nil, let page = state.firstUnknown {
        try enquiry.ask(slidesFrom: page, count: 10)
      } else if let picture = pictures.wanted(shown?.pictures ?? []).first(where: { !asksNoMore.contains($0) }) {
        try enquiry.ask(picture)
      } else if let page = state.firstUnknown {
        try enquiry.ask(slidesFrom: page, count: 50)
      } else {
        sendNotes()
      }
    } catch {
      putOff(error)
    }
  }

  /// Asks again later: a deck that is being opened has no slides for a moment.
  ///
  /// What fails for the fourth time is told, or left.
  private func putOff(_ error: ClientError) {
    failures += 1
    askAgainAt = state.now + (failures < 4 ? 500_000_000 : 4_000_000_000)
    guard case .failed(let reason) = error, failures >= 4 else { return }
    if let picture = enquiry.asked {
      // One that cannot be drawn is told of by the talk itself.
      asksNoMore.insert(picture)
    } else if failures == 4 {
      state.tell(reason.description, isBad: true)
      sendNotes()
    }
  }

  func takeAnswer() {
    do throws(ClientError) {
      let answer = try enquiry.answer()
      if answer != nil { failures = 0 }
      switch answer {
      case .slides(let reply):
        state.learn(reply.slides)
        // A deck that has fewer pages than it had, or none at present.
        if reply.slides.isEmpty { askAgainAt = state.now + 2_000_000_000 }
      case .picture(let picture, let reply): pictures.learn(reply, for: picture)
      case nil: break
      }
      needsDrawing = true
    } catch {
      putOff(error)
    }
  }

  /// Sets the notes of the file for all who drive this talk; a daemon that goes meanwhile is sent them again.
  private func sendNotes() {
    learnWhichTalk()
    // Where the deck's labels cannot be had, its pages are counted.
    guard link.isConnected, ending == nil, let wanted = notes, state.talk.pages > 0,
      state.firstUnknown == nil || failures >= 4,
      let isWanted = wanted.isWanted(for: state.talk, over: state.slides.values)
    else { return }
    guard isWanted else {
      // What came of those that were sent.
      if wanted.sent != nil { refresh.insert(state.talk.page) }
      notes = nil
      return
    }
    let labels = (1...state.talk.pages).map { state.slides[$0]?.label ?? "\($0)" }
    let found = SlideNotes(wanted.file, labels: labels)
    needsDrawing = true
    do throws(ClientError) {
      notes?.sent = found.version
      try set(found)
      notes = nil
      state.learn(found.notes)
      if let problem = found.problem { state.tell(problem, isBad: true) }
    } catch {
      switch error {
      case .noDaemon, .lost, .timedOut, .invalidReply: lost(error)
      case .failed, .refused:
        notes = nil
        state.tell("The notes of \(wanted.file.name) could not be set: \(error.description)", isBad: true)
      }
    }
  }

  /// Asks how the talk is, before notes are sent: after a lost connection it may be another, or have notes.
  private func learnWhichTalk() {
    guard notes != nil else { return }
    do throws(ClientError) {
      if let talk = try link.call(GetTalkCall()).talk { learn(talk) } else { ending = .talkIsOver }
    } catch {
      lost(error)
    }
  }

  private func set(_ found: SlideNotes) throws(ClientError) {
    let calls: [SetTalkNotesCall]
    do throws(ControlError) {
      calls = try found.calls(for: state.talk.identifier)
    } catch {
      throw .failed(error)
    }
    for call in calls { _ = try link.call(call) }
  }
}
