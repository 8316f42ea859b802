public import ContentModel
public import DisplayTypes
public import Presentation
public import Rasterizing

/// What contents are made with, shared by all scenes.
public struct ContentResources {
  /// Draws texts.
  public var rasterizer: any Rasterizer
  /// Decodes pictures and draws pages.
  public var documents: any DocumentRasterizer
  /// The files.
  public var media: any MediaLibrary
  /// The time of day.
  public var clock: any ContentClock
  /// The rules of a time zone, where they are known; nil is the machine's own.
  public var zone: (String?) -> ZoneRules?
  /// Whether things are to move.
  public let motion: MotionPreference
  /// Keeps the proof of play; nil where nobody does.
  public var plays: (any PlayReceiver)?
  /// What set-up cards say.
  public var setup: SetupCardState
  /// Decoded pictures, of all screens.
  public let pictures: PictureCache

  /// Makes a set.
  public init(
    rasterizer: any Rasterizer, documents: any DocumentRasterizer, media: any MediaLibrary, clock: any ContentClock,
    zone: @escaping (String?) -> ZoneRules? = { _ in .utc }, reducesMotion: Bool = false,
    pictureBytes: Int = PictureCache.usualCapacity, plays: (any PlayReceiver)? = nil,
    setup: SetupCardState = SetupCardState()
  ) {
    self.rasterizer = rasterizer
    self.documents = documents
    self.media = media
    self.clock = clock
    self.zone = zone
    motion = MotionPreference(isReduced: reducesMotion)
    self.plays = plays
    self.setup = setup
    pictures = PictureCache(documents: documents, capacity: pictureBytes)
  }

  /// The rules of the time zones that a content needs, where they are known.
  func zones(of needs: ContentNeeds) -> [String?: ZoneRules] {
    var zones: [String?: ZoneRules] = [:]
    for zone in needs.zones { zones[zone] = self.zone(zone) }
    return zones
  }

  /// What would move over the screen stands or fades instead.
  public var reducesMotion: Bool { motion.isReduced }
}

/// The time of day beside the clock of the screens.
public protocol ContentClock: AnyObject {
  /// The time of day.
  var now: WallTime { get }
  /// Whether that is known to be right.
  var isRight: Bool { get }
  /// The clock of the screens, which timers and animations go by.
  var screens: any DisplayClock { get }

  /// The moment on the screens' clock at which the time of day will be `time`, as far as is known now; zero for one long ago.
  func moment(of time: WallTime) -> MonotonicTime

  /// Calls back when the time of day was set, or `isRight` is another.
  ///
  /// Lasts as long as what it returns.
  func observe(_ didChange: @escaping () -> Void) -> AnyObject
}

/// Whether things are to move over the screen, shared by all contents; may change at any time.
public final class MotionPreference {
  /// What would move stands or fades instead, from the next time on.
  public var isReduced: Bool

  init(isReduced: Bool) {
    self.isReduced = isReduced
  }
}

/// A schedule has the power of its screen off.
public struct ScheduledPowerOff: Hashable, Sendable {
  /// The off hours end then, or go on for a year at least.
  public let until: WallTime
  /// Whether they end at `until`.
  public let isEnd: Bool
  /// The same moment for people: the time, the day unless it is the present one, and the time zone, as `2026-12-07 06:00 (Asia/Tokyo)`.
  public let text: String

  init(_ span: PowerOffSpan, now: WallTime, zone: String?, _ rules: ZoneRules) {
    (until, isEnd) = (span.until, span.isEnd)
    func local(_ time: WallTime) -> (day: Int64, seconds: Int64) {
      let seconds = time.seconds + Int64(rules.offset(at: time.seconds))
      let day = seconds / 86_400 - (seconds % 86_400 < 0 ? 1 : 0)
      return (day, seconds - day * 86_400)
    }
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (day, seconds) = local(until)
    let date = day == local(now).day ? nil : CalendarDate(dayNumber: Int(day))
    let minutes = rules.offset(at: until.seconds) / 60
    let offset = "UTC\(minutes < 0 ? "-" : "+")\(two(Int64(abs(minutes) / 60))):\(two(Int64(abs(minutes) % 60)))"
    text =
      (date.map { "\($0) " } ?? "") + "\(two(seconds / 3600)):\(two(seconds / 60 % 60)) (\(zone ?? offset))"
  }
}

extension ContentResources {
  /// Whether a content has the power off now, or at `time`, if all files can be played; nil if not.
  ///
  /// No folder is looked into, and each is taken to hold something.
  public func powerOff(by content: ContentDescription, at time: WallTime? = nil) -> ScheduledPowerOff? {
    guard case .schedule(let schedule) = content, content.switchesPower else { return nil }
    let now = clock.now
    guard
      let span = Timeline.powerOff(
        by: content, at: time ?? now, in: context(of: content, isClockRight: time != nil || clock.isRight))
    else { return nil }
    return ScheduledPowerOff(span, now: now, zone: schedule.zone, zone(schedule.zone) ?? .utc)
  }

  /// Whether a content has the power off now, if all files can be played.
  public func isPowerOff(by content: ContentDescription) -> Bool {
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
