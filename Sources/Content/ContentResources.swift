package import Composition
package import ContentModel
package import DisplayTypes
package import Presentation
package import Rasterizing

/// The services that all scenes share to make their contents.
package struct ContentResources {
  package var rasterizer: any Rasterizer
  package var documents: any DocumentRasterizer
  package var media: any MediaLibrary
  package var clock: any ContentClock
  /// The known rules of a time zone; a nil name is the machine's zone.
  package var zoneRules: (String?) -> ZoneRules?
  package let calendar = ContentCalendar()
  package let motion: MotionPreference
  package var plays: (any PlayReceiver)?
  package var setup: SetupCardState
  package let surfaces: SurfaceFeeds
  /// Nil if no video can be played.
  package let videos: (any VideoPlayers)?
  /// Nil if no stream can be played.
  package let streams: (any StreamPlayers)?
  package let pictures: PictureCache
  /// The only folder whose files a confined content may use.
  package let mediaFolder: String
  /// Whether `media` has the files of the media folder only.
  private(set) var isConfined = false

  package init(
    rasterizer: any Rasterizer, documents: any DocumentRasterizer, media: any MediaLibrary, clock: any ContentClock,
    zoneRules: @escaping (String?) -> ZoneRules? = { _ in .utc }, reducesMotion: Bool = false,
    talkTransition: TalkTransition = .deck, pictureBytes: Int = PictureCache.usualCapacity,
    mediaFolder: String = MediaPath.serviceFolder, plays: (any PlayReceiver)? = nil,
    setup: SetupCardState = SetupCardState(), surfaces: SurfaceFeeds = SurfaceFeeds(),
    videos: (any VideoPlayers)? = nil, streams: (any StreamPlayers)? = nil
  ) {
    self.rasterizer = rasterizer
    self.documents = documents
    self.media = media
    self.clock = clock
    self.zoneRules = zoneRules
    motion = MotionPreference(isReduced: reducesMotion, talkTransition: talkTransition)
    self.mediaFolder = mediaFolder
    self.plays = plays
    self.setup = setup
    self.surfaces = surfaces
    self.videos = videos
    self.streams = streams
    pictures = PictureCache(documents: documents, capacity: pictureBytes)
  }

  /// The same services, with the files of the media folder only if `isConfined`.
  package func confined(_ isConfined: Bool) -> ContentResources {
    guard isConfined, !self.isConfined else { return self }
    var confined = self
    confined.media = media.confined(
      to: mediaFolder, rule: "this content may use only files in the media folder, \(mediaFolder)")
    confined.isConfined = true
    return confined
  }

  /// The rules of the zone that a content names, or of the usual zone for nil.
  package func zone(_ name: String?) -> ZoneRules? { zoneRules(name ?? calendar.zone) }

  func zones(of needs: ContentNeeds) -> [String?: ZoneRules] {
    needs.zones.reduce(into: [:]) { $0[$1] = zone($1) }
  }

  /// Whether pictures stand still or fade instead of moving over the screen.
  package var reducesMotion: Bool { motion.isReduced }
}

package protocol ContentClock: AnyObject {
  var now: WallTime { get }
  var isRight: Bool { get }
  /// The clock of timers and animations.
  var screens: any DisplayClock { get }

  /// The screens' clock at a time of day, by the present setting of the clocks; zero for a time before the clock began.
  func moment(of time: WallTime) -> MonotonicTime

  /// Calls back after the time of day was set or `isRight` has changed. Ends when the returned object is released.
  func observe(_ didChange: @escaping () -> Void) -> AnyObject
}

/// The zone of contents that name none, and the names of days and months. They may change at any time.
package final class ContentCalendar {
  /// Nil for the machine's zone.
  package private(set) var zone: String?
  package private(set) var names = CalendarNames.english
  private let observers = ChangeObservers()

  /// Changes what all contents show.
  package func set(zone: String?, names: CalendarNames) {
    guard zone != self.zone || names != self.names else { return }
    (self.zone, self.names) = (zone, names)
    observers.notify()
  }

  /// Calls back after each change, until the returned object is released.
  func observe(_ didChange: @escaping () -> Void) -> AnyObject { observers.add(didChange) }
}

/// Whether contents may move over the screen, and how slides of a talk change. All contents share the settings, which may change at any
/// time.
package final class MotionPreference {
  /// If true, content that would move stands still or fades, from its next picture on.
  package var isReduced: Bool
  /// For the next turn of a slide. If motion is reduced, slides have no transition.
  package var talkTransition: TalkTransition

  init(isReduced: Bool, talkTransition: TalkTransition) {
    self.isReduced = isReduced
    self.talkTransition = talkTransition
  }
}

package struct ScheduledPowerOff: Hashable, Sendable {
  /// The end, or a moment at least a year ahead.
  package let until: WallTime
  package let isEnd: Bool
  /// `until` for people: the time, the day unless it is today, and the time zone, as `2026-12-07 06:00 (Asia/Tokyo)`.
  package let text: String

  init(_ span: PowerOffSpan, now: WallTime, zone: String?, _ rules: ZoneRules) {
    (until, isEnd) = (span.until, span.isEnd)
    func local(_ time: WallTime) -> Int64 { time.seconds + Int64(rules.offset(at: time.seconds)) }
    let day = local(until).dividedDown(by: 86_400)
    let seconds = local(until) - day * 86_400
    let date = day == local(now).dividedDown(by: 86_400) ? nil : CalendarDate(dayNumber: Int(day))
    let minutes = rules.offset(at: until.seconds) / 60
    let offset = "UTC\(minutes < 0 ? "-" : "+")\((abs(minutes) / 60).padded(2)):\((abs(minutes) % 60).padded(2))"
    let clock = "\((seconds / 3600).padded(2)):\((seconds / 60 % 60).padded(2))"
    text = "\(date.map { "\($0) " } ?? "")\(clock) (\(zone ?? offset))"
  }
}

extension ContentResources {
  /// The off hours of a content at `time`, by default now; nil if the power is on. Each file and folder counts as playable.
  package func powerOff(by content: ContentDescription, at time: WallTime? = nil) -> ScheduledPowerOff? {
    guard case .schedule(let schedule) = content, content.switchesPower else { return nil }
    let now = clock.now
    guard
      let span = Timeline.powerOff(
        by: content, at: time ?? now, in: context(of: content, isClockRight: time != nil || clock.isRight))
    else { return nil }
    return ScheduledPowerOff(span, now: now, zone: schedule.zone ?? calendar.zone, zone(schedule.zone) ?? .utc)
  }

  /// Whether the power is off now, by the rules of `powerOff`.
  package func isPowerOff(by content: ContentDescription) -> Bool {
    guard content.switchesPower else { return false }
    let context = context(of: content, isClockRight: clock.isRight)
    return Timeline.moment(of: content, at: clock.now, in: context).leaf == .powerOff
  }

  private func context(of content: ContentDescription, isClockRight: Bool) -> TimelineContext {
    let needs = ContentNeeds(of: content)
    var context = TimelineContext.unknown
    (context.zones, context.isClockRight) = (zones(of: needs), isClockRight)
    for folder in needs.folders { context.folders[folder] = [folder] }
    return context
  }
}
