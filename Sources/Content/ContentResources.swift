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
  public var plays: (any PlayLedger)?
  /// What set-up cards say.
  public var setup: SetupBoard
  /// Decoded pictures, of all screens.
  public let pictures: PictureCache

  /// Makes a set.
  public init(
    rasterizer: any Rasterizer, documents: any DocumentRasterizer, media: any MediaLibrary, clock: any ContentClock,
    zone: @escaping (String?) -> ZoneRules? = { _ in .utc }, reducesMotion: Bool = false,
    pictureBytes: Int = PictureCache.usualCapacity, plays: (any PlayLedger)? = nil,
    setup: SetupBoard = SetupBoard()
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
  func zones(of content: ContentDescription) -> [String?: ZoneRules] {
    var zones: [String?: ZoneRules] = [:]
    for zone in Timeline.zones(of: content) { zones[zone] = self.zone(zone) }
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
  /// When the schedule's next entry counts: within a day, since entries begin on each of their days.
  public let until: WallTime
  /// The same as clocks of this machine's zone show it, as `06:00`.
  public let localTime: String

  init(until: WallTime, zone: ZoneRules) {
    self.until = until
    let day: Int64 = 86_400
    let seconds = (until.seconds % day + day + Int64(zone.offset(at: until.seconds) % 86_400)) % day
    localTime = [seconds / 3600, seconds / 60 % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}

extension ContentResources {
  /// Whether a content has the power off now, if all files can be played; nil if not.
  ///
  /// No folder is looked into, and each is taken to hold something.
  public func powerOff(by content: ContentDescription) -> ScheduledPowerOff? {
    guard content.switchesPower else { return nil }
    var context = PlayContext(zones: zones(of: content), isClockRight: clock.isRight)
    for folder in ContentNeeds(of: content).folders { context.folders[folder] = [folder] }
    let moment = Timeline.moment(of: content, at: clock.now, in: context)
    guard moment.leaf == .powerOff, let until = moment.until else { return nil }
    return ScheduledPowerOff(until: until, zone: zone(nil) ?? .utc)
  }
}
