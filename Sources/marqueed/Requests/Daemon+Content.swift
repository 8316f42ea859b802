import Configuration
import Content
import ContentModel
import ControlProtocol
import ControlServer
import DisplayTypes
import EDID
import Logging
import Rasterizing
import Scenes

extension Daemon {
  /// The moment of a request, from which a playlist is played that is repeated some times.
  var wallTime: WallTime { content.clock.now }
}

/// What is said of a screen's content.
extension Daemon {
  /// Says what is seen of the content on a screen now, or what will be at a time, by the function that plays it.
  func handle(_ call: ContentAtCall, _ responder: ControlResponder) throws(ControlError) {
    let (coordinator, screen) = try find(call.screen)
    var time: WallTime?
    if let text = call.time {
      guard let said = WallTime(text) else {
        throw .invalidValue(parameter: "time", value: text, expected: WallTime.expected)
      }
      time = said
    }
    guard let (session, shown) = contentToTell(on: coordinator) else {
      guard coordinator.decision.picture.isDark else {
        throw .failed(message: "\(call.screen) shows no content of an app")
      }
      let why = coordinator.whyNothingIsShown
      throw .failed(message: why.reason, hint: why.hint)
    }
    guard mayKnow(session, responder) else {
      throw .accessDenied(method: ControlMethod.contentAt.rawValue, required: .control, granted: responder.access)
    }
    let isRight = content.clock.isRight
    let asked = time ?? content.clock.now
    report(session, shown, coordinator, screen, at: time) { moments, troubles, notes in
      responder.reply(
        ContentAtReply(
          time: "\(asked)", moments: moments, troubles: troubles.firstFew, clockRight: isRight, notes: notes))
    }
  }

  /// Says how a screen came to its picture, and if that is asked for, what of its content is seen.
  func handle(_ call: ExplainCall, _ responder: ControlResponder) throws(ControlError) {
    let (coordinator, screen) = try find(call.screen)
    var record = DecisionRecord(screen, coordinator.decision, standIn: configuration.standIn)
    let snapshot = screen.snapshot
    let linkNeeds = (try? EDID(bytes: snapshot.edid))?.linkNeeds(beyond: snapshot.modes) ?? []
    if let setting = scheduledPower(on: coordinator) { record.settings.append(setting) }
    record.notes = linkNeeds + powerNotes(on: screen.name)
    guard call.content == true, let (session, shown) = contentToTell(on: coordinator), mayKnow(session, responder)
    else {
      return responder.reply(ExplainReply(record: record))
    }
    report(session, shown, coordinator, screen, at: nil) { moments, troubles, notes in
      record.content = moments
      let told = Set(moments.flatMap(\.skipped))
      // What a note says already is not said again.
      record.notes +=
        notes
        + troubles.filter { trouble in !told.contains(trouble) && !notes.contains { $0.hasSuffix(trouble) } }.firstFew
      responder.reply(ExplainReply(record: record))
    }
  }

  /// Why contents of screens do not show what they are to, as long as the clock is not known to be right; nil where it is, or none waits.
  var clockWarning: String? {
    guard !content.clock.isRight else { return nil }
    let waits = system.screens.contains { screen in
      let coordinator = try? system.find(screen.name)
      return coordinator?.sessionOfContent?.content.map { ContentNeeds(of: $0).rightClock } == true
    }
    return waits ? Self.clockWarning : nil
  }

  private static let clockWarning =
    "the time of day is not known to be right: until something sets the machine's clock (NTP; see timedatectl) schedules show their "
    + "fallback, and clocks and countdowns no time; if it is right all the same, start marqueed with \(SystemDayClock.variable)=trusted"

  private func contentToTell(on coordinator: ScreenCoordinator) -> (SceneSession, ContentDescription)? {
    guard let session = coordinator.sessionOfContent ?? coordinator.coveredSession, let shown = session.content else {
      return nil
    }
    return (session, shown)
  }

  private func mayKnow(_ session: SceneSession, _ responder: ControlResponder) -> Bool {
    responder.access >= .control || !system.isPrivate(session)
  }

