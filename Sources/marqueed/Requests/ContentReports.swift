import Composition
import Configuration
import Content
import ContentModel
import ControlProtocol
import Scenes

/// Reports the visible items of contents, and why other items are not visible.
struct ContentReports {
  let system: SceneSystem
  let content: ContentResources
  let moments: MomentQueue

  init(system: SceneSystem, content: ContentResources) {
    self.system = system
    self.content = content
    moments = MomentQueue(content)
  }

  /// A sentence if a content waits for the clock to be right; nil otherwise.
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
    + "fallback, and clocks and countdowns no time; if the clock is right anyway, start marqueed with \(SystemDayClock.variable)=trusted"

  /// The content of a screen, including covered content.
  func shownContent(on coordinator: ScreenCoordinator) -> (SceneSession, ContentDescription)? {
    guard let session = coordinator.sessionOfContent ?? coordinator.coveredSession, let shown = session.content else {
      return nil
    }
    return (session, shown)
  }

  /// Whether a caller may read the content and the data of a session.
  func isOpen(_ session: SceneSession, to access: AccessLevel) -> Bool {
    access.contains(.control) || !system.isPrivate(session)
  }

  /// A sentence on the parts of a shown content that have no picture, because a server or a program does not send any.
  func absence(in shown: ContentDescription) -> String? {
    let needs = ContentNeeds(of: shown)
    return ((content.streams?.troubles(of: needs.streams) ?? []) + content.surfaces.troubles(of: needs.surfaces)).first
  }

  /// Reports the visible items of a content, now or at a given time.
  func report(
    _ session: SceneSession, _ shown: ContentDescription, _ coordinator: ScreenCoordinator, _ screen: Screen,
    at time: WallTime?, completion: @escaping ([ContentMomentInfo], _ troubles: [String], _ notes: [String]) -> Void
  ) {
    var notes = time == nil ? coordinator.whyContentIsUnseen.map { [$0] } ?? [] : []
    if ContentNeeds(of: shown).rightClock, !content.clock.isRight {
      notes.append(
        time == nil ? Self.clockWarning : "\(Self.clockWarning); for the given time, the clock counts as right")
    }
    if time == nil, let videos = content.videos { notes += videos.notes(about: ContentNeeds(of: shown).paths) }
    if time == nil, let streams = content.streams { notes += streams.notes(about: ContentNeeds(of: shown).streams) }
    if time == nil { notes += content.surfaces.notes(about: ContentNeeds(of: shown).surfaces) }
    let off = content.powerOff(by: shown, at: time)
    func complete(_ report: ContentReport) {
      completion(
        report.moments.map { ContentMomentInfo($0.moment, region: $0.region, seen: $0.seen, off) }, report.troubles,
        [report.wait].compactMap(\.self) + report.moments.compactMap(\.note) + notes)
    }
    // A visible item may contain a code; a due item has none.
    let scene = session.scene?.delegate as? any ContentReporting
    if time == nil, coordinator.sessionOfContent === session, let report = scene?.report,
      !report.moments.contains(where: \.isSecret)
    {
      return complete(report)
    }
    // Known troubles stay true while the content does not play, for example while its schedule keeps the screen dark.
    let known = scene?.knownTroubles ?? []
    moments.answer(of: screen.name, shown, isConfined: session.isConfined, at: time, on: screen.geometry) { report in
      var report = report
      report.troubles = Set(report.troubles + known).sorted()
      complete(report)
    }
  }
}

extension ContentMomentInfo {
  /// Off hours end with the last entry of the schedule that belongs to them, if that is known.
  fileprivate init(_ moment: TimelineMoment, region: String?, seen: DueContent?, _ off: ScheduledPowerOff?) {
    self.init(moment, region: region, seen: seen)
    if moment.leaf == .powerOff, let off { until = off.isEnd ? "\(off.until)" : nil }
  }
}

nonisolated extension ShownMoment {
  /// The reason why the due item is not visible; nil if it is.
  fileprivate var note: String? {
    let place = region.map { "\($0): " } ?? ""
    if case .nothing(let reasons) = moment.leaf, seen != moment.leaf {
      let more = reasons.count > 3 ? "; and \(reasons.count - 3) more" : ""
      return "\(place)none of it can be shown now, so the previous picture stays: "
        + reasons.prefix(3).joined(separator: "; ") + more
    }
    return isOverdue ? "\(place)the next picture is not ready yet, so the previous picture stays" : nil
  }
}
