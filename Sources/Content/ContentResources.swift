internal import DisplayTypes
public import Rasterizing
public import Timeline

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