  /// What is seen of a content; with a time what will be then.
  private func report(
    _ session: SceneSession, _ shown: ContentDescription, _ coordinator: ScreenCoordinator, _ screen: Screen,
    at time: WallTime?, completion: @escaping ([ContentMomentInfo], _ troubles: [String], _ notes: [String]) -> Void
  ) {
    var notes = time == nil ? coordinator.whyContentIsUnseen.map { [$0] } ?? [] : []
    if ContentNeeds(of: shown).rightClock, !content.clock.isRight {
      notes.append(
        time == nil ? Self.clockWarning : "\(Self.clockWarning); at the time asked for it is taken for right")
    }
    let off = content.powerOff(by: shown, at: time)
    func tell(_ report: ContentReport) {
      completion(
        report.moments.map { ContentMomentInfo($0.moment, region: $0.region, seen: $0.seen, off) }, report.troubles,
        [report.wait].compactMap(\.self) + report.moments.compactMap(\.note) + notes)
    }
    // What is seen may have a code in it; what is due has none.
    let scene = session.scene?.delegate as? any ContentReporting
    if time == nil, coordinator.sessionOfContent === session, let report = scene?.report,
      !report.moments.contains(where: \.isSecret)
    {
      return tell(report)
    }
    // What was found out while it was played is true still while it rests, as on a screen that its schedule keeps dark.
    let known = scene?.knownTroubles ?? []
    momentQueue.ask(of: screen.name, shown, at: time, on: screen.geometry) { report in
      var report = report
      report.troubles = Set(report.troubles + known).sorted()
      tell(report)
    }
  }
}

extension ContentMomentInfo {
  /// A moment of content; off hours end when the last entry of them does, so far as that is known.
  fileprivate init(_ moment: TimelineMoment, region: String?, seen: DueContent?, _ off: ScheduledPowerOff?) {
    self.init(moment, region: region, seen: seen)
    if moment.leaf == .powerOff, let off { until = off.isEnd ? "\(off.until)" : nil }
  }
}

nonisolated extension ShownMoment {
  /// Why something else is seen than what is due; nil where that is seen.
  fileprivate var note: String? {
    let place = region.map { "\($0): " } ?? ""
    if case .nothing(let reasons) = moment.leaf, seen != moment.leaf {
      let more = reasons.count > 3 ? "; and \(reasons.count - 3) more" : ""
      return "\(place)nothing of it can be shown now, and what was there before stays: "
        + reasons.prefix(3).joined(separator: "; ") + more
    }
    return isOverdue ? "\(place)what comes next is still being made, and what was there before stays" : nil
  }
}

extension Daemon {
  /// Turns to another page of the deck that a screen shows, and answers after the flip; the page is kept.
  func handle(_ call: TurnPageCall, _ responder: ControlResponder) throws(ControlError) {
    let (coordinator, screen) = try find(call.screen)
    try checkToken(call.token, ofContentOn: coordinator, responder.access)
    let deck = try deck(on: coordinator, call.screen)
    let isPortrait = screen.geometry.map { $0.uprightPixels.height > $0.uprightPixels.width } ?? false
    let path = isPortrait ? deck.portraitFile ?? deck.file : deck.file
    let file: MediaFile
    do throws(MediaTrouble) {
      file = try content.media.open(path)
    } catch {
      throw .failed(message: "\(error)")
    }
    content.documents.countPages(of: file) { [weak self] result in
      guard let self else { return }
      do throws(ControlError) {
        switch result {
        case .success(let count): try self.turn(call, in: path, of: count, responder)
        case .failure(let error): throw .failed(message: "\(path): \(error)")
        }
      } catch {
        responder.fail(error)
      }
    }
  }

