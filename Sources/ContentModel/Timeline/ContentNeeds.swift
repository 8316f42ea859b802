/// What has to be known to play a content and everything in it.
public struct ContentNeeds: Sendable {
  /// Files and folders.
  public private(set) var paths: Set<String> = []
  /// The folders among them, whose pictures have to be listed.
  public private(set) var folders: Set<String> = []
  /// The decks among them whose pages turn by themselves: their pages have to be counted.
  public internal(set) var decks: Set<String> = []
  /// The time zones whose rules are needed; nil among them is the machine's own.
  public private(set) var zones: Set<String?> = []
  /// What is shown depends on the time of day.
  public internal(set) var time = false
  /// Something else is shown until the time of day is known to be right.
  public internal(set) var rightClock = false
  /// The screen's power depends on the time of day.
  public internal(set) var power = false
  /// It has a set-up card.
  public internal(set) var setup = false
  private let isPortrait: Bool?

  /// Finds out what a content needs: on screens of any shape where none is given.
  public init(of content: ContentDescription, isPortrait: Bool? = nil) {
    self.isPortrait = isPortrait
    look(at: content)
  }

  private mutating func look(at content: ContentDescription) {
    content.value.add(to: &self)
    for part in content.parts { look(at: part) }
  }

  /// A file, and the one that is shown instead where the room is higher than wide.
  mutating func add(file: String, portraitFile: String?) {
    if isPortrait != true || portraitFile == nil { paths.insert(file) }
    if isPortrait != false, let portraitFile { paths.insert(portraitFile) }
  }

  /// A folder whose pictures are shown.
  mutating func add(folder: String) {
    paths.insert(folder)
    folders.insert(folder)
  }

  /// The time of day in a zone.
  mutating func addTime(zone: String?) {
    zones.insert(zone)
    time = true
    rightClock = true
  }
}
