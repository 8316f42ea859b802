public import DisplayTypes

/// What is known of the world when it is asked what is to be shown: files, time zones, and whether the clock is right.
public struct PlayContext: Hashable, Sendable {
  /// The pages of each deck by its file; one that is not here is not known yet.
  public var pageCounts: [String: Int]
  /// The picture files of each folder, in the order of their names; one that is not here is not known yet.
  public var folders: [String: [String]]
  /// Why files and folders cannot be played now, by their path; items that need one are passed over.
  public var troubles: [String: String]
  /// The rules of each time zone that contents name; nil is the machine's own.
  public var zones: [String?: ZoneRules]
  /// Whether it is shown on more height than width: contents with another file for that are played from it.
  public var isPortrait: Bool
  /// Whether the time of day is known to be right.
  public var isClockRight: Bool

  /// What set-up cards say.
  public var setup: SetupNote

  /// Why a folder without pictures is passed over.
  public static func emptiness(of folder: String) -> String { "\(folder) holds no picture" }

  /// Makes a context; by default nothing is known, but the clock is right.
  public init(
    pageCounts: [String: Int] = [:], folders: [String: [String]] = [:], troubles: [String: String] = [:],
    zones: [String?: ZoneRules] = [:], isClockRight: Bool = true, isPortrait: Bool = false,
    setup: SetupNote = SetupNote()
  ) {
    self.pageCounts = pageCounts
    self.folders = folders
    self.troubles = troubles
    self.zones = zones
    self.isClockRight = isClockRight
    self.isPortrait = isPortrait
    self.setup = setup
  }
}
