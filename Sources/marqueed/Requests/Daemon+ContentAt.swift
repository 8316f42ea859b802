import Configuration
import Content
import ContentWords
import ControlProtocol
import ControlServer
import DisplayTypes
import EDID
import Scenes
import Timeline

/// What is said of a screen's content.
extension Daemon {
  /// Says what is seen of the content on a screen now, or what will be at a time, by the function that plays it.
  func contentAt(_ call: ContentAtCall, _ responder: ControlResponder) throws(ControlError) {
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
  func explain(_ call: ExplainCall, _ responder: ControlResponder) throws(ControlError) {
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
      return coordinator?.sessionOfContent?.content.map(Timeline.needsRightClock) == true
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
    if Timeline.needsRightClock(shown), !content.clock.isRight {
      notes.append(
        time == nil ? Self.clockWarning : "\(Self.clockWarning); at the time asked for it is taken for right")
    }
    func tell(_ report: ContentReport) {
      completion(
        report.moments.map { ContentMomentInfo($0.moment, region: $0.region, seen: $0.seen) }, report.troubles,
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
    momentDesk.ask(of: screen.name, shown, at: time, on: screen.geometry) { report in
      var report = report
      report.troubles = Set(report.troubles + known).sorted()
      tell(report)
    }
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