  /// What is shown may be another by now; several turns, one after the other, each go on from the one before.
  private func turn(
    _ call: TurnPageCall, in path: String, of count: Int, _ responder: ControlResponder
  ) throws(ControlError) {
    let coordinator = try find(call.screen).0
    let deck = try deck(on: coordinator, call.screen)
    guard deck.file == path || deck.portraitFile == path, let shown = coordinator.sessionOfContent?.content else {
      throw .failed(message: "\(call.screen) shows another deck by now; nothing was turned")
    }
    let page = call.turn.page(from: deck.page, of: count, number: call.page)
    func reply(_ presented: PresentedFrame?, _ notes: [String?], hint: String? = nil) {
      let notes = notes.compactMap(\.self)
      responder.reply(
        TurnPageReply(
          page: page, pages: count, presented: presented, note: notes.isEmpty ? nil : notes.joined(separator: "; "),
          hint: hint))
    }
    guard page != min(deck.page, count) else { return reply(nil, ["that page is shown already"]) }
    do throws(SceneError) {
      try coordinator.show(shown.turned(to: page)) { [weak self] outcome in
        guard let self else { return }
        checkWaits()
        stateStore.whenKept { [stateStore] in
          switch outcome {
          case .shown(let record): reply(PresentedFrame(record, screen: call.screen), [stateStore.trouble])
          case .kept(let note, let hint): reply(nil, [note, stateStore.trouble], hint: hint)
          case .failed(let error): responder.fail(ControlError(error))
          }
        }
      }
    } catch {
      throw ControlError(error)
    }
    // A second answer is dropped: what is known by now goes first.
    guard !call.waitsForFlip else { return }
    stateStore.whenKept { [stateStore] in reply(nil, [stateStore.trouble ?? "not waited for"]) }
  }

  /// The deck whose pages are turned on a screen.
  private func deck(on coordinator: ScreenCoordinator, _ screen: String) throws(ControlError) -> DeckDescription {
    let hint = "\"marqueectl show \(screen) deck FILE\" shows one"
    guard let session = coordinator.sessionOfContent, let shown = session.content else {
      throw .failed(message: "\(screen) shows no deck", hint: hint)
    }
    guard let deck = shown.deck else {
      throw .failed(
        message: "\(screen) shows a \(shown.kind.rawValue), and no deck whose pages can be turned",
        hint: hint)
    }
    guard deck.pageMilliseconds == nil else {
      throw .failed(
        message: "the pages of \(deck.file) turn by themselves; show it without a duration to turn them by command")
    }
    guard session.temporaryContent == nil else {
      throw .failed(
        message: "\(screen) shows \(deck.file) for a time only, without turning pages; show it without --for")
    }
    return deck
  }
}

extension Daemon {
  /// Sets what scenes on several screens show, all or none; they change together.
  func handle(_ call: ShowTogetherCall, _ responder: ControlResponder) throws(ControlError) {
    let group = PictureOutcomeCollector(count: call.contents.count, completion: answer(call, responder))
    var changes: [(coordinator: ScreenCoordinator, content: ContentDescription, completion: (PictureOutcome) -> Void)] =
      []
    for (index, item) in call.contents.enumerated() {
      let coordinator = try find(item.screen).0
      try checkToken(call.token, ofContentOn: coordinator, responder.access)
      changes.append(
        (
          coordinator, try ContentDescription(item.content, path: "contents.\(index).content", now: wallTime),
          { group.add($0, on: item.screen) }
        ))
    }
    do throws(SceneError) {
      try system.showTogether(changes)
    } catch {
      throw ControlError(error)
    }
    replyWithoutFlip(call, responder)
  }
}

/// The media of the configuration that cannot be shown.
extension Daemon {
  /// Calls back with a sentence for each of them, or for all if the caller may only observe.
  ///
  /// - Parameters:
  ///   - configuration: another one than that which counts.
  ///   - access: of the caller. A path may be that of a private scene.
  func inspectMedia(
    of configuration: Configuration? = nil, for access: AccessLevel = .admin,
    then completion: @escaping ([String]) -> Void
  ) {
    // The machine on which a report is replayed has none of them.
    guard options.replay == nil else { return completion([]) }
    mediaInspector.inspect((configuration ?? self.configuration).media) { warnings in
      guard let warnings else { return completion([MediaInspector.noAnswer]) }
      completion(access >= .control ? warnings.lines : [warnings.count].compactMap(\.self))
    }
  }

  /// Writes them into the log.
  func logMediaWarnings() {
    inspectMedia { [log] warnings in for warning in warnings { log.warning("\(warning)") } }
  }
}
